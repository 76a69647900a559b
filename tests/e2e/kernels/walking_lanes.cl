// SPDX-License-Identifier: Apache-2.0
// run: global=32,3 local=8,1 in=4096 out=3 n=21
// run: global=16,4 local=16,2 in=4096 out=3 n=64
// run: global=5,2 in=4096 out=3 n=3
// run: global=32,2 local=8,1 in=4096 out=3 n=40 device=-weft-lanes=1
// run: global=33,2 in=4096 out=3 n=16 device=-weft-lanes=2
// run: global=40,3 local=8,1 in=4096 out=3 n=50 device=-weft-lanes=8
// Work-items that each go along a row of their own in unrolled loops: elements of several widths, from any place in a
// line, in some rows only, and rows of which only some work-items read all.
__kernel void k(__global const uint *restrict in, __global uint *restrict out, __global uint *shared, uint n) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), at = y * w + x;
  __global const ushort *halves = (__global const ushort *)in;
  __global const uchar *bytes = (__global const uchar *)in;
  __global const ulong *longs = (__global const ulong *)in;
  uint sum = (uint)at, other = 1;
  int length = n & 31;
#pragma unroll 4
  for (int i = 0; i < length; ++i)
    sum = sum * 5 + in[at * 33 + i];
#pragma unroll 6
  for (int i = 0; i < length; ++i)
    other = (other ^ bytes[at * 61 + i + 3]) * 7;
  out[3 * at] = sum;
#pragma unroll 3
  for (int i = 0; i < length; ++i)
    sum += halves[at * 50 + i - 0] << (i & 7);
  if (y & 1) {
#pragma unroll 2
    for (int i = 0; i < length; ++i)
      sum ^= (uint)longs[at * 7 + i] + (uint)(longs[at * 7 + i] >> 32);
  }
  out[3 * at + 1] = sum ^ other;
  uint last = 0;
#pragma unroll 8
  for (int i = 0; i < (at & 15) + 3; ++i)  // as often as each one likes
    last = last * 3 + in[at * 20 + i];
  out[3 * at + 2] = last;
}
