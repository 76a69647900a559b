// SPDX-License-Identifier: Apache-2.0
// Sobel edge detection: the gradient's magnitude of each pixel's brightness. Edges repeat the outermost pixels.

// ITU-R BT.601 brightness in 1/256 steps.
int brightness(__global const uchar4 *in, int width, int height, int x, int y) {
  x = clamp(x, 0, width - 1);
  y = clamp(y, 0, height - 1);
  uchar4 p = in[y * width + x];
  return (77 * p.x + 150 * p.y + 29 * p.z) >> 8;
}

__kernel void sobel(__global const uchar4 *restrict in, __global uchar4 *restrict out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  int nw = brightness(in, width, height, x - 1, y - 1);
  int n = brightness(in, width, height, x, y - 1);
  int ne = brightness(in, width, height, x + 1, y - 1);
  int w = brightness(in, width, height, x - 1, y);
  int e = brightness(in, width, height, x + 1, y);
  int sw = brightness(in, width, height, x - 1, y + 1);
  int s = brightness(in, width, height, x, y + 1);
  int se = brightness(in, width, height, x + 1, y + 1);
  float gx = (ne + 2 * e + se) - (nw + 2 * w + sw);
  float gy = (sw + 2 * s + se) - (nw + 2 * n + ne);
  uchar m = (uchar)min(sqrt(gx * gx + gy * gy), 255.0f);
  out[y * width + x] = (uchar4)(m, m, m, 255);
}
