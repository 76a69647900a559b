// SPDX-License-Identifier: Apache-2.0
// One kernel per function of functions.def.
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
