// SPDX-License-Identifier: Apache-2.0
__kernel void saxpy(float factor, __global const float *restrict x, __global float *restrict y) {
  size_t i = get_global_id(0);
  y[i] = factor * x[i] + y[i];
}
