// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=80 out=3 n=1
// run: global=64 local=16 in=80 out=3 n=5
// Tangents, angles and roots, computed in fixed point; rounded so that both libraries' allowed errors rarely show.
float small(uint x) { return (float)(x & 0xfff) * 0x1p-9f; }
uint steady(float x) { return (uint)(int)rint(x * 64.0f + 0.01f); }
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  float x = small(in[i]), y = small(in[i + n]), u = x * 0.24f - 0.96f;
  out[i * 3] = steady(tan(y) * 0.01f) ^ steady(powr(x, u)) << 16;
  out[i * 3 + 1] = steady(asin(u) * 4.0f) ^ steady(acos(u) * 4.0f) << 16;
  out[i * 3 + 2] = steady(atan(x - y) * 4.0f) ^ steady(rootn(y, (int)(in[i] >> 28) + 1)) << 16;
}
