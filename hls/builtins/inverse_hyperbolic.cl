// SPDX-License-Identifier: Apache-2.0
// log1p, asinh, acosh and atanh of float: at most 0.9 units in the last place from the exact result, subnormal results among them. log1p is
// the logarithm of logarithmic.cl, of a sum in fixed point. The others are the operand times a table's function(x) / x where they are
// small (acosh: the square root of 2 (x - 1) times a table), and logarithms of a table with polynomials of degree 2 otherwise; so is the
// square root.
#include "builtins.h"
#include "hyperbolic.h"

// log(2) * 2^29
#define LOG_OF_2 0x162e42ffUL

// value / 2^35 * 2^(exponent - 127) rounded to a float's magnitude, for a value from 2^27 to 2^36.
static uint normalisedBits(ulong value, uint exponent) {
  uint zeros = clz((uint)(value >> 4)) & 15;
  uint top = leadingBits25(value, zeros);
  return ((exponent - zeros & 0xff) << 23 | (top >> 1 & 0x7fffff)) + (top & 1) & 0x7fffffff;
}

// log(1 + f / 2^31) * 2^29
static uint logOfMantissa(uint f) { return SLOWING(LOG_OF_MANTISSA, f >> 23 & 0xff, f >> 5 & 0x3ffff) >> 2; }

// (count log(2) + log(1 + f / 2^31)) * 2^29
static ulong logOf(uint count, uint f) { return (count & 0xff) * LOG_OF_2 + logOfMantissa(f); }

// (1 + x) * 2^30, or from 1 on (1 + x) * 2^(30 - power), where x has that power of two.
static uint onePlus(uint bits, bool large, uint power) {
  uint mantissa = MANTISSA_OF(bits) << 7, one = 0x40000000;
  uint apart = (large ? power : -power) & 0xff;
  uint lesser = apart > 31 ? 0 : (uint)shiftedRight(large ? one : mantissa, apart & 31);
  uint invert = (int)bits >> 31;
  return (large ? mantissa : one | (invert & 1)) + (lesser ^ invert);
}

OVERLOAD PURE float log1p(float x) {
  uint bits = as_uint(x), exponent = EXPONENT_OF(bits);
  bool negative = bits >> 31, large = exponent > 126;
  uint sum = onePlus(bits, large, exponent - 127), zeros = clz(sum) & 31;
  uint fraction = shiftedLeft(sum, zeros) & 0x7fffffff;
  // 1 + x is 2^whole (1 + z).
  bool below = fraction >> 23 >= LOG_HALVED;
  uint whole = (large ? exponent - 126 : 1) - zeros + below & 0x1ff;
  uint magnitude = below ? ~fraction & 0x7fffffff : fraction << 1;  // of z * 2^32
  uint factor = FLATTENING(LOG, fraction >> 23, fraction >> 5 & 0x3ffff);  // log(1 + z) / z * 2^31
  bool alone = whole == 0;
  uint product = mul_hi(alone ? MANTISSA_OF(bits) << 8 : magnitude, factor);
  ulong share = product >> 2;
  ulong power = ((negative ? -whole : whole) & 0xff) * LOG_OF_2;
  ulong logarithm = power + (negative == below ? share : ~share);
  uint result = normalisedBits(alone ? (ulong)product << 4 : logarithm & 0xfffffffff, alone ? exponent + 1 : 133) | SIGN_OF(bits);
  bool itself = exponent < 100 || IS_INFINITE_OR_NAN(bits);
  result = itself ? bits : result;
  bool outside = bits >= 0xbf800000;
  return as_float(outside ? (bits == 0xbf800000 ? 0xff800000 : 0x7fc00000) : result);
}
FLOAT_VECTORS_1(log1p)

OVERLOAD PURE float atanh(float x) {
  uint bits = as_uint(x), exponent = EXPONENT_OF(bits), mantissa = MANTISSA_OF(bits);
  bool low = exponent < 126;
  uint position = positionOf(bits) & 0x7fffff;
  uint factor = RISING(INVERSE_TANGENT, position >> 16, position & 0xffff);  // atanh(x) / x * 2^31
  uint product = mul_hi(mantissa << 8, factor);
  // From 1/2 on log((1 + x) / (1 - x)), where 1 - x is 2^(-1 - zeros) (1 + fraction / 2^23).
  uint rest = -mantissa & 0xffffff, zeros = clz(rest << 8) & 31;
  uint fraction = FRACTION_OF(shiftedLeft(rest, zeros));
  ulong logarithm = logOf(zeros + 1 & 31, mantissa << 7 & 0x7fffffff) - logOfMantissa(fraction << 8);
  uint result = normalisedBits((low ? (ulong)product << 4 : logarithm) & 0xfffffffff, low ? exponent + 1 : 132);
  bool outside = exponent > 126;
  uint special = bits << 1 == 0x7f000000 ? 0x7f800000 : 0x7fc00000;
  result = IS_SMALL(bits) ? bits & 0x7fffffff : outside ? special : result;
  return as_float(result | SIGN_OF(bits));
}
FLOAT_VECTORS_1(atanh)

// A square root: of (1 + f / 2^31) 4^k, or twice that if odd, without 2^k and times 2^31.
static uint rootOf(bool odd, uint f) {
  return SLOWING(SQUARE_ROOT, (uint)odd << 7 | (f >> 24 & 0x7f), f >> 6 & 0x3ffff);
}

// log(x + sqrt(s)) * 2^29 for x = mantissa / 2^23 * 2^power and s = square / 2^29 * 4^power. zeros: the square's leading zeros, at most 3;
// root: what rootOf gives of it.
static ulong logOfSum(uint mantissa, uint power, uint root, uint zeros) {
  uint sum = (mantissa << 6) + (zeros == 0 ? root >> 1 : zeros == 3 ? root >> 3 : root >> 2);  // * 2^29
  uint up = sum >> 31 ? 0 : sum >> 30 ? 1 : 2;
  return logOf(power + 2 - up, shiftedLeft15(sum, up) & 0x7fffffff);
}
#define SQUARE_OF(mantissa) ((uint)((ulong)(mantissa) * (mantissa) >> 17) & 0x7fffffff)

OVERLOAD PURE float asinh(float x) {
  uint bits = as_uint(x), exponent = EXPONENT_OF(bits), mantissa = MANTISSA_OF(bits), power = exponent - 127;
  bool low = exponent < 128;
  // Below 2 the position in the table, otherwise what 1 is against x^2.
  uint down = (low ? 127 - exponent : power << 1) & 0x1ff;
  uint shifted = down > 31 ? 0 : (uint)shiftedRight(low ? mantissa : 0x400000, down & 31) & 0xffffff;
  uint base = INVERSE_SINE_BASE[shifted >> 16], word = INVERSE_SINE_SLOPE[shifted >> 16];
  uint factor = evaluateSigned(base, word, shifted & 0xffff, INVERSE_SINE_SHIFT1, INVERSE_SINE_SHIFT2);  // asinh(x) / x * 2^31
  uint product = mul_hi(mantissa << 8, factor);
  uint square = SQUARE_OF(mantissa) + (shifted << 7), zeros = square >> 31 ? 0 : square >> 30 ? 1 : 2;
  ulong logarithm = logOfSum(mantissa, power, rootOf(zeros == 1, shiftedLeft15(square, zeros) & 0x7fffffff), zeros);
  uint result = normalisedBits((low ? (ulong)product << 4 : logarithm) & 0xfffffffff, low ? exponent + 1 : 133);
  return as_float(IS_SMALL(bits) || IS_INFINITE_OR_NAN(bits) ? bits : result | SIGN_OF(bits));
}
FLOAT_VECTORS_1(asinh)

OVERLOAD PURE float acosh(float x) {
  uint bits = as_uint(x), exponent = EXPONENT_OF(bits), mantissa = MANTISSA_OF(bits), fraction = FRACTION_OF(bits);
  bool low = exponent < 128;
  uint factor = FLATTENING(INVERSE_COSINE, fraction >> 16, fraction & 0xffff);  // acosh(x) / sqrt(2 (x - 1)) * 2^31
  uint power = exponent - 127 & 0xff;
  // From 2^12 on, 1 is nothing beside x^2.
  uint one = power > 12 ? 0 : (uint)shiftedRight(0x20000000, power << 1 & 31);
  uint square = low ? fraction << 9 : SQUARE_OF(mantissa) - one, zeros = clz(square) & 31;
  uint root = rootOf(zeros & 1, shiftedLeft(square, zeros) & 0x7fffffff);
  uint product = mul_hi(root, factor);
  ulong logarithm = logOfSum(mantissa, power, root, zeros & 3);
  uint result = normalisedBits((low ? (ulong)product << 4 : logarithm) & 0xfffffffff, low ? 128 - ((zeros + 1) >> 1) : 133);
  result = bits == 0x3f800000 ? 0 : IS_INFINITE_OR_NAN(bits) ? bits : result;
  return as_float((int)bits < 0x3f800000 ? 0x7fc00000 : result);
}
FLOAT_VECTORS_1(acosh)
