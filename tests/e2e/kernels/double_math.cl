// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=80 out=6 n=1
// Functions from the built-in library on double, rounded so that both libraries' allowed errors rarely show.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
double small(uint x) { return (double)(x & 0xfff) * 0x1p-9; }
uint steady(double x) { return (uint)(long)rint(x * 0x1p28 + 0.01); }
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  double x = small(in[i]), y = small(in[i + n]);
  __global uint *o = out + i * 6;
  o[0] = steady(sin(x)) ^ steady(cos(y)) << 5;
  o[1] = steady(exp(x * 0.25)) ^ steady(log(y + 1.0)) << 5;
  o[2] = steady(sqrt(x)) ^ steady(atan2(x, y + 0.5)) << 5;
  o[3] = steady(pow(x + 0.5, 1.5)) ^ steady(length((double2)(x, y))) << 5;
  o[4] = steady(sinh(x)) ^ steady(cbrt(y)) << 5;
  o[5] = steady(erf(x * 0.25)) ^ steady(fmod(x * 0x1p40, y + 0.37)) << 5;
}
