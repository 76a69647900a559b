// SPDX-License-Identifier: Apache-2.0
// STREAM's copy (McCalpin).
__kernel void copy(__global const float *restrict a, __global float *restrict c) {
  size_t i = get_global_id(0);
  c[i] = a[i];
}
