// SPDX-License-Identifier: Apache-2.0
// One kernel per function of functions.def.
float fract_whole(float x) { float whole; fract(x, &whole); return whole; }
float fract_value(float x) { float whole; return fract(x, &whole); }
float frexp_value(float x) { int exponent; return frexp(x, &exponent); }
float frexp_exponent(float x) { int exponent; frexp(x, &exponent); return exponent; }
float lgamma_sign(float x) { int sign; lgamma_r(x, &sign); return sign; }
float modf_value(float x) { float whole; return modf(x, &whole); }
float modf_whole(float x) { float whole; modf(x, &whole); return whole; }
float sincos_value(float x) { float cosine; return sincos(x, &cosine); }
float sincos_cosine(float x) { float cosine; sincos(x, &cosine); return cosine; }
float remquo_value(float x, float y) { int quotient; return remquo(x, y, &quotient); }
float remquo_quotient(float x, float y) { int quotient; remquo(x, y, &quotient); return quotient % 128; }
#define UNARY(f, ulps)                                                                                                 \
  kernel void k_##f(global float *result, global const float *x) { result[get_global_id(0)] = f(x[get_global_id(0)]); }
#define BINARY(f, ulps)                                                                                                \
  kernel void k_##f(global float *result, global const float *x, global const float *y) {                              \
    size_t i = get_global_id(0);                                                                                       \
    result[i] = f(x[i], y[i]);                                                                                         \
  }
#define INTEGER(f, ulps)                                                                                               \
  kernel void k_##f(global float *result, global const float *x, global const int *n) {                                \
    size_t i = get_global_id(0);                                                                                       \
    result[i] = f(x[i], n[i]);                                                                                         \
  }
#include "functions.def"
