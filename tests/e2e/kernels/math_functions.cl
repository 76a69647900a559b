// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=80 out=4 n=1
// run: global=64 local=16 in=80 out=4 n=5
// Functions that are computed in fixed point; rounded so that both libraries' allowed errors rarely show.
float small(uint x) { return (float)(x & 0xfff) * 0x1p-9f; }
uint steady(float x) { return (uint)(int)rint(x * 64.0f + 0.01f); }
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  float x = small(in[i]), y = small(in[i + n]), cosine;
  float sine = sincos(x * 1000.0f - y, &cosine);
  out[i * 4] = steady(sine) ^ steady(cosine) << 16;
  out[i * 4 + 1] = steady(exp2(x - 4.0f)) ^ steady(exp10(y * 0.25f)) << 16;
  out[i * 4 + 2] = steady(log2(x + 0.1f)) ^ steady(log10(y + 0.1f)) << 16;
  out[i * 4 + 3] = steady(pown(x, (int)(in[i] >> 30) - 1) * 0.01f);
}
