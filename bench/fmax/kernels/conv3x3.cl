// SPDX-License-Identifier: Apache-2.0
// A 3 x 3 convolution of integers; the border is copied.
kernel void conv3x3(global int *restrict out, global const int *restrict in, constant int *restrict weights, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  int sum = 0;
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    sum = in[y * width + x];
  } else {
#pragma unroll
    for (int j = 0; j < 3; ++j)
#pragma unroll
      for (int i = 0; i < 3; ++i)
        sum += weights[3 * j + i] * in[(y + j - 1) * width + x + i - 1];
  }
  out[y * width + x] = sum;
}
