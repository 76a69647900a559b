// SPDX-License-Identifier: Apache-2.0
// run: global=8 local=8 in=64 out=40 n=1
// run: global=8 local=8 in=64 out=40 n=0
// Operands for which LLVM's instructions have no value and OpenCL does, where the compiler sees a constant in one arm of a selection,
// in an iteration or in a private array. What PoCL 3.1 has wrong is in behaviour/arithmetic.cpp.
#define PICK(a, b) (n ? (a) : (b))
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  __global uint *o = out + i * 40;
  float x = (float)(in[i] & 0xffffff) / 16.0f, huge = 0.0f;
  for (int j = 0; j < 3; ++j)
    huge += 1e30f;
  // Saturating conversions.
  o[0] = convert_ushort_sat(PICK(NAN, x));
  o[1] = convert_int_sat(PICK(1e30f, x));
  o[2] = convert_uchar_sat_rte(PICK(NAN, x));
  o[3] = convert_char_sat(PICK(-INFINITY, x));
  o[4] = convert_int_sat(huge);
  o[5] = convert_short_sat(sqrt(PICK(-1.0f, x)));
  o[6] = convert_uint_sat(PICK(-1.0f, x));
  const float table[4] = {1e20f, NAN, -1e20f, -INFINITY};
  o[7] = convert_int_sat(table[i & 3]) ^ convert_int_sat(table[n]);
  int4 v = convert_int4_sat((float4)(x, 1e20f, -1e20f, NAN));
  o[8] = v.x ^ v.y * 3 ^ v.z * 5 ^ v.w * 7;
  ulong w = convert_ulong_sat(PICK(INFINITY, x)) ^ (ulong)convert_long_sat(PICK(-1e30f, -x)) * 3;
  o[9] = w ^ w >> 32;
  // Shifts take the amount modulo the width, vectors that of the element.
  o[10] = in[i] << PICK(32, 40);
  o[11] = (int)in[i] >> PICK(-1, 63);
  o[12] = (uint)(in[i] * 0x100000001ul >> PICK(64, 100));
  uchar4 shifted = as_uchar4(in[i]) << (uchar4)(8, 9, PICK(200, 15), 255);
  o[13] = as_uint(shifted);
  o[14] = as_uint(as_short2(in[i]) >> (short2)(PICK(16, 17), -1));
  o[15] = (in[i] & 3) << PICK(31u, 30u) << PICK(32u, 33u);
  o[16] = as_uint(as_char4(in[i]) >> (char4)(7, PICK(8, 0), -1, 3));
  const int edges[4] = {INT_MIN, INT_MAX, -1, 0};
  o[17] = hadd(edges[i & 3], edges[n]);
  o[18] = popcount(edges[i & 3]) + clz(edges[(i + n) & 3]) * 64;
  o[19] = abs_diff(edges[i & 3], edges[n]) ^ sub_sat(edges[n], edges[i & 3]);
  // Least and greatest numbers.
  o[20] = (ushort)abs(PICK((short)-32768, (short)in[i]));
  o[21] = clz(PICK(0u, in[i])) + clz((ushort)PICK(0, in[i])) * 64;
  o[22] = mad_sat(PICK(INT_MIN, (int)in[i]), PICK(INT_MIN, -5), 7);
  o[23] = add_sat(PICK(INT_MAX, (int)in[i]), PICK(INT_MAX, 7)) ^ sub_sat(PICK(INT_MIN, (int)in[i]), 9);
  o[24] = abs_diff(PICK(INT_MIN, (int)in[i]), PICK(INT_MAX, 3));
  o[25] = rotate(in[i], PICK(0u, 96u)) ^ rotate((int)in[i], PICK(INT_MIN, -3));
  o[26] = hadd(PICK(INT_MAX, (int)in[i]), INT_MAX) ^ rhadd(PICK(INT_MIN, (int)in[i]), INT_MIN);
  o[27] = mul_hi(PICK(INT_MIN, (int)in[i]), PICK(INT_MIN, -1));
  o[28] = mul24(PICK(0x7fffff, (int)in[i] >> 8), PICK(0x7fffff, 3));
  o[29] = (uint)(rotate((long)in[i], (long)PICK(64, -1)) >> 32);
  o[30] = (uchar)abs(PICK((char)-128, (char)in[i]));
  // Numbers that are none.
  o[31] = fmin(PICK(NAN, x), 2.0f) == 2.0f ? 1 : 2;
  o[32] = fmax(x, PICK(NAN, 1e9f)) == x;
  o[33] = PICK(NAN, x) < x ? 1 : PICK(NAN, x) >= x ? 2 : 3;
  o[34] = as_uint(select(x, 2.0f, isnan(PICK(NAN, x))));
  o[35] = isgreater(PICK(NAN, x), 0.0f) + 2 * isunordered(x, PICK(NAN, x));
  // Indices beyond a mask's elements, and conversions of small types.
  o[36] = as_uint(shuffle(as_uchar4(in[i]), (uchar4)(4, PICK(255, 6), 3, 200)));
  o[37] = convert_uchar_sat(PICK(-1, (int)in[i])) | convert_char_sat(PICK(200u, in[i])) << 8;
  o[38] = (bool)PICK(256, (int)in[i]) + (bool)PICK(NAN, x) * 2 + (uchar)(bool)PICK(0x10000, 0) * 4;
  o[39] = as_uint((float)(uchar)PICK(511, in[i])) ^ (uint)(char)PICK(128, in[i]);
}
