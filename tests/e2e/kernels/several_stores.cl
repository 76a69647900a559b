// SPDX-License-Identifier: Apache-2.0
// run: global=256 local=64 in=512 out=6 n=5
// run: global=105 local=35 in=512 out=6 n=3
// run: global=48 local=48 in=512 out=6 n=0
// Several stores to one local memory in a row: to the same word, where the last wins, to words at distances that are known and
// that are not, under conditions of their own, of parts of a word, and in a loop whose rounds need what the last one stored.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __local uint words[128];
  __local ushort halves[256];
  uint id = get_local_id(0), i = get_global_id(0), size = get_global_size(0), own = 2 * id;
  uint a = in[i] & 1, b = in[i + 1] & 1;
  words[own] = in[i];
  words[own + 1] = in[i + 1];
  halves[4 * id & 255] = (ushort)in[i];
  halves[(4 * id + 1 + a) & 255] = (ushort)(in[i] >> 16);
  halves[(4 * id + 1 + b) & 255] = (ushort)in[i + 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = words[own ^ 1] + halves[(4 * id + 1 + b) & 255];
  barrier(CLK_LOCAL_MEM_FENCE);
  words[own + a] = in[i + 3];
  words[own + b] = in[i + 4];
  if (in[i + 5] & 4)
    words[own + (a ^ b)] = 5;
  if (in[i + 6] & 8)
    words[own + 1] = words[own] + 6;
  else
    words[own] = 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[size + i] = words[own];
  out[2 * size + i] = words[own + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint round = 0; round < n; ++round) {
    uint low = words[own], high = words[own + 1];
    words[own + (round & a)] = high - low;
    words[own + (round & b)] = low ^ round;
    if (id > round)
      words[own + 1] += words[own];
  }
  out[3 * size + i] = words[own];
  out[4 * size + i] = words[own + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  // A butterfly a round, as in a Fourier transform: the distance doubles.
  uint group = get_local_size(0);
  for (uint distance = 1; 2 * distance <= group; distance *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint offset = id & (distance - 1), first = 2 * id - offset;
    if (first + distance < group) {
      uint x = words[first], y = words[first + distance];
      words[first] = x + y;
      words[first + distance] = x - 3 * y;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[5 * size + i] = words[id];
}
