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
