// SPDX-License-Identifier: Apache-2.0
// run: global=128 local=16 in=160 out=3 n=13
// Early returns, break, continue, switch, nested data-dependent loops.
uint collatz(uint v, uint limit) {
  uint steps = 0;
  while (v > 1) {
    if (++steps > limit) return steps;
    v = v & 1 ? 3 * v + 1 : v / 2;
  }
  return steps;
}
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  uint v = in[i];
  __global uint *o = out + i * 3;
  o[0] = o[1] = o[2] = 0;
  switch (v & 7) {
  case 0: o[0] = v; return;
  case 1: v += n;
  case 2: v ^= 0x55; break;
  case 5: for (uint j = 0; j < (v >> 29); ++j) { if (j == 3) continue; v += j; } break;
  default: v *= 3;
  }
  uint sum = 0;
  for (uint a = 0; a < (v & 7); ++a) {
    for (uint b = a; ; ++b) {
      if (b > 9) break;
      if ((a ^ b) & n & 1) continue;
      sum += collatz((v >> b) & 255, 40);
    }
    if (sum > 300) { o[1] = sum; return; }
  }
  do { sum = sum * 5 + 1; } while (sum & 0x10000);
  o[2] = sum;
}
