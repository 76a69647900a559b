// SPDX-License-Identifier: Apache-2.0
#pragma OPENCL FP_CONTRACT OFF

// Iterations until |z| > 2, at most `limit`, for each pixel. The loop's length depends on the data.
__kernel void mandelbrot(__global int *restrict iterations, int width, float left, float top, float step, int limit) {
  int px = get_global_id(0), py = get_global_id(1);
  float cx = left + px * step, cy = top - py * step;
  float x = 0.0f, y = 0.0f;
  int n = 0;
  while (n < limit && x * x + y * y <= 4.0f) {
    float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    ++n;
  }
  iterations[py * width + px] = n;
}
