// SPDX-License-Identifier: Apache-2.0
// run: global=256 in=4100 out=2 n=4096
// run: global=100 local=4 in=4100 out=2 n=2048
// run: global=96 in=4100 out=2 n=4096 device=-weft-lanes=2
// run: global=96 in=4100 out=2 n=512 device=-weft-lanes=4
// run: global=96 in=4100 out=2 n=4096 device=-weft-lanes=8
// Loads whose lanes are any power of two apart, of 1 to 16 bytes: of words as short and as long as a bank of a cache and longer ones,
// from aligned places and others.
__kernel void k(__global const uint *restrict in, __global uint *restrict out, __global uint *shared, uint n) {
  uint id = get_global_id(0), items = get_global_size(0), mask = n - 1;
  __global const uchar *bytes = (__global const uchar *)in;
  __global const ushort *halves = (__global const ushort *)in;
  __global const uint2 *pairs = (__global const uint2 *)in;
  __global const uint4 *quads = (__global const uint4 *)in;
  uint words = 0, others = 0;
#pragma unroll 1
  for (uint s = 0; s < 7; ++s) {
    words = 3 * words + in[((id << s) & mask) + (s & 3)];
    uint2 p = pairs[(id << s) & (mask >> 1)];
    uint4 q = quads[(id << s) & (mask >> 2)];
    others = 7 * others + bytes[(id << s) & (4 * mask + 3)] + 256 * halves[((id + 5) << s) & (2 * mask + 1)];
    others ^= p.x + 3 * p.y + 5 * (q.x ^ q.y ^ q.z ^ q.w);
  }
  out[id] = words;
  out[items + id] = others;
}
