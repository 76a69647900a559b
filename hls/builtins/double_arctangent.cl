// SPDX-License-Identifier: Apache-2.0
// atan, atan2, atanpi and atan2pi of double: at most 0.54 units in the last place from the exact result, subnormal results among them; and asin,
// acos, asinpi and acospi: at most 0.61 (of 20 million operands, against long double). The direction (x, y), in the first octant, is turned back by
// the angle whose tangent c is the first 8 bits of y/x: atan(y/x) = atan(c) + atan((y - c x) / (x + c y)), of which the first comes from a table.
// So the one quotient that is needed stays below 2^-7.4, and four terms of the series give its angle. Where c is zero the quotient is normalised
// and keeps its relative precision. asin and acos take the triangle's other side from (1 - x) (1 + x) and a reciprocal square root. Reciprocals
// come from tables to 2^-24, and products with them are mended by two terms of 1 / (1 - e), or of 1 / sqrt(1 - e).
#include "builtins.h"
#include "double_fixed_point.h"

// A magnitude: mantissa * 2^(exponent - 1078), the mantissa's leading one bit 55.
typedef struct {
  ulong mantissa;
  int exponent;
} WideNormal;
// Two sides of a right-angled triangle, and where the angle lies.
typedef struct {
  WideNormal small, great;
  bool none;         // their ratio is zero
  bool steep, back;  // the angle is the complement; is behind a right angle
  bool undefined;
} Triangle;
// A triangle turned back by the angle whose tangent is part / 256.
typedef struct {
  uint part;
  int down;
  ulong tangent;  // of what is left, * 2^69; where part is zero, * 2^(62 + down)
} Turned;

static ulong product(ulong a, ulong b) { return (ulong)(uint)a * (uint)b; }
// value * factor / 2^31, for less than 2^63.
static ulong scaledDown(ulong value, uint factor) {
  return (product(value >> 32, factor) << 1) + (product(value & 0xffffffff, factor) >> 31);
}
// e = 1 - a b / 2^93 in [0, 2^-23) for a reciprocal b a little too small; and e^2; * 2^61.
static ulong restOf(ulong a, uint b) {
  return ((1UL << 61) - product(a >> 32, b) - (product(a & 0xffffffff, b) >> 32)) & 0x3fffffffff;
}
static ulong squareOf(ulong rest) { return (rest >> 20 & 0x3ffff) * (rest >> 20 & 0x3ffff) >> 21; }
// value * (1 + by / 2^61) for `by` below 2^37, in four of the products of their parts.
static ulong raised(ulong value, ulong by) {
  ulong middle = (value >> 46) * (by & 31) >> 15, low = (value >> 16 & 0xffff) * (by >> 21 & 0xffff) >> 24;
  return value + (product(value >> 32, by >> 5) >> 24) + middle + low;
}

// part * value, for a value of 56 bits: in multiplier blocks of 18.
static ulong multiple(uint part, ulong value) {
  ulong high = part * (uint)(value >> 38 & 0x3ffff), middle = part * (uint)(value >> 20 & 0x3ffff);
  ulong low = part * (uint)(value >> 2 & 0x3ffff), last = part * (uint)(value & 3);
  return (high << 38) + (middle << 20) + (low << 2) + last;
}
static Turned turnedBack(Triangle triangle) {
  Turned turned;
  ulong small = triangle.small.mantissa, great = triangle.great.mantissa;
  turned.down = triangle.none ? 4095 : triangle.great.exponent - triangle.small.exponent;
  ulong aligned = shiftedRight(small << 8, turned.down & 15);  // * 2^63, the greater side being in [1, 2)
  // The ratio less at most 2^-9, by a reciprocal at the end of the table's part.
  uint base = RECIPROCAL_BASE[great >> 46 & 0x1ff], inverse = (base - (base >> 9)) >> 14;
  uint part = (uint)(product(aligned >> 47, inverse) >> 25) & 0xff;
  turned.part = part = turned.down > 8 ? 0 : part;
  ulong above = aligned - multiple(part, great);                           // * 2^63, below 2^57
  ulong below = (great << 7) + (multiple(part, aligned >> 10 << 2) >> 1);  // * 2^62
  bool wide = below >> 63;
  below = wide ? below >> 1 : below;
  above = part == 0 ? small << 7 : wide ? above << 5 : above << 6;
  uint reciprocal = FLATTENING(RECIPROCAL, below >> 53 & 0x1ff, below >> 35 & 0x3ffff) - 30;
  ulong rest = restOf(below, reciprocal);
  turned.tangent = raised(scaledDown(above, reciprocal), rest + squareOf(rest));
  return turned;
}

// The tangent's angle in the tangent's unit: v (1 - v^2 (1/3 - v^2 (1/5 - v^2/7))).
static ulong angleOf(Turned turned) {
  ulong tangent = turned.tangent;
  int far = turned.part ? 0 : turned.down - 7;
  ulong v = far > 31 ? 0 : shiftedRight(tangent >> 14, far & 31);                        // * 2^55, below 2^48
  ulong square = product(v >> 16, v >> 16) + ((v >> 30 & 0x3ffff) * (v & 0xffff) >> 1);  // * 2^78
  ulong third = square >> 16;                                                            // times 4/3, * 2^64
  third += third >> 2;
  third += third >> 4;
  third += third >> 8;
  third += third >> 16;
  third += third >> 32;
  uint s = (uint)(square >> 32);                                     // * 2^46
  uint fifth = 3435973837u - (uint)((square >> 46) * 149797 >> 18);  // * 2^34
  ulong share = third - (product(s, mul_hi(s, fifth)) >> 30);        // * 2^64, below 2^48
  ulong middle = (tangent >> 46) * (share & 0xffff) >> 18, low = (tangent >> 16 & 0xffff) * (share >> 32 & 0xffff) >> 16;
  return tangent - (product(tangent >> 32, share >> 16) >> 16) - middle - low;
}
// Times 2/pi.
static ulong inRightAngles(ulong angle) {
  ulong high = angle >> 32;
  return product(high, 0xa2f9836e) + (product(high, 0x4e44152a) >> 32) + (product(angle, 0xa2f9836e) >> 32);
}

// The magnitude's bits. start, of the part, * 2^64; the right angle * 2^62; the result is 2^-scale of the sum.
static ulong resultOf(Triangle triangle, Turned turned, ulong angle, ulong start, ulong right, int scale) {
  bool alone = !triangle.steep && !triangle.back;
  int tiny = max(turned.down + scale - 1022, 0);  // of a subnormal result
  int down = turned.part ? 6 : alone ? tiny : turned.down - 1;
  ulong sum = start + shiftedRight63(angle << 1, min(down, 63));
  ulong whole = triangle.steep ? right : right << 1, quarter = sum >> 2;
  ulong value = alone ? sum : triangle.steep && triangle.back ? whole + quarter : whole - quarter;
  // One less than the exponent's field, if bit 63 is the leading one.
  int exponent = (alone ? turned.part ? 1021 : max(1022 - turned.down, scale) : 1023) - scale;
  int zeros = min((int)clz(value) & 15, exponent);
  return (((shiftedLeft15(value, zeros) >> 10) + 1) >> 1) + ((ulong)(exponent - zeros) << 52);
}
static double finished(ulong bits, ulong sign, Triangle triangle) {
  return triangle.undefined ? NAN : as_double(bits | (sign & 0x8000000000000000));
}
#define IN_UNIT(name, table, scaled, right, scale)                                                                     \
  static double name(Triangle triangle, ulong sign) {                                                                  \
    Turned turned = turnedBack(triangle);                                                                              \
    ulong angle = angleOf(turned), start = (ulong)table##_HIGH[turned.part] << 32 | table##_LOW[turned.part];          \
    return finished(resultOf(triangle, turned, scaled, start, right, scale), sign, triangle);                          \
  }
IN_UNIT(inRadians, ANGLE, angle, 0x6487ed5110b4611a, 0)
IN_UNIT(inHalfTurns, ANGLE_PI, inRightAngles(angle), 0x4000000000000000, 1)

#define FIELD(magnitude) ((uint)((magnitude) >> 52))
// Of a subnormal number, not normalised: its ratio to a number near 1 is subnormal too.
static WideNormal plainOf(ulong magnitude) {
  uint field = FIELD(magnitude);
  WideNormal result = {((magnitude & 0xfffffffffffff) | (ulong)(field != 0) << 52) << 3, (int)(field ? field : 1)};
  return result;
}
static WideNormal wideNormalOf(ulong magnitude) {
  WideNormal plain = plainOf(magnitude);
  uint up = FIELD(magnitude) ? 0 : (uint)clz(plain.mantissa) - 8 & 63;
  WideNormal result = {shiftedLeft63(plain.mantissa, up), plain.exponent - (int)up};
  return result;
}
static Triangle between(ulong from, ulong against, WideNormal first, WideNormal second, bool back) {
  bool steep = from > against, ends = FIELD(against) == 0x7ff, rises = FIELD(from) == 0x7ff;
  WideNormal small = steep ? second : first;
  bool undefined = (steep ? from : against) > 0x7ff0000000000000;
  Triangle triangle = {small, steep ? first : second, small.mantissa == 0 || ends != rises, steep, back, undefined};
  return triangle;
}
#define MAGNITUDE(x) (as_ulong(x) & 0x7fffffffffffffff)
static Triangle direction(double y, double x) {
  return between(MAGNITUDE(y), MAGNITUDE(x), wideNormalOf(MAGNITUDE(y)), wideNormalOf(MAGNITUDE(x)), as_ulong(x) >> 63);
}
static Triangle slope(double y) {
  return between(MAGNITUDE(y), as_ulong(1.0), plainOf(MAGNITUDE(y)), plainOf(as_ulong(1.0)), false);
}

// sqrt(1 - x^2) for |x| up to 1.
static WideNormal sideOf(WideNormal x) {
  ulong fixed = shiftedRight63(x.mantissa << 8, min(1023 - x.exponent, 63) & 63);  // * 2^63
  ulong less = (1UL << 63) - fixed, more = (1UL << 63) + fixed;
  uint up = (uint)clz(less) & 63;
  less = shiftedLeft63(less, up);
  ulong square = product(less >> 32, more >> 32) + (product(less >> 32, more) >> 32) + (product(less, more >> 32) >> 32);
  bool low = !(square >> 63);
  square = low ? square << 1 : square;
  // The square is [1, 2) * 2^exponent. Its root comes from that of q in [1, 4) and half the even exponent.
  int exponent = 1 - (int)low - (int)up;
  bool odd = exponent & 1;
  uint place = (uint)odd << 8 | (uint)(square >> 55 & 0xff);
  uint inverse = FLATTENING(RECIPROCAL_ROOT, place, square >> 37 & 0x3ffff) - 30;
  ulong root = scaledDown(odd ? square : square >> 1, inverse);  // * 2^62
  ulong rest = restOf(root, inverse), second = squareOf(rest);
  ulong rounded = (raised(root, (rest >> 1) + (second >> 2) + (second >> 3)) + 64) >> 7;
  // It may have become 2.
  WideNormal side = {(rounded & 0x7fffffffffffff) | 1UL << 55, (exponent >> 1) + 1023 + (int)(rounded >> 56)};
  return side;
}
static Triangle onUnitCircle(double x, bool cosine) {
  ulong magnitude = MAGNITUDE(x), one = as_ulong(1.0);
  WideNormal leg = plainOf(magnitude), side = sideOf(leg);
  bool large = magnitude > 0x3fe6a09e00000000;  // than about the other side
  bool none = magnitude == 0 || magnitude == one, back = cosine && as_ulong(x) >> 63;
  Triangle triangle = {large ? side : leg, large ? leg : side, none, large != cosine, back, magnitude > one};
  return triangle;
}

#define FUNCTIONS(unit, suffix)                                                                                        \
  OVERLOAD PURE double atan2##suffix(double y, double x) { return unit(direction(y, x), as_ulong(y)); }                \
  OVERLOAD PURE double atan##suffix(double y) { return unit(slope(y), as_ulong(y)); }                                  \
  OVERLOAD PURE double asin##suffix(double x) { return unit(onUnitCircle(x, false), as_ulong(x)); }                \
  OVERLOAD PURE double acos##suffix(double x) { return unit(onUnitCircle(x, true), 0); }                           \
  VECTORS_2(double, atan2##suffix, double)                                                                             \
  VECTORS_1(double, atan##suffix)                                                                                      \
  VECTORS_1(double, asin##suffix)                                                                                      \
  VECTORS_1(double, acos##suffix)
FUNCTIONS(inRadians, )
FUNCTIONS(inHalfTurns, pi)
