// SPDX-License-Identifier: Apache-2.0
// run: global=32,3 local=8,1 in=256 out=2 n=21
// run: global=32,3 local=16,3 in=256 out=2 n=24
// run: global=5,2 in=256 out=2 n=3
// run: global=32,3 local=8,1 in=256 out=2 n=21 device=-weft-lanes=1
// run: global=33,2 in=256 out=2 n=16 device=-weft-lanes=2
// Rows that all work-items of a row read, in loops that are unrolled: neighbouring elements of one address, with gaps
// between them, of several widths, before and behind it, and in some rows only.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  size_t x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  uint length = n & 31;
  __global const uint *row = in + y * 40 + 8;
  __global const ushort *halves = (__global const ushort *)row;
  __global const uchar *bytes = (__global const uchar *)row;
  uint sum = (uint)x;
#pragma unroll 8
  for (uint i = 0; i < length; ++i)
    sum = sum * 5 + row[i] * in[(i + x) & 63];
#pragma unroll 3
  for (uint i = 0; i < length; ++i)
    sum = (sum ^ halves[2 * i + 1]) + (bytes[3 * i] << 3);
  if (y & 1)
    sum += row[-1] - row[-7] * row[5];
  uint k = length & 7;
  uint other = row[k] ^ row[k + 1] ^ row[k + 12] ^ row[(int)k - 8] ^ row[31];
  out[2 * (y * w + x)] = sum;
  other += row[k + 2] * row[k + 3];
  out[2 * (y * w + x) + 1] = other;
}
