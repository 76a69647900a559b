// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=80 out=2 n=1
// Functions of double, some of which look values up in tables, at infinities, NaN, zeros and the largest numbers: the class of the result.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__constant double specials[8] = {INFINITY, -INFINITY, INFINITY - INFINITY, 0.0, -0.0, 0x1.fffffffffffffp+1023, -0x1.fffffffffffffp+1023, 1.0};
uint kind(double x) { return isnan(x) ? 0 : isinf(x) ? 1 + signbit(x) : x == 0 ? 3 + signbit(x) : 5 + signbit(x); }
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  double x = specials[i & 7], y = specials[i >> 3];
  out[i * 2] = kind(sinh(x)) | kind(cosh(x)) << 4 | kind(exp(x)) << 8 | kind(log(fabs(x))) << 12 | kind(pow(x, y)) << 16;
  out[i * 2 + 1] = kind(cbrt(x)) | kind(atan2(x, y)) << 4 | kind(tanh(x)) << 8 | kind(erf(x)) << 12 | kind(fmod(x, y)) << 16 |
                   kind(convert_float(x)) << 20 | kind(ldexp(x, 3000)) << 24;
}
