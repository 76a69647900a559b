// SPDX-License-Identifier: Apache-2.0
// sinh, cosh, tanh and expm1 of float: at most 0.9 units in the last place from the exact result, subnormal results among them. e^|x| is
// 2^n 2^f as in exponential.cl, and so is e^-|x|; their sum or difference is rounded once. Close to zero the operand is multiplied by a
// table's function(x) / x, with a polynomial of degree 2; so is tanh below 1, which above comes from that table itself.
#include "builtins.h"
#include "hyperbolic.h"

// 2^(f / 2^28) * 2^31
#define POWER_AT(f) RISING(POWER_OF_2, (f) >> 19, (f) >> 1 & 0x3ffff)

// e^|x| is 2^n up, e^-|x| is 2^n down.
typedef struct {
  uint up, down;  // * 2^31
  uint n;
} Exponentials;
static Exponentials exponentialsOf(uint bits) {
  ulong power = powerOfBase(bits, LOG2_OF_E, LOG2_OF_E_TOP);
  uint f = (uint)power & 0xfffffff, n = (uint)(power >> 28) & 0xff;
  // 2^(-n - f) is 2^(1 - f) 2^(-n - 1).
  uint other = POWER_AT(f ^ 0xfffffff) >> 1;
  Exponentials result = {POWER_AT(f), n > 15 ? 0 : (uint)shiftedRight(other, n << 1 & 31), n};
  return result;
}

OVERLOAD PURE float cosh(float x) {
  uint bits = as_uint(x);
  Exponentials parts = exponentialsOf(bits);
  uint result = roundedBits((parts.up >> 1) + (parts.down >> 1), parts.n + 127);
  return as_float(IS_NAN_BITS(bits) ? bits : result);
}
FLOAT_VECTORS_1(cosh)

OVERLOAD PURE float sinh(float x) {
  uint bits = as_uint(x), exponent = EXPONENT_OF(bits);
  Exponentials parts = exponentialsOf(bits);
  bool low = exponent < 127;
  uint position = positionOf(bits) & 0xffffff;
  uint factor = RISING(HYPERBOLIC_SINE, position >> 17, position & 0x1ffff);  // sinh(x) / x * 2^31
  uint product = mul_hi(MANTISSA_OF(bits) << 8, factor);
  uint result = roundedBits(low ? product : parts.up - parts.down, low ? exponent + 1 : parts.n + 126);
  return as_float(IS_SMALL(bits) || IS_INFINITE_OR_NAN(bits) ? bits : result | SIGN_OF(bits));
}
FLOAT_VECTORS_1(sinh)

// The table has four quarters: tanh(x) / x for |x| in [0, 1), tanh(x) for [1, 2), [2, 4) and [4, 12); all twice.
OVERLOAD PURE float tanh(float x) {
  uint bits = as_uint(x), exponent = EXPONENT_OF(bits), mantissa = MANTISSA_OF(bits);
  bool low = exponent < 127;
  uint down = (low ? 127 - exponent : exponent == 129) & 0xff;
  uint position = down > 31 ? 0 : (uint)shiftedRight(mantissa << 1, down & 31) & 0x1ffffff;
  // The leading one of [1, 2) is where the second quarter begins; the last has the same step in [4, 8) and [8, 12).
  uint offset = exponent < 128 ? 0 : exponent == 128 ? 128 : exponent < 131 ? 320 : 511;
  uint part = min((position >> 17) + offset & 0x3ff, 511U), d = position & 0x1ffff, word = HYPERBOLIC_TANGENT_SLOPE[part];
  uint slope = signedSlopeOf(word, d, HYPERBOLIC_TANGENT_SHIFT1, HYPERBOLIC_TANGENT_SHIFT2);
  uint value = HYPERBOLIC_TANGENT_BASE[part] + (low ? ~slope : slope);  // * 2^31
  uint product = mul_hi(mantissa << 8, value);
  uint result = roundedBits(low ? product : value, low ? exponent : 126);
  return as_float(IS_SMALL(bits) || IS_NAN_BITS(bits) ? bits : result | SIGN_OF(bits));
}
FLOAT_VECTORS_1(tanh)

// e^x is 2^n (1 + f g(f)) with f in [-1/2, 1/2) and g(f) = (2^f - 1) / f from a table. If n is zero, f is taken normalised and the product is
// the result; otherwise 2^n or one is what is taken away.
OVERLOAD PURE float expm1(float x) {
  uint bits = as_uint(x), exponent = EXPONENT_OF(bits), invert = (int)bits >> 31;
  int down = LOG2_OF_E_TOP - (int)exponent;
  ulong product = (down > 31 ? 0 : MANTISSA_OF(bits)) * LOG2_OF_E >> 24;
  ulong power = pointAt28(product, down);
  uint f = ((uint)power ^ invert) & 0xfffffff, below = f >> 27;
  uint n = ((uint)(power >> 28) ^ invert) + below & 0x3ff;
  bool alone = n == 0, negative = n >> 9;
  uint distance = (below ? ~f : f) & 0x7ffffff;  // * 2^28, and half a unit more
  uint factor = RISING(GROWTH, f >> 20, f >> 2 & 0x3ffff);  // * 2^32
  uint share = mul_hi(alone ? (uint)(product >> 4) : distance << 5 | 16, factor);
  uint value = 0x80000000 + (below ? ~(share >> 2) : share >> 2);  // * 2^31
  uint count = (negative ? -n : n) & 0x1ff;
  uint lesser = count > 31 ? 0 : (uint)shiftedRight(negative ? value : 0x80000000, count & 31);
  uint difference = alone ? share : (negative ? 0x80000000 : value) - lesser;
  uint up = difference >> 30 ? 0 : 2;
  uint scale = alone ? exponent + 1 : negative ? 127 : n + 127;
  uint result = roundedBits(up ? difference << 2 : difference, scale - up);
  return as_float(exponent < 102 || IS_NAN_BITS(bits) ? bits : result | SIGN_OF(bits));
}
FLOAT_VECTORS_1(expm1)
