// SPDX-License-Identifier: Apache-2.0
// What rtl/mem/atomic_alu.sv computes.
#pragma once
#include <algorithm>
#include <cstdint>

namespace weft::instant {

/// What a 32-bit atomic operation leaves in memory. `op`: AWATOP of AXI5.
constexpr uint32_t atomicResult(unsigned op, uint32_t old, uint32_t data, uint32_t compare) {
  if ((op >> 4 & 3) == 3)  // AtomicSwap, AtomicCompare
    return !(op & 1) || old == compare ? data : old;
  const auto signedOld = int32_t(old), signedData = int32_t(data);
  switch (op & 7) {
  case 0:
    return old + data;
  case 1:
    return old & ~data;
  case 2:
    return old ^ data;
  case 3:
    return old | data;
  case 4:
    return uint32_t(std::max(signedOld, signedData));
  case 5:
    return uint32_t(std::min(signedOld, signedData));
  case 6:
    return std::max(old, data);
  default:
    return std::min(old, data);
  }
}

}  // namespace weft::instant
