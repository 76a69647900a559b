// SPDX-License-Identifier: Apache-2.0
// run: global=40 local=8 in=512 out=6 n=7
// run: global=40 local=8 in=512 out=6 n=7 device=-weft-lanes=1
// run: global=40 local=8 out=6 n=7 overlap=0 device=-weft-lanes=8
// run: global=40 local=8 out=6 n=7 overlap=0 device=-weft-lanes=1
// run: global=40 local=8 out=6 n=7 overlap=0 device=-weft-lanes=2
// run: global=40 local=8 out=6 n=263 overlap=32 device=-weft-lanes=16
// run: global=40 local=8 out=6 n=263 overlap=32 device=-weft-lanes=1
// `in` may be where `out` is, or n / 256 times 32 words before it. Each work-item has words of its own.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  size_t at = get_global_id(0), items = get_global_size(0);
  __global const uint *from = in + (n >> 8) * 32;
  for (uint i = 0; i < 6; ++i)
    out[i * items + at] = from[((i + 1) % 6) * items + at] ^ i;
  for (uint i = 0; i < (n & 255); ++i) {
    if ((from[(i % 6) * items + at] & 3) == 1)
      out[((i + 2) % 6) * items + at] += 5;
    else if (at & 1)
      ((__global uchar *)out)[4 * (((i + 3) % 6) * items + at)] = (uchar)from[at];
    out[((from[at] + i) % 6) * items + at] ^= from[((i + 4) % 6) * items + at];
  }
}
