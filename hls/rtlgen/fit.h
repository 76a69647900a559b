// SPDX-License-Identifier: Apache-2.0
// What a kernel and its shell take of the board's FPGA, against what that has. It is an estimate: of measured parts, so
// that synthesis, which shares and removes, makes less of them, by a part that was measured too (ADR 30). Of boards
// that name no FPGA it is the largest one of the family, or what a kernel may take of a large card.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "board/fpga_part.h"
#include "hls/components/cost.h"
#include "hls/diagnostic.h"
#include "hls/netlist/netlist.h"
#include "hls/rtlgen/plan.h"

namespace weft::rtlgen {

struct Need {
  const char *resource = "";
  double least = 0, likely = 0;  // kernel and shell
  unsigned available = 0;

  bool exceeded() const { return least > available; }
  bool takesMoreThan(double share) const { return likely > share * available; }
  bool close() const { return takesMoreThan(kClose); }

private:
  static constexpr double kClose = 0.9;
};

/// The part of the board's clock above which an expected clock is no reason for a warning: it is no more exact.
double toleratedClock(const board::Description &board);

class Fit {
public:
  /// `area`: of the design.
  Fit(const Plan &plan, const netlist::Design &design, const components::Cost &area, const board::Room &room);
  /// Of what is known of a kernel's area only, without its parts.
  Fit(const graph::Kernel &kernel, const board::Description &board, const components::Cost &area,
      const board::Room &room);

  /// Whether packets had better be narrower: what takes more of an FPGA is rarely routed. Of a card it is all of the
  /// room, which is a part already.
  bool isLarge() const { return isLarge(luts) || isLarge(blockRams) || isLarge(multipliers); }
  bool isLarge(const Need &need) const { return need.takesMoreThan(largeShare()); }
  double largeShare() const { return isOfKnownPart() ? 2.0 / 3 : 1; }
  /// Whether the FPGA is the board's own, so that what it cannot hold is refused; what others cannot hold is simulated.
  bool isOfBoard() const { return room_ == board::Room::Of::Board; }
  bool isRefused() const { return isOfBoard() && (luts.exceeded() || blockRams.exceeded() || multipliers.exceeded()); }
  bool isOfKnownPart() const { return room_ != board::Room::Of::Card; }
  /// "board mine", or what stands for its FPGA.
  std::string place() const;
  Need luts, blockRams, multipliers;

  /// The board's own FPGA: an error if it cannot fit, a warning if it may not, else nothing. Another: a warning if its
  /// block RAMs cannot be enough.
  std::optional<hls::Diagnostic> diagnostic() const;

private:
  struct Contributor {
    std::string what;
    components::Cost cost;
    graph::SourceLocation location = {};  // of a memory
  };
  std::string kernel_, board_, family_;
  board::Room::Of room_;
  board::FpgaPart part_;
  unsigned units_ = 1;
  graph::SourceLocation location_;
  std::vector<Contributor> contributors_;

  bool hasTooFewBlocks() const { return !isOfBoard() && blockRams.exceeded(); }
  hls::Diagnostic tooFewBlocks() const;
  std::string kernelWithUnits() const;
  double amount(const Contributor &contributor, const Need &need) const;
  std::vector<const Contributor *> largestIn(const Need &need) const;
  std::string contributorsTo(const Need &need) const;
  std::string describe(const std::vector<const Need *> &needs) const;
};

}  // namespace weft::rtlgen
