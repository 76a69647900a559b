// SPDX-License-Identifier: Apache-2.0
// The FPGA families that bitstreams are made for: which tools, and how they are called.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "board/description.h"
#include "flow/tools.h"

namespace weft::flow {

struct Refinement;

/// A way to place designs: options of the tool that routes.
struct Placer {
  const char *name;
  std::span<const char *const> options;
  /// Tiles of wire for a look-up table of the part, of which more are not routed: the next placer is taken, or behind
  /// the last one the design is refused. 0: not known.
  double mostWires = 0;
};

/// A resource as people call it, and its name in nextpnr's reports and in the compiler's.
struct ResourceName {
  const char *name, *reported, *estimated;
};

/// A word of the PLL's module as the tool writes it, and what stands in its place.
struct PllWord {
  const char *written, *wanted;
};

/// What the parts of a family have in common.
struct Family {
  std::string_view name;        // Description::family
  std::string_view technology;  // its folder in rtl/tech
  std::span<const char *const> defines;
  const char *synthesis;         // Yosys's commands, the last without -top
  const Refinement *refinement;  // of Yosys's netlist; null: it is routed as it is

  const Tool &route;
  const char *constraintsOption, *configurationOption;
  std::span<const Placer> placers;  // the first one whose placement can be routed is taken
  bool hasSpeed;

  const Tool &pack;
  std::span<const char *const> packOptions;
  const char *bitstreamEnding;

  const Tool &pll;
  /// Arguments that make a module board_clock (rtl/tech/generic/board_clock.sv) in a file.
  std::vector<std::string> (*pllArguments)(double fromMhz, double toMhz, const std::string &file);
  std::span<const PllWord> pllWords;
  const char *pllFrequency;  // regular expression: the frequency that it makes, in MHz, in what it prints

  std::span<const ResourceName> resources;
};

/// Throws Error if the board's description has no flow, or its family none.
const Family &familyOf(const board::Description &board);

/// Every tool that makes bitstreams for the family.
std::vector<const Tool *> toolsOf(const Family &family);

std::span<const Family> families();

/// What Yosys does with a design whose sources it has read.
std::string synthesisOf(const Family &family, std::string_view top);

}  // namespace weft::flow
