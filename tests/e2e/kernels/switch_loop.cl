// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=160 out=3 n=13
// Cases inside a loop, switches over 64 and 8 bits, a range of cases.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  uint count = (in[i] & 31) + 1, s = 0, x = in[i + 1], m = (count + 7) / 8;
  switch (count % 8) {
  case 0:
    do {
      s += x;
      x = x * 3 + 1;
    case 7:
      s ^= x;
      x += 7;
    case 6:
      s += x >> 3;
    case 5:
      s = s * 5 + 1;
    case 4:
      s ^= n;
    case 3:
      s += x;
      x = (x << 7) | (x >> 25);
    case 2:
      s -= 11;
    case 1:
      s = (s << 3) ^ (s >> 5) ^ x;
    } while (--m > 0);
  }
  long sel = (long)in[i + 2] << 20;
  switch (sel) {
  case 0x7fffffffffffffffL:
    s++;
    break;
  case -1L:
    s += 2;
    break;
  default:
    s ^= (uint)(sel >> 13);
  case 5L << 20:
    s += 9;
  }
  switch ((char)in[i + 3]) {
  case -128:
    s += 1;
    break;
  case 'a':
    s += 3;
    break;
  case 0 ... 60:
    s += 1000;
    break;
  }
  out[i * 3] = s;
  out[i * 3 + 1] = x;
  out[i * 3 + 2] = m;
}
