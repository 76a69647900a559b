// SPDX-License-Identifier: Apache-2.0
__kernel void vecadd(__global const float *restrict a, __global const float *restrict b, __global float *restrict c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}
