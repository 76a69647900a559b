// SPDX-License-Identifier: Apache-2.0
// run: global=70 local=7 in=80 out=6 n=4
// Arrays that are indexed by variables, of several element types, and a struct of arrays.
struct State { uint words[6]; uchar bytes[8]; long wide[2]; };
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  struct State s;
  ushort table[16];
  for (uint j = 0; j < 6; ++j) s.words[j] = in[i + j] + j;
  for (uint j = 0; j < 8; ++j) s.bytes[j] = (uchar)(in[i] >> (j * 4));
  for (uint j = 0; j < 16; ++j) table[j] = (ushort)(j * 257);
  s.wide[0] = in[i], s.wide[1] = -1;
  for (uint r = 0; r < n; ++r) {
    uint a = s.words[in[i + r] % 6];
    s.bytes[a & 7] += (uchar)a;
    table[a & 15] ^= (ushort)(a >> 4);
    s.wide[a & 1] += (long)a * table[(a >> 8) & 15];
    s.words[(a >> 3) % 6] = a * 5 + s.bytes[r & 7];
  }
  for (uint j = 0; j < 4; ++j) out[i * 6 + j] = s.words[j] ^ table[j] ^ s.bytes[j];
  out[i * 6 + 4] = (uint)s.wide[0] ^ (uint)(s.wide[1] >> 32);
  out[i * 6 + 5] = s.words[5] + s.words[4] + table[15];
}
