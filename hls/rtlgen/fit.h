// SPDX-License-Identifier: Apache-2.0
// What a kernel and its shell take of the board's FPGA, against what that has. It is an estimate: of measured parts, so
// that synthesis, which shares and removes, makes less of them, by a part that was measured too (ADR 30).
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

class Fit {
public:
  Fit(const Plan &plan, const netlist::Design &design, const board::FpgaPart &part);
  /// Of what is known of a kernel's area only, with nothing to say about it.
  Fit(const components::Cost &area, const board::Description &board, const board::FpgaPart &part);

  /// Of one of the resources, likely.
  bool takesMoreThan(double share) const;
  bool fits() const { return !luts.exceeded() && !blockRams.exceeded() && !multipliers.exceeded(); }
  Need luts, blockRams, multipliers;

  /// An error if it cannot fit, a warning if it may not, else nothing.
  std::optional<hls::Diagnostic> diagnostic() const;

private:
  struct Contributor {
    std::string what;
    components::Cost cost;
  };
  std::string kernel_, board_, device_;
  unsigned units_ = 1;
  graph::SourceLocation location_;
  std::vector<Contributor> contributors_;

  std::string contributorsTo(const Need &need) const;
  std::string describe(const std::vector<const Need *> &needs) const;
};

}  // namespace weft::rtlgen
