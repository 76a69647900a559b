// SPDX-License-Identifier: Apache-2.0
// What rtl/mem/atomic_alu.sv computes.
#pragma once
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace weft::instant {

/// What an atomic operation on a uint32_t or uint64_t leaves in memory. `op`: AWATOP of AXI5.
template <std::unsigned_integral T> constexpr T atomicResult(unsigned op, T old, T data, T compare) {
  using Signed = std::make_signed_t<T>;
  if ((op >> 4 & 3) == 3)  // AtomicSwap, AtomicCompare
    return !(op & 1) || old == compare ? data : old;
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
    return T(std::max(Signed(old), Signed(data)));
  case 5:
    return T(std::min(Signed(old), Signed(data)));
  case 6:
    return std::max(old, data);
  default:
    return std::min(old, data);
  }
}

/// The same on the low 64 or 32 bits.
constexpr uint64_t atomicResult(bool wide, unsigned op, uint64_t old, uint64_t data, uint64_t compare) {
  return wide ? atomicResult<uint64_t>(op, old, data, compare)
              : atomicResult<uint32_t>(op, uint32_t(old), uint32_t(data), uint32_t(compare));
}

}  // namespace weft::instant
