// SPDX-License-Identifier: Apache-2.0
// Division by a constant as a multiplication: LLVM's numbers, without LLVM's headers.
#pragma once
#include <cstdint>

namespace weft::graph {

/// x / d = high half of (x >> preShift) * multiplier, shifted right by postShift; if `add`, that high half plus x, with
/// its carry, shifted right by postShift + 1.
struct UnsignedDivision {
  uint64_t multiplier;
  bool add;
  unsigned preShift, postShift;
};
/// `divisor` of `width` bits (at most 64), not below 2 and no power of two.
UnsignedDivision unsignedDivision(uint64_t divisor, unsigned width);

/// x / d = s + (s < 0), s = (high half of x * multiplier, signed, plus x if d > 0 > multiplier, minus x if d < 0 <
/// multiplier), shifted right by `shift` with its sign.
struct SignedDivision {
  uint64_t multiplier;
  unsigned shift;
};
/// `divisor` of `width` bits, from 3 to 64; its magnitude is not below 2 and no power of two.
SignedDivision signedDivision(uint64_t divisor, unsigned width);

}  // namespace weft::graph
