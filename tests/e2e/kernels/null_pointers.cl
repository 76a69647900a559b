// SPDX-License-Identifier: Apache-2.0
// run: global=16 local=4 in=64 out=4 n=3
// Null is no variable's address, even where one begins its memory.
__constant uint table[4] = {5, 6, 7, 8};
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  const uint i = get_global_id(0);
  uint cells[4] = {1, 2, 3, 4}, others[4] = {9, 8, 7, 6};
  uint *found = 0, *other = 0;
  __constant uint *entry = 0;
  uint count = 0, equal = 0;
  for (uint j = 0; j < 4 + n; ++j) {
    if (found)
      count += *found;
    if (entry != 0)
      count += *entry << 8;
    equal = equal << 1 | (found == other);
    found = in[i + j] & 4 ? &cells[(in[i + j] >> 3) & 3] : 0;
    other = in[i + j] & 32 ? &others[(in[i + j] >> 3) & 3] : 0;
    entry = in[i + j] & 64 ? &table[(in[i + j] >> 3) & 3] : 0;
  }
  out[i * 4] = count;
  out[i * 4 + 1] = equal;
  out[i * 4 + 2] = (found != 0) | (other != 0) << 1;
}
