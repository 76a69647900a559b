// SPDX-License-Identifier: Apache-2.0
// run: global=96 local=24 in=2048 out=16 n=3
// run: global=37 local=1 in=2048 out=16 n=5
// run: global=30,3 local=3,1 in=2048 out=16 n=40
// Elements that follow each other and of which a line has fewer than a packet lanes.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  const size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);
  const uint8 a = ((__global const uint8 *)in)[at];
  const ulong2 b = ((__global const ulong2 *)in)[at + 1];
  uint16 sum = (uint16)(a, a.s76543210) * n;
  if (a.s3 & 1)
    sum ^= ((__global const uint16 *)in)[at];
  sum.s2 += (uint)(b.x ^ b.y >> 7);
  if (get_global_id(0) != n)
    ((__global uint16 *)out)[at] = sum;
}
