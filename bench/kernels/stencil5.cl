// SPDX-License-Identifier: Apache-2.0
// A step of the heat equation on a grid of `width` columns. The input has a border of one element all round.
__kernel void stencil5(__global const float *restrict in, __global float *restrict out, int width) {
  int x = get_global_id(0), y = get_global_id(1);
  int pitch = width + 2;
  int centre = (y + 1) * pitch + x + 1;
  float around = in[centre - pitch] + in[centre - 1] + in[centre + 1] + in[centre + pitch];
  out[y * width + x] = in[centre] + 0.1f * (around - 4.0f * in[centre]);
}
