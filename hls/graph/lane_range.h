// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "hls/graph/bits.h"
#include "hls/graph/graph.h"

namespace weft::graph {

/// Between which a value of all work-items lies: as integers that are the value modulo 2^width, and follow each other
/// from lane to lane as the value does.
struct LaneRange {
  int64_t low, high;
  bool operator==(const LaneRange &) const = default;
  /// Whether so many bits hold them, as signed or as unsigned numbers.
  bool fits(unsigned bits, bool isSigned) const;
};

/// That of a result by its operands'. `constants`: by value.
std::optional<LaneRange> laneRangeOf(const Kernel &kernel, const Op &op,
                                     const std::vector<std::optional<Bits>> &constants,
                                     const std::function<std::optional<LaneRange>(ValueId)> &operand);

}  // namespace weft::graph
