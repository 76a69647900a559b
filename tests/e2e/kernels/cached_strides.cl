// SPDX-License-Identifier: Apache-2.0
// run: global=256 in=4100 out=3 n=4096
// run: global=100 local=4 in=4100 out=3 n=2048
// run: global=96 in=4100 out=3 n=4096 device=-weft-lanes=2
// run: global=96 in=4100 out=3 n=512 device=-weft-lanes=4
// run: global=96 in=4100 out=3 n=4096 device=-weft-lanes=8
// Loads whose lanes are any power of two apart, of words as short and as long as a bank of a cache and longer ones, from aligned
// places and others.
__kernel void k(__global const uint *restrict in, __global uint *restrict out, __global uint *shared, uint n) {
  uint id = get_global_id(0), items = get_global_size(0), mask = n - 1;
  __global const ushort *shorts = (__global const ushort *)in;
  __global const uint4 *vectors = (__global const uint4 *)in;
  uint words = 0, halves = 0, quads = 0;
  for (uint s = 0; s < 7; ++s) {
    words = 3 * words + in[((id << s) & mask) + (s & 3)];
    halves = 5 * halves + shorts[(id << s) & (2 * mask + 1)];
    uint4 v = vectors[(id << s) & (mask >> 2)];
    quads = 7 * quads + (v.x ^ v.y ^ v.z ^ v.w);
  }
  out[id] = words;
  out[items + id] = halves;
  out[2 * items + id] = quads;
}
