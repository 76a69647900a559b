// SPDX-License-Identifier: Apache-2.0
// STREAM's add (McCalpin).
__kernel void add(__global const float *restrict a, __global const float *restrict b, __global float *restrict c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}
