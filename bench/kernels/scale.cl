// SPDX-License-Identifier: Apache-2.0
// STREAM's scale (McCalpin).
__kernel void scale(__global float *restrict b, __global const float *restrict c, float factor) {
  size_t i = get_global_id(0);
  b[i] = factor * c[i];
}
