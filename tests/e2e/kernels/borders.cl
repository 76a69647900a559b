// SPDX-License-Identifier: Apache-2.0
// run: global=32,3 local=8,1 in=4096 out=6 n=21
// run: global=16,4 local=16,2 in=4096 out=6 n=64
// run: global=5,2 in=4096 out=6 n=3
// run: global=1,3 in=4096 out=6 n=1
// run: global=32,2 local=8,1 in=4096 out=6 n=40 device=-weft-lanes=1
// run: global=33,2 in=4096 out=6 n=16 device=-weft-lanes=2
// run: global=40,3 local=8,1 in=4096 out=6 n=50 device=-weft-lanes=8
// run: global=37,5 in=4096 out=6 n=37 device=-weft-lanes=16
// Rows that end: at borders of several kinds, work-items read something else than their neighbours, or nothing.
uint at(__global const uint *in, int w, int h, int x, int y) {
  return in[clamp(y, 0, h - 1) * w + clamp(x, 0, w - 1)];
}

__kernel void k(__global const uint *restrict in, __global uint *restrict out, __global uint *shared, uint n) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
  int o = 6 * (y * w + x), narrow = n < 1 ? 1 : (int)n;
  __global const uchar *bytes = (__global const uchar *)in;
  __global const ulong *longs = (__global const ulong *)in;
  // Repeated: 3 x 3, of fewer columns than there are work-items, and five of a row.
  uint sum = 0;
  for (int i = -1; i <= 1; ++i)
#pragma unroll 3
    for (int j = -1; j <= 1; ++j)
      sum = sum * 3 ^ at(in, w, h, x + i, y + j);
  out[o] = sum;
  out[o + 1] = at(in, narrow, h, x - 1, y) ^ 3 * at(in, narrow, h, x + 1, y) ^ 5 * at(in, narrow, h, x, y);
  out[o + 2] = at(in, w, h, x - 2, y) + 3 * at(in, w, h, x - 1, y) + 5 * at(in, w, h, x + 1, y) * at(in, w, h, x + 2, y);
  // Around, and mirrored.
  __global const uint *row = in + y * w;
  sum = row[x == 0 ? w - 1 : x - 1] ^ 7 * row[x + 1 == w ? 0 : x + 1] ^ 9 * row[x];
  out[o + 3] = sum + row[abs(x - 3)];
  // Nothing beyond: each neighbour under a condition of its own.
  sum = 1;
  if (x > 0)
    sum += row[x - 1];
  if (x < w - 1)
    sum *= row[x + 1];
  if (x < w - 2 && y & 1)
    sum ^= row[x + 2];
  out[o + 4] = sum + (x > 1 ? row[x - 2] : n);
  // Other widths, and unsigned coordinates.
  uint u = get_global_id(0);
  __global const uchar *line = bytes + y * 50;
  uint left = u > 0 ? u - 1 : 0, right = min(u + 1, (uint)w - 1);
  sum = line[left] + 3 * line[u] + 5 * line[right];
  ulong wide = longs[left] * 3 + longs[right];
  sum ^= (uint)wide ^ (uint)(wide >> 32);
  // Indices as wide as addresses.
  size_t i = get_global_id(0), size = get_global_size(0);
  sum = sum * 3 + (i > 0 ? in[i - 1] : 7) * 5 + in[i] + in[i + 1 < size ? i + 1 : 0] * 7;
  out[o + 5] = sum ^ in[clamp((long)i - 2, 0L, (long)size - 1)] ^ in[min(i + 2, size - 1)];
}
