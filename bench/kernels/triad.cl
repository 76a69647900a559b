// SPDX-License-Identifier: Apache-2.0
// STREAM's triad (McCalpin).
__kernel void triad(__global float *restrict a, __global const float *restrict b, __global const float *restrict c,
                    float factor) {
  size_t i = get_global_id(0);
  a[i] = b[i] + factor * c[i];
}
