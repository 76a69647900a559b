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
