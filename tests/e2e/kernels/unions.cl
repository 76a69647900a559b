// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=300 out=8 n=13
// Unions, packed and aligned structures, copied and indexed whole.
typedef union {
  uint u;
  float f;
  uchar b[4];
  ushort h[2];
  struct {
    uchar lo;
    ushort mid __attribute__((packed));
    uchar hi;
  } __attribute__((packed)) p;
  uchar4 v;
} U;
typedef struct __attribute__((packed)) {
  uchar a;
  uint b;
  ushort c;
  ulong d;
  uchar e[3];
} P;
typedef struct {
  uchar a;
  uint b __attribute__((aligned(16)));
  struct {
    short x;
    long y;
  } in[2];
  float4 q;
} S;
typedef struct {
  S s[2];
  P p;
  int m[3][5];
} Big;
uint mix(Big b, uint k) {
  uint r = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 5; j++)
      r = r * 3 + b.m[i][j];
  r += b.s[k & 1].in[k >> 1 & 1].y + b.p.e[k % 3] + b.p.d;
  b.s[0].q.x += 1;
  return r + (uint)b.s[0].q.x;
}
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  U u;
  u.u = in[i];
  uint r = u.b[n & 3] + u.h[u.b[0] & 1] * 5 + u.p.mid * 7;
  u.p.mid = (ushort)(r + n);
  u.v.w ^= 0x5a;
  u.b[in[i + 1] & 3] = 9;
  P p[3];
  for (int j = 0; j < 3; j++) {
    p[j].a = in[i + j];
    p[j].b = in[i + j + 1];
    p[j].c = in[i + j] >> 3;
    p[j].d = (ulong)in[i + j] << (j * 9);
    for (int q = 0; q < 3; q++)
      p[j].e[q] = in[i] >> (q * 8);
  }
  uint at = in[i + 5] % 3;
  P c = p[at];
  p[(at + 1) % 3] = c;
  p[at].d ^= 0xff00ff00ff00UL;
  Big b;
  for (int a = 0; a < 2; a++) {
    b.s[a].a = a;
    b.s[a].b = r + a;
    b.s[a].q = (float4)(a, 2, 3, r & 255);
    for (int t = 0; t < 2; t++) {
      b.s[a].in[t].x = t;
      b.s[a].in[t].y = in[i + t] * 3;
    }
  }
  b.p = p[in[i + 6] % 3];
  for (int a = 0; a < 3; a++)
    for (int t = 0; t < 5; t++)
      b.m[a][t] = in[i + a * 5 + t] & 0xffff;
  out[i * 8] = u.u;
  out[i * 8 + 1] = r;
  out[i * 8 + 2] = (uint)(p[in[i + 7] % 3].d >> 5) + p[in[i + 8] % 3].e[in[i + 9] % 3];
  out[i * 8 + 3] = mix(b, in[i + 2]);
  out[i * 8 + 4] = sizeof(P) + 100 * sizeof(S) + 10000 * sizeof(U);
  __global P *gp = (__global P *)(shared);
  out[i * 8 + 5] = (uint) & ((__global P *)0)[3].d;
  __global uchar *bytes = (__global uchar *)(out + i * 8 + 6);
  *(__global ushort *)(bytes) = (ushort)b.s[1].b;
  bytes[2] = u.b[1];
  bytes[3] = u.b[2];
  __global const P *ip = (__global const P *)((__global const uchar *)in + i * 4 + 1);
  out[i * 8 + 7] = ip->b + (uint)(ip->d >> 7) + ip[2].c;
}
