// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=4096 out=6 n=0
// run: global=64 local=16 in=4096 out=6 n=1
// run: global=64 local=16 in=4096 out=6 n=3 device=-weft-lanes=16
// run: global=64 local=16 in=4096 out=6 n=4 device=-weft-lanes=8
// run: global=45 local=9 in=4096 out=6 n=5 device=-weft-lanes=2
// run: global=64 local=16 in=4096 out=6 n=13 device=-weft-lanes=1
// run: global=33 in=4096 out=6 n=29
// Unrolled loops of any length along a row of each work-item, whose copies are guarded: counters of several types that
// go up and down, by more than one, up to where they end, and what is left of variables behind the loop.
__kernel void k(__global const uint *restrict in, __global uint *restrict out, __global uint *shared, uint n) {
  uint x = get_global_id(0), size = get_global_size(0);
  __global const uint *row = in + x * 40;
  uint a = x, b = 1, last = 77, before = 5, i;
#pragma unroll 4
  for (i = 0; i < n; ++i) {  // what is behind the loop is of the last round
    before = last;
    last = row[i] ^ i;
    a = a * 3 + last;
  }
  out[x] = a + before * 7 + last * 5 + i;
  int down = (int)(n + (x & 3)) - 1;
#pragma unroll 3
  for (; down >= 0; down -= 2)
    b = b * 5 + row[down];
  out[size + x] = b ^ (uint)down;
  uint swapped = 3, other = x;
#pragma unroll
  for (long l = (long)(x & 7); l < (long)n; l += 3) {
    uint first = swapped;
    swapped = other + row[l];
    other = first;
  }
  out[2 * size + x] = swapped * 9 + other;
  uint sum = 0;
  uchar count = (uchar)(255 - (n & 15)), small = 0;
#pragma unroll 8
  for (; count != 0; ++count, ++small)  // wraps round
    sum = (sum << 1) + row[small];
  out[3 * size + x] = sum + small;
  __global const uint *at = row, *end = row + (n + (x & 1));
  uint pointers = 9;
#pragma unroll 2
  while (at != end)
    pointers = (pointers ^ *at++) * 7;
  out[4 * size + x] = pointers + (uint)(at - row);
  ulong most = ~0UL - (in[x] & 15), place = 0;
  uint near = 1;
#pragma unroll 5
  for (ulong l = most; l <= ~0UL - 1; ++l, ++place)  // close to where the counter ends
    near = near * 11 + row[place];
  out[5 * size + x] = near;
}
