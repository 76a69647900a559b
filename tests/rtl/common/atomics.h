// SPDX-License-Identifier: Apache-2.0
// What atomics do, apart from the RTL.
#pragma once
#include <algorithm>
#include <cstdint>

#include "weft_abi.h"

namespace bench {

using weft::abi::Atop;

constexpr Atop kAtops[] = {Atop::ADD,  Atop::CLR,  Atop::EOR,  Atop::SET,  Atop::SMAX,
                           Atop::SMIN, Atop::UMAX, Atop::UMIN, Atop::SWAP, Atop::COMPARE};

/// AtomicStore: adds without an answer of the old value. No kernel asks for it.
constexpr Atop kStoreAdd = Atop(0x10);

/// What an operation makes of a word. Atop::COMPARE writes `data` if the word equals `compare`.
inline uint32_t atomicResult(Atop atop, uint32_t old, uint32_t data, uint32_t compare) {
  switch (atop == kStoreAdd ? Atop::ADD : atop) {
  case Atop::NONE:
    return old;
  case Atop::ADD:
    return old + data;
  case Atop::CLR:
    return old & ~data;
  case Atop::EOR:
    return old ^ data;
  case Atop::SET:
    return old | data;
  case Atop::SMAX:
    return uint32_t(std::max(int32_t(old), int32_t(data)));
  case Atop::SMIN:
    return uint32_t(std::min(int32_t(old), int32_t(data)));
  case Atop::UMAX:
    return std::max(old, data);
  case Atop::UMIN:
    return std::min(old, data);
  case Atop::SWAP:
    return data;
  case Atop::COMPARE:
    return old == compare ? data : old;
  }
  return old;
}

/// The same with the operands as they lie on the bus: `other` is the word beside, which is what Atop::COMPARE writes.
inline uint32_t busAtomicResult(Atop atop, uint32_t old, uint32_t data, uint32_t other) {
  return atop == Atop::COMPARE ? atomicResult(atop, old, other, data) : atomicResult(atop, old, data, 0);
}

/// In the ID of the beat that brings an atomic's old value.
constexpr unsigned kAtomicRead = 1u << (weft::abi::AXI_ID_BITS - 1);

}  // namespace bench
