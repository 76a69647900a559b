// SPDX-License-Identifier: Apache-2.0
// vstore_half rounded up and down: libclc's are wrong for results below the smallest half.
#include "builtins.h"

// The bits of the half next to x in the direction of zero, or of infinity if `away`.
static ushort OVERLOAD roundHalf(float x, bool away) {
  uint magnitude = as_uint(x) & 0x7fffffff, sign = (as_uint(x) >> 16) & 0x8000;
  uint exponent = magnitude >> 23, digits = (magnitude & 0x7fffff) | 0x800000;
  // Below 2^-14 the last place is worth 2^-24.
  uint shift = min(126 - exponent, 24u);
  bool subnormal = magnitude < 0x38800000;
  uint half_bits = subnormal ? digits >> shift : (magnitude - (112 << 23)) >> 13;
  bool inexact = subnormal ? half_bits << shift != digits && magnitude != 0 : (magnitude & 0x1fff) != 0;
  half_bits += away && inexact;
  half_bits = magnitude >= 0x47800000 ? (away ? 0x7c00 : 0x7bff) : half_bits;
  half_bits = magnitude == 0x7f800000 ? 0x7c00 : half_bits;
  half_bits = magnitude > 0x7f800000 ? 0x7e00 : half_bits;
  return sign | half_bits;
}

#define ROUND(name, away)                                                                                              \
  static ushort OVERLOAD name(float x) { return roundHalf(x, away); }                                                  \
  static ushort2 OVERLOAD name(float2 x) { return (ushort2)(name(x.x), name(x.y)); }                                   \
  static ushort3 OVERLOAD name(float3 x) { return (ushort3)(name(x.x), name(x.y), name(x.z)); }                        \
  static ushort4 OVERLOAD name(float4 x) { return (ushort4)(name(x.lo), name(x.hi)); }                                 \
  static ushort8 OVERLOAD name(float8 x) { return (ushort8)(name(x.lo), name(x.hi)); }                                 \
  static ushort16 OVERLOAD name(float16 x) { return (ushort16)(name(x.lo), name(x.hi)); }
ROUND(roundHalf_rtp, as_int(x) >= 0)
ROUND(roundHalf_rtn, as_int(x) < 0)

#define STORE_VECTOR(n, mode, space)                                                                                   \
  OVERLOAD void vstore_half##n##mode(float##n x, size_t offset, space half *address) {                                 \
    vstore##n(roundHalf##mode(x), offset, (space ushort *)address);                                                    \
  }                                                                                                                    \
  OVERLOAD void vstorea_half##n##mode(float##n x, size_t offset, space half *address) {                                \
    ((space ushort##n *)address)[offset] = roundHalf##mode(x);                                                         \
  }
#define STORE(mode, space)                                                                                             \
  OVERLOAD void vstore_half##mode(float x, size_t offset, space half *address) {                                       \
    ((space ushort *)address)[offset] = roundHalf##mode(x);                                                            \
  }                                                                                                                    \
  STORE_VECTOR(2, mode, space)                                                                                         \
  STORE_VECTOR(3, mode, space)                                                                                         \
  STORE_VECTOR(4, mode, space)                                                                                         \
  STORE_VECTOR(8, mode, space)                                                                                         \
  STORE_VECTOR(16, mode, space)
STORE(_rtp, __private)
STORE(_rtp, __global)
STORE(_rtp, __local)
STORE(_rtn, __private)
STORE(_rtn, __global)
STORE(_rtn, __local)
