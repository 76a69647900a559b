// SPDX-License-Identifier: Apache-2.0
// atan, atan2, atanpi and atan2pi of float: at most 1.0 units in the last place from the exact result, subnormal results among them; and of them
// asin, acos, asinpi and acospi: at most 1.7. The smaller magnitude over the greater is a product with a reciprocal from a table; of u, the ratio
// in [0, 1], atan(u) / u comes from another, both with polynomials of degree 2. The normalised ratio is multiplied by it; other octants take
// that from a right or straight angle.
#include "builtins.h"
#include "fixed_point.h"

// The smaller magnitude over the greater: ratio * 2^(-30 - down), the ratio's leading one bit 30; u: the same * 2^30, below 2^30.
typedef struct {
  uint ratio, u;
  int down;
  bool steep, back, undefined;  // |y| > |x|; x is negative; one is NaN
} Slope;
static Slope slopeBetween(uint y, uint x) {
  Slope slope;
  uint from = y & 0x7fffffff, against = x & 0x7fffffff;
  slope.steep = from > against;
  slope.back = x >> 31;
  slope.undefined = IS_NAN_BITS(y) || IS_NAN_BITS(x);
  uint smaller = slope.steep ? against : from, greater = slope.steep ? from : against;
  Normal small = normalOf(smaller), great = normalOf(greater);
  uint inverse = FLATTENING(RECIPROCAL, FRACTION_OF(great.mantissa) >> 14, great.mantissa << 4 & 0x3ffff);
  uint quotient = mul_hi(small.mantissa << 8, inverse);
  bool low = !(quotient >> 30);
  slope.ratio = (low ? quotient << 1 : quotient) & 0x7fffffff;
  bool none = smaller == 0 || (greater == 0x7f800000 && smaller != 0x7f800000);
  slope.down = none ? 512 : great.exponent - small.exponent + low;
  uint u = slope.down > 31 ? 0 : (uint)shiftedRight(slope.ratio, slope.down & 31);
  slope.u = u >> 30 ? 0x3fffffff : u;
  return slope;
}

// factor: atan(u) / u * 2^31 in the angle's unit; right: the right angle * 2^29; the result's exponent is `scale` less.
static float angleOf(uint y, Slope slope, uint factor, uint right, int scale) {
  uint angle = mul_hi(slope.ratio << 1, factor);  // * 2^(30 + down)
  bool alone = !slope.steep && !slope.back;
  uint part = slope.down > 31 ? 0 : (uint)shiftedRight(angle >> 1, slope.down & 31);
  uint whole = slope.steep ? right : right << 1;
  uint sum = slope.steep && slope.back ? whole + part : whole - part;
  uint magnitude = alone ? angle << 1 : sum, zeros = clz(magnitude) & 3;
  uint top = (uint)(shiftedLeft15(magnitude, zeros) >> 7) & 0x1ffffff;
  int exponent = (alone ? 126 - slope.down : 128) - scale - (int)zeros;
  uint down = exponent < 0 ? min(-exponent, 31) : 0;  // of a subnormal result
  uint bits = ((uint)max(exponent, 0) << 23) + (((uint)shiftedRight(top, down) + 1) >> 1);
  return slope.undefined ? NAN : as_float(bits | (y & 0x80000000));
}

#define RATIO_FACTOR(table, u)                                                                                         \
  evaluateSigned(table##_BASE[(u) >> 22], table##_SLOPE[(u) >> 22], (u) >> 4 & 0x3ffff, table##_SHIFT1, table##_SHIFT2)
OVERLOAD PURE float atan2(float y, float x) {
  Slope slope = slopeBetween(as_uint(y), as_uint(x));
  return angleOf(as_uint(y), slope, RATIO_FACTOR(ARCTANGENT, slope.u), 0x3243f6a9, 0);
}
FLOAT_VECTORS_2(atan2, float)
OVERLOAD PURE float atan2pi(float y, float x) {
  Slope slope = slopeBetween(as_uint(y), as_uint(x));
  return angleOf(as_uint(y), slope, RATIO_FACTOR(ARCTANGENT_PI, slope.u), 0x20000000, 1);
}
FLOAT_VECTORS_2(atan2pi, float)
OVERLOAD PURE float atan(float x) { return atan2(x, 1.0f); }
FLOAT_VECTORS_1(atan)
OVERLOAD PURE float atanpi(float x) { return atan2pi(x, 1.0f); }
FLOAT_VECTORS_1(atanpi)

// The other side of a right-angled triangle; its rounding errors move the angle by less than its own last place.
static float sideOf(float x) { return sqrt(fma(-x, x, 1.0f)); }
OVERLOAD PURE float asin(float x) { return atan2(x, sideOf(x)); }
FLOAT_VECTORS_1(asin)
OVERLOAD PURE float acos(float x) { return atan2(sideOf(x), x); }
FLOAT_VECTORS_1(acos)
OVERLOAD PURE float asinpi(float x) { return atan2pi(x, sideOf(x)); }
FLOAT_VECTORS_1(asinpi)
OVERLOAD PURE float acospi(float x) { return atan2pi(sideOf(x), x); }
FLOAT_VECTORS_1(acospi)
