// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/fit.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "hls/rtlgen/area.h"
#include "hls/rtlgen/plan_memory.h"

namespace weft::rtlgen {

using components::Cost;

namespace {

/// What synthesis and packing make of the sum of a kernel's parts: less than the least share that was measured, and the
/// usual one (docs/bitstreams.md, "What does not fit").
struct Shares {
  double least, likely;
};
struct FamilyShares {
  Shares luts, blockRams, multipliers;
  double clock;  // toleratedClock
};
constexpr FamilyShares kEcp5 = {{0.55, 0.8}, {0.85, 1.0}, {0.9, 1.0}, 0.85};
/// A logic cell is taken by a flip-flop alone, too.
constexpr FamilyShares kIce40 = {{0.7, 0.97}, {0.5, 0.7}, {0.9, 1.0}, 0.7};

/// No synthesis was measured, and the room on a card is not its all: it is what the sum of the parts is compared with.
/// Nor was a clock: `generic` has ECP5's times halved, by decree (ADR 6), and lanes are chosen without regard to it
/// (ADR 51). What is told is off by more than such a guess may be.
constexpr FamilyShares kCard = {{1, 1}, {1, 1}, {1, 1}, 0.25};

const FamilyShares &sharesOf(const board::Description &board, board::Room::Of room) {
  if (room == board::Room::Of::Card)
    return kCard;
  return board.family.starts_with("ice40") ? kIce40 : kEcp5;
}

/// The small shell, its link and the registers round it, as they are in the same way; LiteDRAM's controller beside it.
constexpr Shares kShellLuts = {300, 850}, kSdramLuts = {900, 1270};
constexpr double kLinkBlockRams = 1;

constexpr size_t kMostContributors = 5;

double shellBlockRams(const board::Description &board, const board::FpgaPart &part) {
  const bool elsewhere = !board.flow || board.sdram || board.memoryBytes <= part.largeMemoryBytes;
  return kLinkBlockRams + (elsewhere ? 0 : std::ceil(8.0 * double(board.memoryBytes) / part.blockRamBits));
}

Need needOf(const char *resource, double kernel, const Shares &shares, const Shares &shell, unsigned available) {
  return {resource, shares.least * kernel + shell.least, shares.likely * kernel + shell.likely, available};
}

/// "private variable 'a' at k.cl:3", or what the component is called.
std::string nameOf(const AreaShares::Part &part, const graph::Kernel &kernel) {
  std::string name = part.component, location = part.location;
  if (const graph::Memory *memory = memoryOf(kernel, part.memory)) {
    name = fmt::format("memory '{}'", memory->name);
    if (memory->location.line)
      location = fmt::format("{}:{}", memory->location.file, memory->location.line);
  }
  if (part.count > 1)
    name = fmt::format("{} x {}", part.count, name);
  return location.empty() ? name : fmt::format("{} at {}", name, location);
}

}  // namespace

double toleratedClock(const board::Description &board) { return sharesOf(board, board::roomOn(board).of).clock; }

Fit::Fit(const graph::Kernel &kernel, const board::Description &board, const Cost &area, const board::Room &room)
    : kernel_(kernel.name), board_(board.name), family_(board.family), room_(room.of), part_(room.part),
      units_(kernel.computeUnits), location_(kernel.nodes[0].location) {
  const FamilyShares &shares = sharesOf(board, room_);
  Shares shell = kShellLuts;
  if (board.sdram)
    shell = {shell.least + kSdramLuts.least, shell.likely + kSdramLuts.likely};
  double blocks = shellBlockRams(board, part_);
  if (room_ == board::Room::Of::Card) {  // the shell has other rooms
    shell = {0, 0};
    blocks = 0;
    part_.luts *= units_;
    part_.blockRams *= units_;
  }
  luts = needOf("look-up tables", area.lut, shares.luts, shell, part_.luts);
  blockRams = needOf("block RAMs", area.bram, shares.blockRams, {blocks, blocks}, part_.blockRams);
  multipliers = needOf("multiplier blocks", area.dsp, shares.multipliers, {0, 0}, part_.multipliers);
}

Fit::Fit(const Plan &plan, const netlist::Design &design, const Cost &area, const board::Room &room)
    : Fit(*plan.kernel, *plan.board, area, room) {
  if (hasTooFewBlocks() || isOfBoard())  // others are never asked
    for (const AreaShares::Part &one : areaShares(design, plan.board->family).parts) {
      const graph::Memory *memory = memoryOf(*plan.kernel, one.memory);
      contributors_.push_back(
          {nameOf(one, *plan.kernel), one.area, memory ? memory->location : graph::SourceLocation()});
    }
}

std::string Fit::place() const {
  if (isOfBoard())
    return "board " + board_;
  if (room_ == board::Room::Of::Family)
    return "the largest FPGA of family " + family_;
  return std::string(part_.device) + (units_ > 1 ? fmt::format(" for each of {} compute units", units_) : "");
}

std::string Fit::kernelWithUnits() const {
  return fmt::format("kernel '{}'{}", kernel_, units_ > 1 ? fmt::format(" with {} compute units", units_) : "");
}

double Fit::amount(const Contributor &contributor, const Need &need) const {
  const Cost &cost = contributor.cost;
  return &need == &luts ? cost.lut : &need == &blockRams ? cost.bram : cost.dsp;
}

std::vector<const Fit::Contributor *> Fit::largestIn(const Need &need) const {
  std::vector<const Contributor *> sorted;
  for (const Contributor &c : contributors_)
    if (amount(c, need) >= 1)
      sorted.push_back(&c);
  std::sort(sorted.begin(), sorted.end(), [&](auto *a, auto *b) {
    return std::pair(-amount(*a, need), a->what) < std::pair(-amount(*b, need), b->what);
  });
  sorted.resize(std::min(sorted.size(), kMostContributors));
  return sorted;
}

std::string Fit::contributorsTo(const Need &need) const {
  std::string text = fmt::format("\nThe largest parts of the kernel, in {}, before synthesis:", need.resource);
  for (const Contributor *c : largestIn(need))
    text += fmt::format("\n  {:6.0f}  {}", amount(*c, need), c->what);
  return text;
}

std::string Fit::describe(const std::vector<const Need *> &needs) const {
  std::string text;
  for (const Need *need : needs)
    text += fmt::format("{}about {:.0f} of {} {} (at least {:.0f})", text.empty() ? "" : ", ", need->likely,
                        need->available, need->resource, need->least);
  return text;
}

hls::Diagnostic Fit::tooFewBlocks() const {
  const std::vector<const Contributor *> largest = largestIn(blockRams);
  const bool isNamed = !largest.empty() && largest.front()->location.line;
  hls::Diagnostic warning = hls::userError(
      isNamed ? largest.front()->location : location_,
      fmt::format("{} is very large: it needs about {:.0f} block RAMs of {} kbit; {} has {}{}", kernelWithUnits(),
                  blockRams.likely, components::blockRamKbit(family_), place(), blockRams.available,
                  contributorsTo(blockRams)),
      "it is built for simulation all the same; memory on chip has copies for what reads it at once: use smaller "
      "arrays, or read them at fewer places (unroll less)");
  warning.severity = hls::Diagnostic::Severity::Warning;
  return warning;
}

std::optional<hls::Diagnostic> Fit::diagnostic() const {
  if (!isOfBoard())
    return hasTooFewBlocks() ? std::optional(tooFewBlocks()) : std::nullopt;
  std::vector<const Need *> exceeded, close;
  for (const Need *need : {&luts, &blockRams, &multipliers}) {
    if (need->exceeded())
      exceeded.push_back(need);
    if (need->available && need->close())
      close.push_back(need);
  }
  if (exceeded.empty() && close.empty())
    return std::nullopt;
  const bool refused = !exceeded.empty();
  const std::vector<const Need *> &shown = refused ? exceeded : close;
  std::string largest;
  for (const Need *need : shown)
    largest += contributorsTo(*need);
  hls::Diagnostic result = hls::userError(
      location_,
      fmt::format("{} {} board {} ({}): with the shell it needs {}{}", kernelWithUnits(),
                  refused ? "does not fit" : "may not fit", board_, part_.device, describe(shown), largest),
      units_ > 1 ? "use fewer compute units (num_compute_units, -weft-compute-units), or build for a larger board"
                 : "do less at once: unroll less, use narrower types, smaller arrays, a smaller work-group "
                   "(reqd_work_group_size), "
                   "or split the kernel; or build for a larger board");
  if (!refused) {
    result.severity = hls::Diagnostic::Severity::Warning;
    result.hint = "the numbers are an estimate; placement decides";
  }
  return result;
}

}  // namespace weft::rtlgen
