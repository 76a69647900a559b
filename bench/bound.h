// SPDX-License-Identifier: Apache-2.0
// The least cycles that a kernel can take.
#pragma once
#include <algorithm>
#include <cmath>

#include "cases/case.h"

namespace weft::bench {

/// Lanes of the widest packet. Bounds assume them whatever width a kernel gets, so that fewer lanes flatter no kernel.
inline constexpr unsigned kLanes = 16;

/// The memory port takes a line a cycle, reads and writes together. Every byte that the kernel needs crosses it once at
/// least, and every operation of a work-item takes a lane for a cycle.
struct Bound {
  double port, lanes;

  Bound(const Work &work, unsigned lineBytes)
      : port(std::ceil(double(work.bytes) / lineBytes)), lanes(std::ceil(work.operations / kLanes)) {}
  double cycles() const { return std::max(port, lanes); }
};

}  // namespace weft::bench
