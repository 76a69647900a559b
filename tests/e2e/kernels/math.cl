// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=80 out=4 n=1
// Functions from the built-in library, rounded to 12 bits so that both libraries' allowed errors rarely show.
float small(uint x) { return (float)(x & 0xfff) * 0x1p-9f; }
uint steady(float x) { return (uint)(int)rint(x * 64.0f + 0.01f); }
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  float x = small(in[i]), y = small(in[i + n]);
  out[i * 4] = steady(sin(x)) ^ steady(cos(y)) << 16;
  out[i * 4 + 1] = steady(exp(x * 0.25f)) ^ steady(log(y + 1.0f)) << 16;
  out[i * 4 + 2] = steady(sqrt(x)) ^ steady(atan2(x, y + 0.5f)) << 16;
  out[i * 4 + 3] = steady(pow(x + 0.5f, 1.5f)) ^ steady(length((float2)(x, y))) << 16;
}
