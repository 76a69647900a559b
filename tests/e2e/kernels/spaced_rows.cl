// SPDX-License-Identifier: Apache-2.0
// run: global=32,3 local=8,1 in=8192 out=4 n=21
// run: global=16,4 local=16,2 in=8192 out=4 n=64
// run: global=5,2 in=8192 out=4 n=3
// run: global=32,2 local=8,1 in=8192 out=4 n=40 device=-weft-lanes=1
// run: global=33,2 in=8192 out=4 n=16 device=-weft-lanes=2
// run: global=40,3 local=8,1 in=8192 out=4 n=50 device=-weft-lanes=8
// Work-items that each go along a row of their own in unrolled loops and leave out elements: every other one, two of
// three, fields of a structure, rows from the end, and indices that wrap round.
struct Entry {
  ushort kind, weight;
  uint value;
  uchar flags[4];
};
__kernel void k(__global const uint *restrict in, __global uint *restrict out, __global uint *shared, uint n) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), at = y * w + x;
  __global const ushort *halves = (__global const ushort *)in;
  __global const uchar *bytes = (__global const uchar *)in;
  __global const struct Entry *entries = (__global const struct Entry *)in;
  uint sum = (uint)at, other = 1;
  int length = n & 31;
#pragma unroll 4
  for (int i = 0; i < length; ++i)
    sum = sum * 5 + in[(at * 33 + i) * 2];
#pragma unroll 8
  for (int i = 0; i < length; ++i)
    other = (other ^ bytes[(at * 61 + i) * 4 + 1]) * 7;
  out[4 * at] = sum;
#pragma unroll 3
  for (int i = 0; i < length; ++i)
    sum += halves[(at * 40 + i) * 3] << (i & 7) ^ halves[(at * 40 + i) * 3 + 2];
  if (y & 1) {
#pragma unroll 5
    for (int i = 0; i < length; ++i)
      sum ^= entries[at * 17 + i].value * entries[at * 17 + i].flags[3] + entries[at * 17 + i].kind;
  }
  out[4 * at + 1] = sum ^ other;
  uint last = 0;
#pragma unroll 8
  for (int i = 0; i < (at & 15) + 3; ++i)  // as often as each one likes
    last = last * 3 + in[at * 40 + 2 * (19 - i)];
  out[4 * at + 2] = last;
  uint start = at * 40u - 24u;  // of the first work-item: below 0, until it wraps round
#pragma unroll 8
  for (uint i = 0; i < 24; ++i)
    if (start + 3 * i < 8000u)
      last = last * 5 + in[start + 3 * i];
  out[4 * at + 3] = last;
}
