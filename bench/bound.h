// SPDX-License-Identifier: Apache-2.0
// The least cycles that a kernel can take.
#pragma once
#include <algorithm>
#include <cmath>

#include "cases/case.h"

namespace weft::bench {

/// Lanes of the widest packet. Bounds assume them whatever width a kernel gets, so that fewer lanes flatter no kernel.
inline constexpr unsigned kLanes = 16;

/// Of the device. A compute unit can have each for itself.
struct MemoryPorts {
  unsigned lineBytes, count;
};

/// Each memory port takes a line a cycle, reads and writes together, and feeds lanes of its own. Every byte that the
/// kernel needs crosses it once at least, and every operation of a work-item takes a lane for a cycle.
struct Bound {
  double port, lanes;

  Bound(const Work &work, const MemoryPorts &ports)
      : port(std::ceil(double(work.bytes) / (ports.lineBytes * ports.count))),
        lanes(std::ceil(work.operations / (kLanes * ports.count))) {}
  double cycles() const { return std::max(port, lanes); }
};

}  // namespace weft::bench
