// SPDX-License-Identifier: Apache-2.0
// run: global=37,9 in=2048 out=4 n=37
// run: global=64,16 local=16,4 in=2048 out=4 n=64
// run: global=37,9 in=2048 out=4 n=41 device=-weft-lanes=1
// run: global=40,7 in=2048 out=4 n=48 device=-weft-lanes=2
// run: global=67,5 in=2048 out=4 n=70 device=-weft-lanes=4
// run: global=129,5 in=2048 out=4 n=131 device=-weft-lanes=8
// run: global=100,6 in=2048 out=4 n=128 device=-weft-lanes=16
// run: global=16,20 in=24576 out=4 n=1024
// run: global=200,3 local=8,3 in=24576 out=4 n=4096
// Loads of several rows and columns, which share lines: a stencil with a border, one whose coordinates are clamped, rows at a constant
// distance, and the parts of structures.
typedef struct { uchar r, g, b; } Colour;
__kernel void k(__global const uint *restrict in, __global uint *restrict out, __global uint *shared, uint n) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0), height = get_global_size(1), pitch = n;
  int i = y * width + x, items = width * height;
  uint sum = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx)
      sum = 3 * sum + in[(y + dy) * pitch + x + dx];
  out[i] = sum;
  int left = max(x - 1, 0), right = min(x + 1, width - 1), up = max(y - 1, 0), down = min(y + 1, height - 1);
  out[items + i] = in[up * pitch + left] + 3 * in[up * pitch + right] + 5 * in[down * pitch + left] +
                   7 * in[down * pitch + right] + 9 * in[y * pitch + x];
  out[2 * items + i] = in[x] ^ in[x + 300] ^ in[x + 600];
  __global const Colour *colours = (__global const Colour *)in;
  out[3 * items + i] = 77 * colours[i].r + 150 * colours[i].g + 29 * colours[i].b;
}
