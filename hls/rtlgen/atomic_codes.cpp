// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/atomic_codes.h"

#include <iterator>

#include "weft_abi.h"

namespace weft::rtlgen {

unsigned atop(graph::AtomicOp op) {
  static constexpr abi::Atop codes[] = {abi::Atop::NONE, abi::Atop::ADD,  abi::Atop::CLR,    abi::Atop::SET,
                                        abi::Atop::EOR,  abi::Atop::SWAP, abi::Atop::SMIN,   abi::Atop::SMAX,
                                        abi::Atop::UMIN, abi::Atop::UMAX, abi::Atop::COMPARE};
  static_assert(std::size(codes) == size_t(graph::AtomicOp::CmpXchg) + 1);
  return unsigned(codes[size_t(op)]);
}

unsigned atomicBit(graph::AtomicOp op) {
  constexpr unsigned kExchange = 3;  // the upper two bits of AtomicSwap and AtomicCompare
  const unsigned code = atop(op);
  return 1u << (code >> 4 == kExchange ? 8 + (code & 1) : code & 7);
}

}  // namespace weft::rtlgen
