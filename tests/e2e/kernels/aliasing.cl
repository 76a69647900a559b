// SPDX-License-Identifier: Apache-2.0
// run: global=16 local=4 in=64 out=16 n=6
// A work-item's own accesses to one buffer stay in program order, also through two pointers and around loops.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __global uint *o = out + get_global_id(0) * 16;
  __global volatile uint *alias = (__global volatile uint *)o;
  for (uint i = 0; i < 16; ++i)
    o[i] = in[i + get_global_id(0)];
  for (uint i = 1; i < 16; ++i) {
    o[i] += o[i - 1];
    alias[(i * 7) & 15] = o[i] ^ i;
    if (o[(i + n) & 15] & 1)
      o[(i * 3) & 15] = alias[i & 7] + 1;
  }
}
