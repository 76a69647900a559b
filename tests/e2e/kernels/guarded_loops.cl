// SPDX-License-Identifier: Apache-2.0
// run: global=96 local=24 in=256 out=3 n=5
// run: global=64 local=16 in=256 out=3 n=1
// run: global=45 local=9 in=256 out=3 n=0
// run: global=96 local=24 in=256 out=3 n=5 device=-weft-lanes=4
// Guards around loops with more behind them: the loop may have no round, and what is behind it is for the same
// work-items. Two of those in one guard, one in another, and a chain of guards whose ways meet in pairs.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0), size = get_global_size(0);
  if (i < size - 7) {
    uint sum = i;
    for (uint j = 0; j < n; ++j)
      sum = sum * 3 + in[i + j];
    out[i] = sum;
    if (in[i] & 1) {
      for (uint r = 0; r < n; ++r)
        for (uint c = 0; c < (in[i] & 6); ++c)
          sum ^= in[i + r] + c;
      out[size + i] = sum;
    }
  }
  uint kind = in[i] & 7, value = kind;
  if (kind < 4) {
    if (kind < 2)
      for (uint j = 0; j < n; ++j)
        value += in[i + j] >> 1;
    else
      value -= n;
    atomic_add(&shared[kind], value);
  } else {
    if (kind < 6)
      for (uint j = 0; j < n + kind; ++j)
        value ^= in[i + j] << j;
    atomic_xor(&shared[kind], value);
  }
  out[2 * size + i] = value;
}
