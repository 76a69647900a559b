// SPDX-License-Identifier: Apache-2.0
// run: global=320 local=32 in=320 out=10 n=5
// Switches whose cases choose constants, on every width: they become tables, with cases on both sides of zero, holes,
// with a default or without. Many cases that choose among values, or lie far apart, become selections.
#define FOUR(f, i) f(i) f((i) + 1) f((i) + 2) f((i) + 3)
#define SIXTEEN(f, i) FOUR(f, i) FOUR(f, (i) + 4) FOUR(f, (i) + 8) FOUR(f, (i) + 12)
#define MANY(f) SIXTEEN(f, 0) SIXTEEN(f, 16) SIXTEEN(f, 32) SIXTEEN(f, 48) SIXTEEN(f, 64) SIXTEEN(f, 80) \
    SIXTEEN(f, 96) SIXTEEN(f, 112) SIXTEEN(f, 128) SIXTEEN(f, 144) SIXTEEN(f, 160) SIXTEEN(f, 176) \
    SIXTEEN(f, 192) SIXTEEN(f, 208) SIXTEEN(f, 224) SIXTEEN(f, 240) SIXTEEN(f, 256)
#define SQUARE(i) case (i): y = (i) * (i) * 40503u; break;
#define RETURN(i) case (i): return (i) * 7 - 50;
#define LONG(i) case (i) + 0x7ffffffffffffff0L: r = ((i) ^ 5) * 0x123456789L; break;
#define REAL(i) case (i) * 2: f = (i) * 1.25f - 3; break;
#define FOURTH(i) case (i): v = (int4)(i, (i) * 3, -(i), 7); break;
#define ODD(i) case (i) * 2 + 1: y = (i) * 11; break;
#define EVEN(i) case (i) * 2: y += shared_word * (i); break;
#define LABEL(i) case (i):
#define CHOOSE(i) case (i) * 12345: y = (i) & 4 ? a : (i) % 3 ? b : n; break;

uint narrow(char x) {
  uint y = 3;
  switch (x) {
    SIXTEEN(SQUARE, -8)
    case 12: y = 1; break;
    case 13: case 14: y = 2;
  }
  return y;
}
short withoutDefault(ushort x) {
  switch (x) { SIXTEEN(RETURN, 65500) SIXTEEN(RETURN, 65516) }
  return (short)x;
}
long wide(long x, uint a) {
  long r;
  switch (x) {
    case 0x7fffffffffffffefL: r = a; break;
    SIXTEEN(LONG, 0)
    default: r = -1;
  }
  return r;
}
float real(uint x) {
  float f = 0.5f;
  switch (x) { SIXTEEN(REAL, 3) }
  return f;
}
int4 vector(int x) {
  int4 v = (int4)(x);
  switch (x) { SIXTEEN(FOURTH, 100) }
  return v;
}
uint mixed(int x, uint shared_word) {
  uint y = 9;
  switch (x) { SIXTEEN(ODD, -4) SIXTEEN(EVEN, -4) default: y = x; }
  return y;
}
uint loop(int x, uint n) {
  uint y = 4;
  switch (x) {
    SIXTEEN(LABEL, 0) {
      uint step = x * 3;
      for (uint i = 0; i < n; ++i) y = y * 5 + (step ^ i);
    }
  }
  return y;
}
uint values(int x, uint a, uint b, uint n) {
  uint y = 0;
  switch (x) { MANY(CHOOSE) }
  return y;
}
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  int x = (int)i - 20;
  uint a = in[i], b = a >> 7;
  __global uint *o = out + i * 10;
  o[0] = narrow((char)x);
  o[1] = (uint)withoutDefault((ushort)(65490 + i));
  long w = wide(0x7fffffffffffffe8L + (long)(i & 31), a);
  o[2] = (uint)w;
  o[3] = (uint)(w >> 32);
  o[4] = as_uint(real(i & 63));
  int4 v = vector(x);
  o[5] = v.x ^ v.y * 3 ^ v.z * 5 ^ v.w * 7;
  o[6] = mixed((int)(i & 63) - 16, a);
  o[7] = values(((int)i - 3) * 12345 + (i % 7 == 6), a, b, n);
  o[8] = narrow((char)a);
  o[9] = loop(x, n);
}
