// SPDX-License-Identifier: Apache-2.0
// Functions whose zeros have the wrong sign in libclc.
#include "builtins.h"

#define LIBCLC(name, mangled) name __asm__("__libclc_" mangled)

#define FRACT(type, mostBelowOne)                                                                                      \
  static OVERLOAD type fractOf(type x, type *whole) {                                                                  \
    *whole = floor(x);                                                                                                 \
    type rest = fmin(x - *whole, mostBelowOne);                                                                        \
    rest = x == 0 || isnan(x) ? x : rest;                                                                              \
    return isinf(x) ? copysign((type)0, x) : rest;                                                                     \
  }                                                                                                                    \
  TWO_RESULTS(type, fract, type)
FRACT(float, 0x1.fffffep-1f)
FRACT(double, 0x1.fffffffffffffp-1)

#define NEXTAFTER(type, mangled)                                                                                       \
  OVERLOAD type LIBCLC(nextafterLibclc(type x, type y), mangled);                                                      \
  OVERLOAD PURE type nextafter(type x, type y) {                                                                       \
    type result = nextafterLibclc(x, y);                                                                               \
    return result == 0 && x != y ? copysign((type)0, x) : result;                                                      \
  }                                                                                                                    \
  VECTORS_2(type, nextafter, type)
NEXTAFTER(float, "_Z9nextafterff")
NEXTAFTER(double, "_Z9nextafterdd")
