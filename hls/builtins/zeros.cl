// SPDX-License-Identifier: Apache-2.0
// Functions whose zeros have the wrong sign in libclc.
#include "builtins.h"

#define LIBCLC(name, mangled) name __asm__("__libclc_" mangled)

// Of an odd function that is zero at zero only.
#define ODD(name, mangled)                                                                                             \
  OVERLOAD double LIBCLC(name##Libclc(double x), mangled);                                                             \
  OVERLOAD PURE double name(double x) { return x == 0.0 ? x : name##Libclc(x); }                                       \
  VECTORS_1(double, name)

// sinpi of an integer is a zero of the integer's sign, cospi's zeros are positive, tanpi's negative for odd integers.
#define PERIODIC(type, code)                                                                                           \
  OVERLOAD type LIBCLC(sinpiLibclc(type x), "_Z5sinpi" code);                                                          \
  OVERLOAD type LIBCLC(cospiLibclc(type x), "_Z5cospi" code);                                                          \
  OVERLOAD type LIBCLC(tanpiLibclc(type x), "_Z5tanpi" code);                                                          \
  OVERLOAD PURE type sinpi(type x) {                                                                                   \
    type result = sinpiLibclc(x);                                                                                      \
    return result == 0 ? copysign((type)0, x) : result;                                                                \
  }                                                                                                                    \
  OVERLOAD PURE type cospi(type x) {                                                                                   \
    type result = cospiLibclc(x);                                                                                      \
    return result == 0 ? (type)0 : result;                                                                             \
  }                                                                                                                    \
  OVERLOAD PURE type tanpi(type x) {                                                                                   \
    type result = tanpiLibclc(x), half_x = x * (type)0.5;                                                              \
    return result == 0 ? copysign((type)0, floor(half_x) == half_x ? x : -x) : result;                                 \
  }                                                                                                                    \
  VECTORS_1(type, sinpi)                                                                                               \
  VECTORS_1(type, cospi)                                                                                               \
  VECTORS_1(type, tanpi)

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
