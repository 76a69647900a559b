// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/fit.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "hls/rtlgen/area.h"

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
};
constexpr FamilyShares kEcp5 = {{0.55, 0.8}, {0.85, 1.0}, {0.9, 1.0}};
/// A logic cell is taken by a flip-flop alone, too.
constexpr FamilyShares kIce40 = {{0.7, 0.97}, {0.5, 0.7}, {0.9, 1.0}};

const FamilyShares &sharesOf(const board::Description &board) {
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
  for (size_t m = 0; m < kernel.memories.size(); ++m)
    if (part.memory == fmt::format("u_m{}", m) || part.memory.starts_with(fmt::format("u_m{}_lane", m))) {
      const graph::Memory &memory = kernel.memories[m];
      name = fmt::format("memory '{}'", memory.name);
      if (memory.location.line)
        location = fmt::format("{}:{}", memory.location.file, memory.location.line);
    }
  if (part.count > 1)
    name = fmt::format("{} x {}", part.count, name);
  return location.empty() ? name : fmt::format("{} at {}", name, location);
}

}  // namespace

Fit::Fit(const Cost &area, const board::Description &board, const board::FpgaPart &part) : device_(part.device) {
  const FamilyShares &shares = sharesOf(board);
  Shares shell = kShellLuts;
  if (board.sdram)
    shell = {shell.least + kSdramLuts.least, shell.likely + kSdramLuts.likely};
  const double blocks = shellBlockRams(board, part);
  luts = needOf("look-up tables", area.lut, shares.luts, shell, part.luts);
  blockRams = needOf("block RAMs", area.bram, shares.blockRams, {blocks, blocks}, part.blockRams);
  multipliers = needOf("multiplier blocks", area.dsp, shares.multipliers, {0, 0}, part.multipliers);
}

Fit::Fit(const Plan &plan, const netlist::Design &design, const board::FpgaPart &part)
    : Fit(areas(design, plan.board->family).back(), *plan.board, part) {
  kernel_ = plan.kernel->name;
  board_ = plan.board->name;
  units_ = plan.kernel->computeUnits;
  location_ = plan.kernel->nodes[0].location;
  for (const AreaShares::Part &one : areaShares(design, plan.board->family).parts)
    contributors_.push_back({nameOf(one, *plan.kernel), one.area});
}

bool Fit::takesMoreThan(double share) const {
  return luts.takesMoreThan(share) || blockRams.takesMoreThan(share) || multipliers.takesMoreThan(share);
}

std::string Fit::contributorsTo(const Need &need) const {
  const auto amount = [&](const Contributor &c) {
    return &need == &luts ? c.cost.lut : &need == &blockRams ? c.cost.bram : c.cost.dsp;
  };
  std::vector<const Contributor *> sorted;
  for (const Contributor &c : contributors_)
    if (amount(c) >= 1)
      sorted.push_back(&c);
  std::sort(sorted.begin(), sorted.end(),
            [&](auto *a, auto *b) { return std::pair(-amount(*a), a->what) < std::pair(-amount(*b), b->what); });
  sorted.resize(std::min(sorted.size(), kMostContributors));
  std::string text = fmt::format("\nThe largest parts of the kernel, in {}, before synthesis:", need.resource);
  for (const Contributor *c : sorted)
    text += fmt::format("\n  {:6.0f}  {}", amount(*c), c->what);
  return text;
}

std::string Fit::describe(const std::vector<const Need *> &needs) const {
  std::string text;
  for (const Need *need : needs)
    text += fmt::format("{}about {:.0f} of {} {} (at least {:.0f})", text.empty() ? "" : ", ", need->likely,
                        need->available, need->resource, need->least);
  return text;
}

std::optional<hls::Diagnostic> Fit::diagnostic() const {
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
      fmt::format("kernel '{}'{} {} board {} ({}): with the shell it needs {}{}", kernel_,
                  units_ > 1 ? fmt::format(" with {} compute units", units_) : "",
                  refused ? "does not fit" : "may not fit", board_, device_, describe(shown), largest),
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
