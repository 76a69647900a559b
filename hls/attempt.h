// SPDX-License-Identifier: Apache-2.0
// A kernel built in one way, and the next ways to try: what generate_fitting.cpp chooses among.
#pragma once
#include <cstdint>
#include <string>

#include <llvm/Support/Error.h>

#include "board/description.h"
#include "hls/rtlgen/emit.h"
#include "hls/stages.h"
#include "kernel/image.h"

namespace weft::hls {

/// A kernel that is built, or of which it is known that it would be too large.
struct Attempt {
  kernel::Image image;
  rtlgen::Estimate estimate;
  bool groupsFixed = false;  // reqd_work_group_size
  unsigned lanes = 1;
  bool caches = false;
  double cycles = 1;  // that a packet takes of access units in the innermost loops
  graph::LimitReason lanesReason;

  /// Work-items in a cycle, at best.
  double rate() const { return lanes / cycles; }
};

/// What is made smaller. The board's description is what the graph is made for.
struct Settings {
  board::Description board;
  rtlgen::Limits limits = {};
  std::string whyNoMoreLanes = {};
  graph::LimitReason whyNoMoreUnits = {};
  graph::LimitReason whyNoMoreCopies = {};
  Bounds bounds = {};
};

/// What becomes of packets that are certain to be too wide. Schedule and netlist, which take most of the time, would be
/// thrown away. One work-item is built in any case.
enum class TooWide : uint8_t { Build, Skip };

/// Without an image where packets are skipped: the estimate is then of the least that they take. Errors: what the
/// kernel cannot have, whatever room there is.
llvm::Expected<Attempt> attempt(GraphMaker &graphs, const Settings &settings, TooWide tooWide = TooWide::Build);

/// Local memory for half as many groups, unless that would cost more speed than fewer lanes do; false: it would.
bool makeFewerCopies(Settings &settings, const Attempt &last);

/// Packets of half as many work-items. A group is more of them, which may do with fewer copies.
void makeNarrower(Settings &settings, const Attempt &last);

/// The next smaller settings; false if there are none. Only kernels whose work-items go by groups need room for one.
/// `largestGroup`: the board's own, in work-items.
bool makeSmaller(Settings &settings, unsigned largestGroup, const Attempt &last);

}  // namespace weft::hls
