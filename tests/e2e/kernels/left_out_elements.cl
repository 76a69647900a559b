// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=4096 out=2 n=7
// run: global=64 local=16 in=4096 out=2 n=6 device=-weft-lanes=8
// run: global=48 local=16 in=4096 out=2 n=3 device=-weft-lanes=16
// run: global=45 local=9 in=4096 out=2 n=5 device=-weft-lanes=2
// run: global=33 in=4096 out=2 n=7 device=-weft-lanes=1
// Elements of a row of each work-item, and of one that all read, of which each leaves out others: the first ones, some in
// the middle, or all.
__kernel void k(__global const uint *restrict in, __global uint *restrict out, __global uint *shared, uint n) {
  uint x = get_global_id(0), size = get_global_size(0);
  __global const uint *row = in + x * 40;
  uint holes = 1;
  for (uint i = 0; i < (n & 7); ++i) {
    uint which = row[i + 9] >> (x & 3);
    if (which & 1)
      holes = holes * 3 + row[4 * i];
    if (which & 2)
      holes ^= row[4 * i + 1];
    if (which & 4)
      holes += row[4 * i + 2];
    if (which & 8)
      holes = holes * 5 + row[4 * i + 3];
  }
  uint common = 1;
  for (uint i = 0; i < (n & 7); ++i) {  // what all read
    uint which = row[i] >> 2;
    if (which & 1)
      common = common * 3 + in[4 * i + 7];
    if (which & 2)
      common ^= in[4 * i + 8];
    if (which & 4)
      common += in[4 * i + 10];
  }
  out[x] = holes;
  out[size + x] = common;
}
