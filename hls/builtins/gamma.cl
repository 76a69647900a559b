// SPDX-License-Identifier: Apache-2.0
// lgamma, lgamma_r and tgamma of float, all from log(gamma) of a number of at least 1/2: a polynomial of degree 3 from a table of 32
// intervals an octave up to 64, and from there Stirling's formula, of which the table has m log(m) - m
// (as y log(y) - y for y = x - 1/2, Gosper's and Nemes's form, whose next term is half as large as Stirling's own).
// What is less goes by |x| + 1 and the distance of |x| from the nearest integer, which is small next to a pole:
//   gamma(x) = gamma(1 + x) / x,  |gamma(x)| = 1 / (gamma(1 + |x|) |sin(pi x)| / pi)
// At most 2.5 units in the last place from the exact result (tgamma), and 1.5 * 2^-24 (1 + |result|) or, of positive operands, 8 units in the
// last place (lgamma), measured on every 401st bit pattern.
#include "builtins.h"
#include "fixed_point.h"

// mantissa * 2^(exponent - 31), the mantissa's leading one bit 31.
typedef struct {
  uint mantissa;
  int exponent;
} Magnitude;

// An operand x.
typedef struct {
  bool negative, shifted;  // shifted: below 1/2, by way of 1 + |x|
  bool large;              // of 64 and more, or -63 and less
  bool odd, pole;          // |x|'s integer; x is zero or a negative integer
  Magnitude table;         // what the table is for: |x| or 1 + |x|, of a large one |x| -+ 1/2
  Magnitude distance;      // of |x| from the nearest integer
  uint turn;               // the same * 2^32, below 2^31
} Operand;
static Operand operandOf(uint bits) {
  Operand x;
  // A subnormal |x| without its leading one in place: only its distance from 0 matters.
  uint from = EXPONENT_OF(bits), mantissa = FRACTION_OF(bits) << 8 | (uint)(from != 0) << 31;
  int e = (int)(from ? from : 1) - 127;
  bool below_one = e < 0;
  x.negative = bits >> 31;
  x.shifted = x.negative || e < -1;
  x.large = e >= 6 || (x.negative && e == 5 && mantissa >= 0xfc000000);
  // To the right: |x| below one, or what is added to it.
  uint size = below_one ? -e : e;
  uint right = (uint)shiftedRight(below_one ? mantissa : x.large ? 0x40000000 : 0x80000000, size & 31);
  right = size > 31 ? 0 : right;
  uint left = shiftedLeft(mantissa, e & 31);  // the integer's last bit, and the fraction
  bool whole = e > 22;
  uint place = below_one ? right : whole ? 0 : left;
  x.odd = place >> 31;
  uint fraction = place << 1;
  x.pole = bits << 1 == 0 || (x.negative && !below_one && fraction == 0);
  bool far = fraction >> 31;
  uint rest = far ? ~fraction : fraction;
  x.turn = rest & 0x7fffffff;
  bool alone = e < -1;
  rest = alone ? mantissa : rest + far;
  uint up = clz(rest) & 31;
  x.distance.mantissa = shiftedLeft(rest, up);
  x.distance.exponent = (alone ? e : -1) - (int)up;
  // What is added or taken away may carry.
  bool from_one = x.shifted && below_one, less = x.large && !x.negative;
  uint start = from_one ? 0x80000000 : mantissa;
  uint step = x.shifted || x.large ? right : 0;
  uint sum = less ? start - step : start + step;
  bool carry = !less && sum < start, borrow = less && !(sum >> 31);
  x.table.mantissa = borrow ? sum << 1 : carry ? sum >> 1 | 0x80000000 : sum;
  x.table.exponent = (from_one ? 0 : e) + carry - borrow;
  return x;
}

// log(gamma) of the table's operand, or of a large one m log(m) - m.
typedef struct {
  long value;   // * 2^30
  long change;  // since the start of the interval, or its end, where the value is zero; * 2^54
  bool zero;    // it is zero there
} LogGamma;
static LogGamma logGammaOf(Operand x) {
  uint octave = x.large ? 7 : (x.table.exponent + 1) & 7;
  uint part = octave << 5 | (x.table.mantissa >> 26 & 31);
  uint d = x.table.mantissa >> 2 & 0xffffff;
  bool back = part == 31 || part == 63;  // before 1 and 2
  uint t = (back ? d ^ 0xffffff : d) >> 6;
  uint third = LOG_GAMMA_3[part], high = third >> 19 & 7;
  uint last = (uint)((ulong)(third & 0x7ffff) * t >> 18) & 0x7ffff;
  uint second = (LOG_GAMMA_2[part] + (back ? last : -last)) & 0x3ffffff;
  ulong slope = ((ulong)high << 32 | LOG_GAMMA_1[part]) + (uint)((ulong)second * t >> 18);
  d = back ? 0x1000000 - d : d;
  LogGamma result;
  result.change = (long)((slope & 0xfffffffff) * d & 0xfffffffffffffff) - (long)((ulong)d << 25);
  long start = (long)((int)third >> 24) << 32 | LOG_GAMMA_0[part];
  result.zero = start == 0;
  result.value = start + (result.change >> 24);
  return result;
}
// -log of the sine of the distance, over pi and the distance, * 2^30.
static uint sineLossOf(Operand x) { return RISING(SINE_LOSS, x.turn >> 24, x.turn >> 6 & 0x3ffff) >> 1; }

// -log of the distance, * 2^30
static ulong logOf(Magnitude distance) {
  uint fraction = distance.mantissa >> 8 & 0x7fffff;
  bool below = fraction >> 15 >= LOG_HALVED;
  uint magnitude = below ? 0x800000 - fraction : fraction << 1;
  uint factor = FLATTENING(LOG, fraction >> 15, distance.mantissa >> 5 & 0x3ffff);
  uint share = mul_hi(magnitude << 8, factor) >> 1;
  ulong power = (ulong)((uint)(-distance.exponent - below) & 0xff) * 0x2c5c85fe;
  return power + (below ? (ulong)share : ~(ulong)share);
}

// For large y, y (log(y) - 1) less the next term of Stirling's formula, * 2^30 over the power of 2 in y.
static long stirling(Magnitude y, long last) {
  ulong exponent = (ulong)((uint)y.exponent & 0x7f) * 0x2c5c85fe;
  long product = (long)((y.mantissa >> 6) * exponent >> 25);
  // 1/24y, the reciprocal from (32 (9/4 - m)^2 + 48) / 99.
  uint side = (576 - (y.mantissa >> 23)) & 0x1ff;
  uint term = 21184 + (side * side * 883u >> 12) & 0xffff;
  uint down = 2 * ((uint)y.exponent - 5);
  return product + last - (down > 31 ? 0 : shiftedRight(term, down & 31));
}

// value >> n
static int scaledDown(int value, uint n) {
  value = n & 16 ? value >> 16 : value;
  value = n & 8 ? value >> 8 : value;
  value = n & 4 ? value >> 4 : value;
  value = n & 2 ? value >> 2 : value;
  value = n & 1 ? value >> 1 : value;
  return n > 31 ? 0 : value;
}

static float lgammaOf(float from, int *sign) {
  uint bits = as_uint(from);
  Operand x = operandOf(bits);
  LogGamma table = logGammaOf(x);
  // What is not in the table; half the logarithm of 2 pi is.
  long sum = x.large ? 0x3acfe391 : 0;
  long distance = (long)logOf(x.distance);
  sum += x.negative ? ~(distance + sineLossOf(x)) : x.shifted ? distance : 0;
  uint scale = x.large ? (uint)x.table.exponent : 0;
  sum = x.large ? scaledDown((int)(sum >> 5), scale - 5) : sum;
  sum += x.large ? stirling(x.table, table.value) : table.value;
  bool alone = table.zero && !x.shifted;
  long value = alone ? table.change : sum << 10;
  bool below = value < 0;
  ulong magnitude = (ulong)(below ? ~value : value) & 0x3ffffffffffff;  // 50 bits
  uint zeros = clz(magnitude << 14) & 63;
  ulong normal = zeros & 32 ? magnitude << 32 : magnitude;
  normal = zeros & 16 ? normal << 16 : normal;
  uint top = (uint)(shiftedLeft15(normal, zeros & 15) >> 25) & 0x1ffffff;
  uint exponent = 127 + 49 - zeros - (alone ? 54 : 40) + scale;
  uint result = top >> 24 ? (exponent << 23) + ((top + 1) >> 1) - 0x800000 : 0;
  result = exponent > 254 ? 0x7f800000 : result;
  result |= (uint)(below != x.negative) << 31;
  result = x.pole || EXPONENT_OF(bits) == 255 ? 0x7f800000 : result;
  *sign = x.negative && !x.odd && (!x.pole || bits << 1 == 0) ? -1 : 1;
  return IS_NAN_BITS(bits) ? from : as_float(result);
}
OVERLOAD PURE float lgamma(float x) {
  int sign;
  return lgammaOf(x, &sign);
}
FLOAT_VECTORS_1(lgamma)
static float lgamma_rOf(float x, int *sign) { return lgammaOf(x, sign); }
TWO_RESULTS(float, lgamma_r, int)

OVERLOAD PURE float tgamma(float from) {
  uint bits = as_uint(from);
  Operand x = operandOf(bits);
  // And log(2), so that it is positive.
  ulong logarithm = (ulong)(logGammaOf(x).value + 0x2c5c85fe - (x.negative ? sineLossOf(x) : 0)) & 0xffffffffff;
  // Times log2(e), to 28 bits behind the point.
  ulong power = logarithm + (logarithm * 7427190 >> 24) + ((logarithm >> 14) * 5294 >> 24) - (1 << 30);
  int invert = x.negative ? -1 : 0;
  int n = (int)(power >> 30) ^ invert;
  uint f = ((uint)(power >> 2) ^ (uint)invert) & 0xfffffff;
  uint value = RISING(POWER_OF_2, f >> 19, f >> 1 & 0x3ffff);
  uint fraction = x.distance.mantissa << 1;
  uint inverse = FLATTENING(SHORT_RECIPROCAL, fraction >> 25, fraction >> 7 & 0x3ffff);
  uint product = mul_hi(value, x.shifted ? inverse : 0x80000000);
  bool whole = product >> 30;
  uint top = (whole ? product : product << 1) >> 6;
  n -= (x.shifted ? x.distance.exponent : 0) + !whole;
  n = x.large || bits << 1 == 0 ? (x.negative && x.large ? -300 : 300) : n;
  uint down = n < -126 ? min(-126 - n, 31) : 0;  // of a subnormal result
  uint rounded = ((uint)shiftedRight(top, down) + 1) >> 1;
  uint result = rounded + ((uint)(max(n, -126) + 126) << 23);
  result = n >= 128 ? 0x7f800000 : result;
  bool undefined = IS_NAN_BITS(bits) || (x.pole && bits << 1);
  result |= (uint)(x.negative && !x.odd) << 31;
  return undefined ? NAN : as_float(result);
}
FLOAT_VECTORS_1(tgamma)
