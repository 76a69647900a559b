// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=160 out=1 n=13
// A loop made of goto, with barriers.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __local uint t[16];
  uint i = get_global_id(0), l = get_local_id(0), c = 0, s = in[i];
  t[l] = s;
again:
  barrier(CLK_LOCAL_MEM_FENCE);
  uint x = t[(l + c + 1) & 15];
  barrier(CLK_LOCAL_MEM_FENCE);
  s = s * 3 + x;
  t[l] = s;
  if (++c < n)
    goto again;
  if (n > 5)
    goto skip;
  barrier(CLK_LOCAL_MEM_FENCE);
  s += t[l ^ 1];
skip:
  out[i] = s;
}
