// SPDX-License-Identifier: Apache-2.0
// cl_khr_integer_dot_product: sums of four products of 8 bits, which fit their 32 bits; only the accumulation saturates.
#include "builtins.h"

#define DOT(result, a, b, signs)                                                                                       \
  OVERLOAD PURE result dot(a##4 x, b##4 y) {                                                                           \
    return (result)x.x * y.x + (result)x.y * y.y + ((result)x.z * y.z + (result)x.w * y.w);                            \
  }                                                                                                                    \
  OVERLOAD PURE result dot_acc_sat(a##4 x, b##4 y, result sum) { return add_sat(dot(x, y), sum); }                     \
  OVERLOAD PURE result dot_4x8packed_##signs##_##result(uint x, uint y) { return dot(as_##a##4(x), as_##b##4(y)); }    \
  OVERLOAD PURE result dot_acc_sat_4x8packed_##signs##_##result(uint x, uint y, result sum) {                          \
    return dot_acc_sat(as_##a##4(x), as_##b##4(y), sum);                                                               \
  }
DOT(uint, uchar, uchar, uu)
DOT(int, char, char, ss)
DOT(int, uchar, char, us)
DOT(int, char, uchar, su)
