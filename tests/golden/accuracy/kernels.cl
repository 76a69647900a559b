// SPDX-License-Identifier: Apache-2.0
// One kernel per function of functions.def, on the type NUMBER. Values of half come and go as float, which every C++ compiler has.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef NUMBER number;
typedef STORED stored;
number fract_whole(number x) { number whole; fract(x, &whole); return whole; }
number fract_value(number x) { number whole; return fract(x, &whole); }
number frexp_value(number x) { int exponent; return frexp(x, &exponent); }
number frexp_exponent(number x) { int exponent; frexp(x, &exponent); return exponent; }
number lgamma_sign(number x) { int sign; lgamma_r(x, &sign); return sign; }
number modf_value(number x) { number whole; return modf(x, &whole); }
number modf_whole(number x) { number whole; modf(x, &whole); return whole; }
number sincos_value(number x) { number cosine; return sincos(x, &cosine); }
number sincos_cosine(number x) { number cosine; sincos(x, &cosine); return cosine; }
number remquo_value(number x, number y) { int quotient; return remquo(x, y, &quotient); }
number remquo_quotient(number x, number y) { int quotient; remquo(x, y, &quotient); return quotient % 128; }
#define UNARY(f, ulps, half_ulps)                                                                                      \
  kernel void k_##f(global stored *result, global const stored *x) {                                                   \
    size_t i = get_global_id(0);                                                                                       \
    result[i] = (number)f((number)x[i]);                                                                               \
  }
#define BINARY(f, ulps, half_ulps)                                                                                     \
  kernel void k_##f(global stored *result, global const stored *x, global const stored *y) {                           \
    size_t i = get_global_id(0);                                                                                       \
    result[i] = (number)f((number)x[i], (number)y[i]);                                                                 \
  }
#define INTEGER(f, ulps, half_ulps)                                                                                    \
  kernel void k_##f(global stored *result, global const stored *x, global const int *n) {                              \
    size_t i = get_global_id(0);                                                                                       \
    result[i] = (number)f((number)x[i], n[i]);                                                                         \
  }
#include "functions.def"
