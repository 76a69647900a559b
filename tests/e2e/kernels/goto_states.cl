// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=160 out=2 n=13
// A state machine that jumps between loops within each other.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  uint q = 0, v = in[i], s = 0, st = v % 5, c = 0;
  uint arr[8];
  for (uint q = 0; q < 8; q++)
    arr[q] = in[i + q];
  // A state machine by goto with nested loops entered in the middle
  switch (st) {
  case 0:
    goto s0;
  case 1:
    goto s1;
  case 2:
    goto s2;
  case 3:
    goto s3;
  default:
    goto done;
  }
  for (;;) {
  s0:
    s += arr[s & 7];
    if (s & 1)
      goto s2;
    for (q = 0; q < 5; q++) {
    s1:
      s = s * 3 + c;
      if (++c > 60)
        goto done;
      if (s % 7 == 3)
        goto s3;
      while (s & 0x30) {
      s2:
        s += 0x11;
        arr[c & 7] ^= s;
        if (++c > 60)
          goto done;
        if (s % 11 == 2)
          goto s0;
      }
    }
  s3:
    s ^= n;
    if (++c > 60)
      break;
    if (s & 4)
      continue;
    goto s1;
  }
done:
  out[i * 2] = s;
  out[i * 2 + 1] = c + arr[3];
}
