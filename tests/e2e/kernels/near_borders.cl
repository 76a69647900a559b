// SPDX-License-Identifier: Apache-2.0
// run: global=32,3 local=8,1 in=4096 out=5 n=32
// run: global=32,3 local=8,1 in=4096 out=5 n=21
// run: global=16,4 local=16,2 in=4096 out=5 n=1
// run: global=5,2 in=4096 out=5 n=2
// run: global=7,3 in=4096 out=5 n=3
// run: global=37,5 in=4096 out=5 n=36 device=-weft-lanes=2
// run: global=40,3 local=8,1 in=4096 out=5 n=37 device=-weft-lanes=8
// run: global=37,5 in=4096 out=5 n=4 device=-weft-lanes=16
// run: global=33,2 in=4096 out=5 n=33 device=-weft-lanes=1
// What is taken at a row's border is an element of the row beside it, as work-items that are not in the row have left: of rows that end
// within a packet, too, of fewer elements than are tapped, and of other widths.
__kernel void k(__global const uint *restrict in, __global uint *restrict out, __global uint *shared, uint n) {
  int x = get_global_id(0), y = get_global_id(1), w = n;
  int o = 5 * (y * (int)get_global_size(0) + x);
  if (x >= w)
    return;
  __global const uint *row = in + y * 40;
  __global const ushort *shorts = (__global const ushort *)row;
  out[o] = row[clamp(x - 1, 0, w - 1)] ^ 3 * row[x] ^ 5 * row[clamp(x + 1, 0, w - 1)];
  // Five, and seven.
  out[o + 1] = row[max(x - 2, 0)] + 3 * row[max(x - 1, 0)] + 5 * row[x] + 7 * row[min(x + 1, w - 1)] + 9 * row[min(x + 2, w - 1)];
  uint sum = 0;
#pragma unroll
  for (int i = -3; i <= 3; ++i)
    sum = sum * 3 + shorts[clamp(x + i, 0, w - 1)];
  out[o + 2] = sum;
  // Unsigned, and as wide as addresses.
  uint u = get_global_id(0);
  if (u < n) {
    sum = row[u > 0 ? u - 1 : 0] ^ 3 * row[min(u + 1, n - 1)] ^ 5 * row[u + 2 < n ? u + 2 : n - 1];
    size_t i = get_global_id(0);
    sum = sum * 3 + row[i > 1 ? i - 2 : 0] + 5 * row[i + 1 < n ? i + 1 : n - 1];
  }
  out[o + 3] = sum;
  // In a loop of its own, and where the border depends on the row.
  sum = 0;
  for (int j = max(y - 1, 0); j <= y; ++j)
    sum = sum * 7 + in[j * 40 + max(x - 1, 0)] - in[j * 40 + min(x + 1, w - 1 - (j & 1))];
  out[o + 4] = sum;
}
