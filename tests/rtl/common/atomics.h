// SPDX-License-Identifier: Apache-2.0
// What atomics do, apart from the RTL.
#pragma once
#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "weft_abi.h"

namespace bench {

using weft::abi::Atop;

constexpr Atop kAtops[] = {Atop::ADD,  Atop::CLR,  Atop::EOR,  Atop::SET,  Atop::SMAX,
                           Atop::SMIN, Atop::UMAX, Atop::UMIN, Atop::SWAP, Atop::COMPARE};

/// AtomicStore: adds without an answer of the old value. No kernel asks for it.
constexpr Atop kStoreAdd = Atop(0x10);

/// What an operation makes of a uint32_t or uint64_t. Atop::COMPARE writes `data` if it equals `compare`.
template <class T> T atomicResult(Atop atop, T old, std::type_identity_t<T> data, std::type_identity_t<T> compare) {
  using Signed = std::make_signed_t<T>;
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
    return T(std::max(Signed(old), Signed(data)));
  case Atop::SMIN:
    return T(std::min(Signed(old), Signed(data)));
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

/// The same with the operands as they lie on the bus: `other` is what lies beside, which is what Atop::COMPARE writes.
template <class T> T busAtomicResult(Atop atop, T old, T data, T other) {
  return atop == Atop::COMPARE ? atomicResult(atop, old, other, data) : atomicResult(atop, old, data, 0);
}

/// In the ID of the beat that brings an atomic's old value.
constexpr unsigned kAtomicRead = 1u << (weft::abi::AXI_ID_BITS - 1);

}  // namespace bench
