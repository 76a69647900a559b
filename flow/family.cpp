// SPDX-License-Identifier: Apache-2.0
#include "flow/family.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "flow/block_registers.h"
#include "flow/error.h"
#include "flow/late_tables.h"
#include "flow/step.h"

namespace weft::flow {
namespace {

constexpr const char *kPllModule = "board_clock";

std::vector<std::string> icepllArguments(double from, double to, const std::string &file) {
  return {"-i", fmt::format("{}", from), "-o", fmt::format("{}", to), "-m", "-n", kPllModule, "-f", file};
}

std::vector<std::string> ecppllArguments(double from, double to, const std::string &file) {
  return {"-i",
          fmt::format("{}", from),
          "-o",
          fmt::format("{}", to),
          "-n",
          kPllModule,
          "--clkin_name",
          "clock_in",
          "--clkout0_name",
          "clock_out",
          "-f",
          file};
}

// rtl/tech says what they mean.
constexpr const char *kUltraPlusDefines[] = {"WEFT_MUL_WIDTH=16"};
constexpr const char *kHxDefines[] = {"WEFT_MUL_WIDTH=16", "WEFT_NO_DSP"};
constexpr const char *kEcp5Defines[] = {"WEFT_MUL_WIDTH=18", "WEFT_BLOCK_WIDTH=36"};

constexpr const char *kNoOptions[] = {nullptr};
constexpr const char *kCompressed[] = {"--compress"};

constexpr Placer kUsualPlacer[] = {{"heap", {}}};

// Long wires of wide units far apart are what limits: docs/toolchain.md has the measurements, of both placers.
constexpr const char *kTimingWeight[] = {"--placer-heap-timingweight", "30"};
constexpr const char *kStatic[] = {"--placer", "static"};
constexpr Placer kEcp5Placers[] = {{"heap", kTimingWeight, 4.3}, {"static", kStatic, 5.5}};

constexpr ResourceName kUltraPlusResources[] = {{"logic cells", "ICESTORM_LC", "lut4"},
                                                {"block RAMs", "ICESTORM_RAM", "bram"},
                                                {"multiplier blocks", "ICESTORM_DSP", "dsp"}};
constexpr ResourceName kHxResources[] = {{"logic cells", "ICESTORM_LC", "lut4"},
                                         {"block RAMs", "ICESTORM_RAM", "bram"}};
constexpr ResourceName kEcp5Resources[] = {{"look-up tables", "TRELLIS_COMB", "lut4"},
                                           {"flip-flops", "TRELLIS_FF", "ff"},
                                           {"block RAMs", "DP16KD", "bram"},
                                           {"multiplier blocks", "MULT18X18D", "dsp"}};

// The only PLL of an UltraPlus shares its input with the pin where boards have their oscillator: it has to take the pin
// itself.
constexpr PllWord kPadPll[] = {{"SB_PLL40_CORE", "SB_PLL40_PAD"}, {"REFERENCECLK", "PACKAGEPIN"}};

constexpr const char *kIcepllFrequency = R"(F_PLLOUT:\s*([0-9.]+) MHz \(achieved\))";
constexpr const char *kEcppllFrequency = R"(clkout0 frequency:\s*([0-9.]+) MHz)";

std::string refineEcp5(std::string &text) {
  nlohmann::json netlist = nlohmann::json::parse(text);
  const BlockRegisters registers = packBlockRegisters(netlist);
  const LateTables late = copyLateTables(netlist);
  text = netlist.dump();
  return fmt::format("output registers of block memories: {} in use, instead of {} flip-flops\n"
                     "look-up tables on long paths: {} have {} copies near what reads them\n",
                     registers.ports, registers.flipFlops, late.tables, late.copies);
}

constexpr Refinement kEcp5Refinement{"block registers and late tables", 1, refineEcp5};

// Yosys's own script for ABC, which maps once what was made small, and two rounds more of what was made shallow; the
// mapping with the least delay is kept (docs/toolchain.md).
constexpr const char *kEcp5Synthesis =
    R"(scratchpad -set abc9.script "+&scorr;&sweep;&dc2;&dch -f -r;&ps;&if {W} {D} {R} -v;&save;)"
    "&st;&if -g -K 6;&dch -f;&if {W} {D} {R} -v;&save;&st;&if -g -K 6;&synch2;&if {W} {D} {R} -v;&save;"
    "&load;&mfs\"\nsynth_ecp5 -abc9";

Family iceFamily(std::string_view name, std::span<const char *const> defines, const char *synthesis,
                 std::span<const PllWord> pllWords, std::span<const ResourceName> resources) {
  return {.name = name,
          .technology = "ice40",
          .defines = defines,
          .synthesis = synthesis,
          .refinement = nullptr,
          .route = kNextpnrIce40,
          .constraintsOption = "--pcf",
          .configurationOption = "--asc",
          .placers = kUsualPlacer,
          .hasSpeed = false,
          .pack = kIcepack,
          .packOptions = std::span(kNoOptions).first(0),
          .bitstreamEnding = ".bin",
          .pll = kIcepll,
          .pllArguments = icepllArguments,
          .pllWords = pllWords,
          .pllFrequency = kIcepllFrequency,
          .resources = resources};
}

}  // namespace

std::string synthesisOf(const Family &family, std::string_view top) {
  return fmt::format("{} -top {}", family.synthesis, top);
}

std::span<const Family> families() {
  static const Family all[] = {
      iceFamily("ice40hx", kHxDefines, "synth_ice40 -abc9 -device hx", {}, kHxResources),
      iceFamily("ice40up", kUltraPlusDefines, "synth_ice40 -abc9 -device u", kPadPll, kUltraPlusResources),
      {.name = "ecp5",
       .technology = "ecp5",
       .defines = kEcp5Defines,
       .synthesis = kEcp5Synthesis,
       .refinement = &kEcp5Refinement,
       .route = kNextpnrEcp5,
       .constraintsOption = "--lpf",
       .configurationOption = "--textcfg",
       .placers = kEcp5Placers,
       .hasSpeed = true,
       .pack = kEcppack,
       .packOptions = kCompressed,
       .bitstreamEnding = ".bit",
       .pll = kEcppll,
       .pllArguments = ecppllArguments,
       .pllWords = {},
       .pllFrequency = kEcppllFrequency,
       .resources = kEcp5Resources},
  };
  return all;
}

const Family &familyOf(const board::Description &board) {
  if (!board.flow)
    throw Error(Error::Cause::Request,
                fmt::format("board {} has no flow to a bitstream: its description has no \"flow\"", board.name));
  for (const Family &family : families())
    if (family.name == board.family)
      return family;
  throw Error(Error::Cause::Design,
              fmt::format("board {}: family {} has no flow to a bitstream", board.name, board.family),
              "flow/family.cpp lists those that have one");
}

std::vector<const Tool *> toolsOf(const Family &family) { return {&kYosys, &family.route, &family.pack, &family.pll}; }

}  // namespace weft::flow
