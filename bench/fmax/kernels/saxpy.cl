// SPDX-License-Identifier: Apache-2.0
kernel void saxpy(global float *restrict y, global const float *restrict x, float a) {
  size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}
