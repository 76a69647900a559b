// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=160 out=3 n=13
// goto into and out of a loop; a loop with two entries.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  uint v = in[i], s = 0, j = v & 7, steps = 0;
  if (v & 8)
    goto inside;
  for (j = 0; j < 10; ++j) {
    s += j * v;
  inside:
    s ^= n + j;
    if (s & 0x100)
      goto out;
    if (++steps > 50)
      break;
  }
  s += 1;
out:;
  // irreducible: two entries
  uint a = v >> 4, t = 0;
  if (v & 1)
    goto B;
A:
  t += a & 15;
  a >>= 1;
  if (t > 60)
    goto end;
B:
  t += 3;
  a = a * 5 + 1;
  if (++steps > 200)
    goto end;
  if (a & 2)
    goto A;
  if (a & 4)
    goto B;
  goto A;
end:
  out[i * 3] = s;
  out[i * 3 + 1] = t;
  out[i * 3 + 2] = steps;
}
