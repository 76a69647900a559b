// SPDX-License-Identifier: Apache-2.0
// run: global=16 local=4 in=96 out=10 n=3
// Pointers that were integers for a while: offsets, alignment, marks in low bits, unions, differences.
typedef union {
  __global const uint *pointer;
  uintptr_t number;
} Word;

__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  const uint i = get_global_id(0);
  __global uint *o = out + i * 10;
  o[0] = *(__global const uint *)((uintptr_t)in + 4 * n + 4 * i);
  __global const uint *line = (__global const uint *)(((uintptr_t)(in + i) + 63) & ~(uintptr_t)63);
  o[1] = line[n] + (uint)(line - in);

  // A buffer chosen as a number, in a loop.
  uintptr_t at = in[i] & 1 ? (uintptr_t)in : (uintptr_t)o;
  uint sum = 0;
  for (uint j = 0; j < n; ++j, at += sizeof(uint))
    sum = sum * 3 + (*(__global const uint *)at & 1 ? 5 : j);
  o[2] = in[i] & 1 ? sum : 0;

  Word word = {in};
  word.number += in[i] & 60;
  o[3] = *word.pointer;
  Word words[3];
  for (uint j = 0; j < 3; ++j)
    words[j].number = (uintptr_t)(in + j) | (j & 1);
  uintptr_t marked = words[in[i + 1] % 3].number;
  o[4] = *(__global const uint *)(marked & ~(uintptr_t)1) + (uint)(marked & 1);

  // Private variables have numbers, too.
  uint a[4] = {1, 2, 3, in[i]}, b[4] = {5, 6, 7, 8};
  uintptr_t p = (uintptr_t)(in[i + 2] & 1 ? a : b);
  p += 4 * (in[i + 3] & 3);
  *(uint *)p += 100;
  o[5] = a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + b[0] + b[1] * 3 + b[2] * 5 + b[3] * 7;
  uchar bytes[64] __attribute__((aligned(16)));
  for (uint j = 0; j < 64; ++j)
    bytes[j] = (uchar)(in[i] + j);
  o[6] = *(uint *)(((uintptr_t)(bytes + (in[i + 4] & 31)) + 7) & ~(uintptr_t)7);

  // The two halves of a list's neighbours in one number.
  uintptr_t both = (uintptr_t)&a[1] ^ (uintptr_t)&b[2];
  *(uint *)(both ^ (uintptr_t)&b[2]) = 9;
  o[7] = a[1] + b[2];
  uintptr_t distance = (uintptr_t)(in + 20) - (uintptr_t)(in + 3);
  o[8] = *(__global const uint *)((uintptr_t)(in + i) + distance) + (uint)distance;
}
