// SPDX-License-Identifier: Apache-2.0
// Convolution with 3 x 3 weights. The input has a border of one element all round.
__kernel void stencil3x3(__global const float *restrict in, __constant float *weights, __global float *restrict out,
                         int width) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0.0f;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx)
      sum += weights[3 * dy + dx] * in[(y + dy) * (width + 2) + x + dx];
  out[y * width + x] = sum;
}
