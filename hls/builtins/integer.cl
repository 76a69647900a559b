// SPDX-License-Identifier: Apache-2.0
// Integer functions that libclc leaves out.
#include "builtins.h"

#define MAD_HI(type)                                                                                                   \
  OVERLOAD PURE type mad_hi(type a, type b, type c) { return mul_hi(a, b) + c; }
#define MAD_HI_OF(type) MAD_HI(type) MAD_HI(type##2) MAD_HI(type##3) MAD_HI(type##4) MAD_HI(type##8) MAD_HI(type##16)
MAD_HI_OF(char)
MAD_HI_OF(uchar)
MAD_HI_OF(short)
MAD_HI_OF(ushort)
MAD_HI_OF(int)
MAD_HI_OF(uint)
MAD_HI_OF(long)
MAD_HI_OF(ulong)

// Trailing zeros (OpenCL C 3.0); of 0 the width.
#define CTZ(type, wide)                                                                                                \
  OVERLOAD PURE type ctz(type x) { return x ? (type)__builtin_ctz##wide(x) : (type)(sizeof(type) * 8); }               \
  OVERLOAD PURE type##2 ctz(type##2 x) { return (type##2)(ctz(x.x), ctz(x.y)); }                                       \
  OVERLOAD PURE type##3 ctz(type##3 x) { return (type##3)(ctz(x.x), ctz(x.y), ctz(x.z)); }                             \
  OVERLOAD PURE type##4 ctz(type##4 x) { return (type##4)(ctz(x.lo), ctz(x.hi)); }                                     \
  OVERLOAD PURE type##8 ctz(type##8 x) { return (type##8)(ctz(x.lo), ctz(x.hi)); }                                     \
  OVERLOAD PURE type##16 ctz(type##16 x) { return (type##16)(ctz(x.lo), ctz(x.hi)); }
CTZ(char, )
CTZ(uchar, )
CTZ(short, )
CTZ(ushort, )
CTZ(int, )
CTZ(uint, )
CTZ(long, l)
CTZ(ulong, l)

// libclc's mad_sat for long and ulong misses sums that overflow where the product does not.
OVERLOAD PURE ulong mad_sat(ulong x, ulong y, ulong z) {
  ulong sum = x * y + z;
  return mul_hi(x, y) != 0 || sum < z ? ULONG_MAX : sum;
}
OVERLOAD PURE long mad_sat(long x, long y, long z) {
  // The 128-bit sum in two halves; it cannot overflow.
  ulong low = (ulong)x * (ulong)y, sum = low + (ulong)z;
  long high = mul_hi(x, y) + (z >> 63) + (sum < low);
  return high == (long)sum >> 63 ? (long)sum : high < 0 ? LONG_MIN : LONG_MAX;
}
#define MAD_SAT(type)                                                                                                  \
  OVERLOAD PURE type##2 mad_sat(type##2 x, type##2 y, type##2 z) {                                                     \
    return (type##2)(mad_sat(x.x, y.x, z.x), mad_sat(x.y, y.y, z.y));                                                  \
  }                                                                                                                    \
  OVERLOAD PURE type##3 mad_sat(type##3 x, type##3 y, type##3 z) {                                                     \
    return (type##3)(mad_sat(x.x, y.x, z.x), mad_sat(x.y, y.y, z.y), mad_sat(x.z, y.z, z.z));                          \
  }                                                                                                                    \
  OVERLOAD PURE type##4 mad_sat(type##4 x, type##4 y, type##4 z) {                                                     \
    return (type##4)(mad_sat(x.lo, y.lo, z.lo), mad_sat(x.hi, y.hi, z.hi));                                            \
  }                                                                                                                    \
  OVERLOAD PURE type##8 mad_sat(type##8 x, type##8 y, type##8 z) {                                                     \
    return (type##8)(mad_sat(x.lo, y.lo, z.lo), mad_sat(x.hi, y.hi, z.hi));                                            \
  }                                                                                                                    \
  OVERLOAD PURE type##16 mad_sat(type##16 x, type##16 y, type##16 z) {                                                 \
    return (type##16)(mad_sat(x.lo, y.lo, z.lo), mad_sat(x.hi, y.hi, z.hi));                                           \
  }
MAD_SAT(long)
MAD_SAT(ulong)

// libclc's sub_sat of int and long is wrong for the smallest subtrahend.
#define SUB_SAT(type)                                                                                                  \
  OVERLOAD PURE type sub_sat(type x, type y) { return __builtin_elementwise_sub_sat(x, y); }
#define SUB_SAT_OF(type)                                                                                               \
  SUB_SAT(type) SUB_SAT(type##2) SUB_SAT(type##3) SUB_SAT(type##4) SUB_SAT(type##8) SUB_SAT(type##16)
SUB_SAT_OF(int)
SUB_SAT_OF(long)

// libclc makes the high half of a 64-bit product of four products; the hardware has it whole.
#define MUL_HI(type, primitive)                                                                                        \
  OVERLOAD PURE type mul_hi(type a, type b) { return primitive(a, b); }                                                \
  OVERLOAD PURE type##2 mul_hi(type##2 a, type##2 b) { return (type##2)(primitive(a.x, b.x), primitive(a.y, b.y)); }   \
  OVERLOAD PURE type##3 mul_hi(type##3 a, type##3 b) {                                                                 \
    return (type##3)(primitive(a.x, b.x), primitive(a.y, b.y), primitive(a.z, b.z));                                   \
  }                                                                                                                    \
  OVERLOAD PURE type##4 mul_hi(type##4 a, type##4 b) { return (type##4)(mul_hi(a.lo, b.lo), mul_hi(a.hi, b.hi)); }     \
  OVERLOAD PURE type##8 mul_hi(type##8 a, type##8 b) { return (type##8)(mul_hi(a.lo, b.lo), mul_hi(a.hi, b.hi)); }     \
  OVERLOAD PURE type##16 mul_hi(type##16 a, type##16 b) { return (type##16)(mul_hi(a.lo, b.lo), mul_hi(a.hi, b.hi)); }
MUL_HI(long, __weft_smul_hi)
MUL_HI(ulong, __weft_umul_hi)
