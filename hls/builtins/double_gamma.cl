// SPDX-License-Identifier: Apache-2.0
// lgamma, lgamma_r and tgamma of double, as gamma.cl has those of float: a polynomial of degree 13 from a table of 4 intervals an octave for
// log(gamma) from 1/2 to 4,096, over the power of 2 in its operand, and of m log(m) - m for Stirling's formula from there. Below 1/2 by way of
// 1 + |x| and the distance of |x| from the nearest integer, whose logarithm lgamma takes away and by which tgamma divides.
// tgamma is at most 10 units in the last place from the exact result (4 up to 128), lgamma 16 * 2^-53 (1 + |result|); of operands of 2.2 and
// more 1.4 units in the last place.
#include "builtins.h"
#include "double_fixed_point.h"

// mantissa * 2^(exponent - 63), the mantissa's leading one bit 63.
typedef struct {
  ulong mantissa;
  int exponent;
} Magnitude;

// An operand x.
typedef struct {
  bool negative, shifted;  // shifted: below 1/2, by way of 1 + |x|
  bool large;              // of 4,096 and more, or -4,095 and less
  bool odd, pole;          // |x|'s integer; x is zero or a negative integer
  Magnitude table;         // what the table is for: |x| or 1 + |x|, of a large one |x| -+ 1/2
  Magnitude distance;      // of |x| from the nearest integer
  ulong turn;              // the same * 2^64, below 2^63
} Operand;
static Operand operandOf(ulong bits) {
  Operand x;
  // A subnormal |x| without its leading one in place: only its distance from 0 matters.
  uint from = (uint)(bits >> 52) & 0x7ff;
  ulong mantissa = (bits & 0xfffffffffffff) << 11 | (ulong)(from != 0) << 63;
  int e = (int)(from ? from : 1) - 1023;
  bool below_one = e < 0;
  x.negative = bits >> 63;
  x.shifted = x.negative || e < -1;
  x.large = e >= 12 || (x.negative && e == 11 && mantissa >> 52 == 0xfff);
  // To the right: |x| below one, or what is added to it.
  uint size = below_one ? -e : e;
  ulong right = shiftedRight63(below_one ? mantissa : x.large ? 1UL << 62 : 1UL << 63, size & 63);
  right = size > 63 ? 0 : right;
  ulong left = shiftedLeft63(mantissa, e & 63);  // the integer's last bit, and the fraction
  ulong place = below_one ? right : e > 51 ? 0 : left;
  x.odd = place >> 63;
  ulong fraction = place << 1;
  x.pole = bits << 1 == 0 || (x.negative && !below_one && fraction == 0);
  bool far = fraction >> 63;
  ulong rest = far ? ~fraction : fraction;
  x.turn = rest & 0x7fffffffffffffff;
  bool alone = e < -1;
  rest = alone ? mantissa : rest + far;
  uint up = (uint)clz(rest) & 63;
  x.distance.mantissa = shiftedLeft63(rest, up);
  x.distance.exponent = (alone ? e : -1) - (int)up;
  // What is added or taken away may carry.
  bool from_one = x.shifted && below_one, less = x.large && !x.negative;
  ulong start = from_one ? 1UL << 63 : mantissa;
  ulong step = x.shifted || x.large ? right : 0;
  ulong sum = start + (less ? -step : step);
  bool carry = !less && sum < start, borrow = less && !(sum >> 63);
  x.table.mantissa = borrow ? sum << 1 : carry ? sum >> 1 | 1UL << 63 : sum;
  x.table.exponent = (from_one ? 0 : e) + carry - borrow;
  return x;
}

// log(gamma) over 2^exponent of the table's operand, or of a large one m log(m) - m; * 2^59
#define TERM(k) ((ulong)DOUBLE_LOG_GAMMA_HIGH_OF_##k(part) << 32 | DOUBLE_LOG_GAMMA_##k[part])
#define STEP(k, bits) sum = (TERM(k) - highProduct(t, sum)) & (1UL << (bits)) - 1;
static long logGammaOf(Operand x) {
  uint part = x.large ? DOUBLE_LOG_GAMMA_LARGE : (uint)(x.table.exponent + 1) << 2;
  part = min((part & 0x3f) | ((uint)(x.table.mantissa >> 61) & 3), DOUBLE_LOG_GAMMA_LARGE + 3u);
  ulong t = x.table.mantissa << 3;
  uint first = (uint)(t >> 32);
  uint last = DOUBLE_LOG_GAMMA_12[part] - mul_hi(first, DOUBLE_LOG_GAMMA_13[part]);
  ulong sum = TERM(11) - mul_hi(first, last) & 0x7ffffffff;
  STEP(10, 37)
  STEP(9, 39)
  STEP(8, 41)
  STEP(7, 44)
  STEP(6, 46)
  STEP(5, 48)
  STEP(4, 51)
  sum = ((ulong)DOUBLE_LOG_GAMMA_HIGH_3[part] << 32 | DOUBLE_LOG_GAMMA_3[part]) - highProduct(t, sum);
  sum = ((ulong)DOUBLE_LOG_GAMMA_HIGH_2[part] << 32 | DOUBLE_LOG_GAMMA_2[part]) - highProduct(t, sum & 0x3fffffffffffff);
  sum = ((ulong)DOUBLE_LOG_GAMMA_HIGH_1[part] << 32 | DOUBLE_LOG_GAMMA_1[part]) + highProduct(t, sum & 0x1ffffffffffffff);
  ulong start = (ulong)DOUBLE_LOG_GAMMA_HIGH_0[part] << 32 | DOUBLE_LOG_GAMMA_0[part];
  return (long)(start + highProduct(t, sum) - (t >> 5));
}

// -log of the sine of the distance, over pi and the distance; * 2^56
static ulong sineLossOf(Operand x) {
  uint part = (uint)(x.turn >> 58) & 31;
  ulong t = x.turn << 6;
  uint first = (uint)(t >> 32);
  uint last = DOUBLE_SINE_LOSS_6[part] + mul_hi(first, DOUBLE_SINE_LOSS_7[part]);
  last = DOUBLE_SINE_LOSS_5[part] + mul_hi(first, last);
  last = DOUBLE_SINE_LOSS_4[part] + mul_hi(first, last);
  ulong sum = ((ulong)DOUBLE_SINE_LOSS_HIGH_OF_3(part) << 32 | DOUBLE_SINE_LOSS_3[part]) + ((ulong)last * first >> 30);
  sum = ((ulong)DOUBLE_SINE_LOSS_HIGH_OF_2(part) << 32 | DOUBLE_SINE_LOSS_2[part]) + highProduct(t, sum & 0xffffffffff);
  sum = ((ulong)DOUBLE_SINE_LOSS_HIGH_1[part] << 32 | DOUBLE_SINE_LOSS_1[part]) + highProduct(t, sum & 0x3fffffffffff);
  return ((ulong)DOUBLE_SINE_LOSS_HIGH_0[part] << 32 | DOUBLE_SINE_LOSS_0[part]) + highProduct(t, sum & 0xfffffffffffff);
}

// -log of the distance, * 2^52, as double_logarithmic.cl's.
static long logOf(Magnitude distance) {
  ulong mantissa = distance.mantissa >> 11;
  uint part = (uint)(distance.mantissa >> 54) & 0x1ff;
  Entry entry = ENTRY(LOGARITHM, part);
  long u = (long)(times18(mantissa, entry.reciprocal) - (1UL << 62));
  bool below = u < 0;
  ulong magnitude = (below ? -(ulong)u : (ulong)u) & 0x3fffffffffffff;
  uint size = (uint)(magnitude >> 23);                                                    // * 2^39
  ulong square = (ulong)size * size + ((ulong)size * ((uint)magnitude & 0x7fffff) >> 22);  // * 2^78
  int a = below ? -(int)size : (int)size;
  int rest = (1 << 30) - (int)((long)a * 858993459 >> 39);    // 1/4 - u/5, * 2^32
  int third = 0x55555555 - (int)((long)a * rest >> 39);       // 1/3 - u (rest), * 2^32
  int cube = (int)((long)(square >> 30) * a >> 31);           // * 2^56
  long share = (u >> 10) - (long)(square >> 27) + ((long)cube * third >> 36);
  uint distance_of_exponent = (uint)(-distance.exponent - (part >= LOGARITHM_HALVED)) & 0x7ff;
  ulong power = distance_of_exponent * 0xb17217f7d1cf7 + (distance_of_exponent * 0x13579u >> 17);
  return (long)(power - entry.high - (ulong)share);
}

// 1/mantissa, * 2^63: from a table with 23 bits, and a step of third order.
static uint shortReciprocalOf(ulong mantissa) {
  return FLATTENING(SHORT_RECIPROCAL, (uint)(mantissa >> 56) & 0x7f, (uint)(mantissa >> 38) & 0x3ffff);
}
static ulong reciprocalOf(ulong mantissa) {
  uint start = shortReciprocalOf(mantissa);
  long error = -(long)((mantissa >> 11) * start);  // * 2^83
  int part = (int)(error >> 29), small = part >> 16;
  part += small * small >> 22;  // * 2^54
  ulong result = ((ulong)start << 32) + (ulong)((long)part * start >> 22);
  return result > 1UL << 63 ? 1UL << 63 : result;
}

// For large y, y (log(y) - 1) less the next term of Stirling's formula, * 2^52 over the power of 2 in y. last: * 2^59
static long stirling(Magnitude y, long last) {
  ulong logarithm = ((uint)y.exponent & 0x3ff) * 0x162e42fefa39ef;  // * 2^53
  uint term = mul_hi(shortReciprocalOf(y.mantissa), 89478485u), down = 2 * ((uint)y.exponent - 11);
  return (long)mul_hi(y.mantissa, logarithm) + (last >> 7) - (down > 31 ? 0 : shiftedRight(term, down & 31));
}

static long scaledDown(long value, uint n) {
  value = n & 32 ? value >> 32 : value;
  value = n & 16 ? value >> 16 : value;
  value = n & 8 ? value >> 8 : value;
  value = n & 4 ? value >> 4 : value;
  value = n & 2 ? value >> 2 : value;
  value = n & 1 ? value >> 1 : value;
  return n > 63 ? 0 : value;
}

static double lgammaOf(double from, int *sign) {
  ulong bits = as_ulong(from);
  Operand x = operandOf(bits);
  long table = logGammaOf(x);
  // What is not in the table, * 2^52; half the logarithm of 2 pi is.
  long sum = x.large ? 0xeb3f8e4325f5a : 0, distance = logOf(x.distance);
  sum += x.negative ? ~(distance + (long)(sineLossOf(x) >> 4)) : x.shifted ? distance : 0;
  // In units of 2^-52, or of 2^-55 where log(gamma) and the logarithm of a small distance may cancel.
  bool coarse = x.large || x.shifted, fine = !x.large && x.table.exponent > 2;
  sum = scaledDown(sum, coarse ? (uint)x.table.exponent - (fine ? 3 : 0) : 0);
  sum += x.large ? stirling(x.table, table) : !coarse ? table : fine ? table >> 4 : table >> 7;
  bool below = sum < 0;
  int point = !coarse ? 59 : fine ? 55 : 52;
  ulong result = doubleBits((ulong)(below ? ~sum : sum), point - x.table.exponent, below != x.negative);
  bool infinite = x.pole || x.table.exponent > 1014 || (result >> 52 & 0x7ff) == 0x7ff;
  *sign = x.negative && !x.odd && (!x.pole || bits << 1 == 0) ? -1 : 1;
  return bits << 1 > 0xffe0000000000000 ? from : as_double(infinite ? 0x7ff0000000000000 : result);
}
OVERLOAD PURE double lgamma(double x) {
  int sign;
  return lgammaOf(x, &sign);
}
VECTORS_1(double, lgamma)
static double lgamma_rOf(double x, int *sign) { return lgammaOf(x, sign); }
TWO_RESULTS(double, lgamma_r, int)

OVERLOAD PURE double tgamma(double from) {
  ulong bits = as_ulong(from);
  Operand x = operandOf(bits);
  long sum = logGammaOf(x) << 1;
  sum = scaledDown(sum, (uint)(7 - x.table.exponent) & 15);
  sum -= x.negative ? (long)(sineLossOf(x) >> 3) : 0;
  bool far = x.table.exponent > 7 || (x.table.exponent == 7 && x.table.mantissa >> 62 == 3);  // from 192 on
  sum = far ? 0 : x.negative ? -sum : sum;  // the result's logarithm, * 2^53
  // Its power of 2, or one more.
  int n = (int)(((long)(int)(sum >> 33) * 94548 + (1 << 29)) >> 36);
  ulong whole = (ulong)(long)n * 0x162e42fefa39ef35 + (ulong)(long)(n * 0x793c >> 16);
  ulong r = ((ulong)sum << 8) - whole;
  bool less = (long)r < 0;
  r = less ? r + 0x162e42fefa39ef35 : r;
  n -= less;
  ulong product = mul_hi(exponentialOf(r & 0x1fffffffffffffff), x.shifted ? reciprocalOf(x.distance.mantissa) : 1UL << 63);  // * 2^61
  bool small = product < 1UL << 61;
  n -= (x.shifted ? x.distance.exponent : 0) + small;
  double result = scaledBy(far ? (x.negative ? -1100 : 1100) : bits << 1 == 0 ? 1100 : n, small ? product << 2 : product << 1);
  bool undefined = bits << 1 > 0xffe0000000000000 || (x.pole && bits << 1);
  ulong signed_result = as_ulong(result) | (ulong)(x.negative && !x.odd) << 63;
  return undefined ? NAN : as_double(signed_result);
}
VECTORS_1(double, tgamma)
