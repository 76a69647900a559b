// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=4096 out=41 n=0
// run: global=64 local=16 in=4096 out=41 n=7
// run: global=64 local=16 in=4096 out=41 n=20 device=-weft-lanes=8
// run: global=48 local=16 in=4096 out=41 n=15 device=-weft-lanes=16
// run: global=45 local=9 in=4096 out=41 n=5 device=-weft-lanes=2
// run: global=33 in=4096 out=41 n=12 device=-weft-lanes=1
// Guarded copies of loops that store and count, with branches within, in some work-items only, of lengths that are read.
__kernel void k(__global const uint *restrict in, __global uint *restrict out, __global uint *shared, uint n) {
  uint x = get_global_id(0), size = get_global_size(0);
  __global const uint *row = in + x * 40;
  __global uint *mine = out + x * 40;
  uint length = in[x] & 15, sum = x;
  for (uint i = 0; i < 40; ++i)
    mine[i] = i;
#pragma unroll 4
  for (uint i = 0; i < length + (n & 3); ++i) {
    mine[i] = row[i] + sum;
    if (row[i] & 1)
      sum += row[i + 1] >> 3;
    else
      atomic_add(&shared[row[i] & 7], 1u);
  }
  if (x & 2) {
#pragma unroll 3
    for (uint i = length; i < n; ++i) {
      uint value = row[i] & 31;
      if (value > 24)
        mine[39 - (i & 7)] ^= value;
      sum = sum * 3 + value;
    }
  }
  out[40 * size + x] = sum;
}
