// SPDX-License-Identifier: Apache-2.0
// run: global=512 local=64 overlap=64 in=64 out=1024 n=64
// run: global=512 local=8 overlap=64 in=64 out=1024 n=64 device=-weft-lanes=2
// run: global=512 local=64 overlap=64 in=64 out=1024 n=64 device=-weft-lanes=4
// run: global=509 local=1 overlap=64 in=64 out=1024 n=64 device=-weft-lanes=1
// Half of the work-items store to one port of a memory that has several, the others to any, and each loads the same through another
// pointer: `in` and `out` are n words apart. What is stored to a port that is busy is acknowledged late, and the
// acknowledgement of another store, to an idle one, does not count for it.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0), port = (i ^ i >> 3 ^ i >> 6) & 7;
  uint at = i * 1024 + (i & 1 ? i >> 1 & 7 : port) * 128;
  for (uint j = 0; j < 8; ++j) {
    out[at + j * 16] = i * 3 + j;
    out[i * 1024 + port * 128 + 8 + j * 16] = in[n + at + j * 16] * 5;
  }
}
