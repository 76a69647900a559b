// SPDX-License-Identifier: Apache-2.0
// run: global=96 local=24 in=160 out=2 n=37
// run: global=80 local=16 in=160 out=2 n=1
// run: global=33 local=11 in=160 out=2 n=0
// Ways that do not meet in one place: a search that returns what it has found, the next round of an outer loop, and a way
// out of two loops at once. Neighbouring work-items take different ones.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0), size = get_global_size(0), count = 0, at = 0;
  for (uint r = 0; r < n; ++r) {
    for (uint j = 0; j < (in[r] & 7); ++j) {
      if (((in[i] >> j) & 1) == (r & 1) && (in[r] >> j & 1))
        goto next;
      count += in[i + j];
    }
    at += r;
  next:;
  }
  out[size + i] = count + at;
  for (uint r = 0; r < n; ++r)
    for (uint c = 0; c < (i & 3) + 1; ++c) {
      uint v = in[r + c];
      if ((v & 15) == (i & 15))
        goto found;
      if ((v & 63) == 63) {
        out[i] = v;
        return;
      }
      at ^= v;
    }
  out[i] = at;
  return;
found:
  atomic_add(&shared[0], 1u);
  out[i] = ~at;
}
