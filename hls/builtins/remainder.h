// SPDX-License-Identifier: Apache-2.0
// fmod, remainder and remquo, exact: long division of the mantissas, as integers, with digits of 14 bits. A reciprocal
// of the divisor of 18 bits times the rest's first 18 bits makes a digit; it is at most 1 too small, so that the rest
// stays below twice the divisor.
// For the type REAL, whose bits are a WORD, PLACES of them the fraction; a turn of the loop makes DIGITS_A_TURN. Who
// includes it has defined
//   leftJustified(mantissa, n): mantissa << n
//   rotatedLeft(mantissa, n)
//   multiple(digit, divisor): their product; what is above bit PLACES + 1 is not used
#pragma once

#define DIGIT 14
#define WORD_BITS (8 * (uint)sizeof(WORD))
#define SIGN ((WORD)1 << (WORD_BITS - 1))
#define LEADING_ONE ((WORD)1 << PLACES)
#define INFINITE (((SIGN >> PLACES) - 1) << PLACES)

// mantissa * 2^(exponent - bias - PLACES). A divisor's leading one is bit PLACES.
typedef struct {
  WORD mantissa;
  int exponent;
} Number;

static inline Number unpack(WORD magnitude) {
  uint field = (uint)(magnitude >> PLACES);
  Number number = {(magnitude & (LEADING_ONE - 1)) | (WORD)(field != 0) << PLACES, (int)max(field, 1u)};
  return number;
}
static inline Number unpackDivisor(WORD magnitude) {
  Number number = unpack(magnitude);
  uint up = magnitude >> PLACES ? 0 : ((uint)clz(magnitude) - (WORD_BITS - 1 - PLACES)) & (WORD_BITS - 1);
  number.mantissa = leftJustified(number.mantissa, up);
  number.exponent -= (int)up;
  return number;
}

// The bits of a number that the format has.
static inline WORD pack(WORD mantissa, int exponent) {
  // Subnormal numbers stay below bit PLACES. To the right no bit of one is lost, so that a rotation does either.
  int up = min((int)clz(mantissa) - (int)(WORD_BITS - 1 - PLACES), exponent - 1);
  WORD bits = rotatedLeft(mantissa, (uint)up & (WORD_BITS - 1)) + ((WORD)(exponent - up - 1) << PLACES);
  return mantissa ? bits : 0;
}

typedef struct {
  WORD rest;      // below the divisor
  uint quotient;  // its low seven bits
} Division;

// Of dividend * 2^steps by divisor, for steps of 0 or more.
static inline Division divide(WORD dividend, WORD divisor, int steps) {
  uint leading = (uint)(divisor << (WORD_BITS - 1 - PLACES) >> (WORD_BITS - 28));  // its first 28 bits
  uint inverse = FLATTENING(RECIPROCAL, leading >> 18 & 0x1ff, leading & 0x3ffff);
  uint reciprocal = (inverse - 64) >> 13 & 0x3ffff;  // 2^(PLACES + 18) / divisor, or less
  WORD rest = dividend;
  uint quotient = 0;
  for (; steps > 0; steps -= DIGITS_A_TURN * DIGIT)  // work-items share the loop
    for (int i = 0; i < DIGITS_A_TURN; ++i) {
      uint bits = (uint)clamp(steps - i * DIGIT, 0, DIGIT);
      uint first = (uint)(rest >> (PLACES - 16)) & 0x3ffff;
      uint digit = (uint)((ulong)first * reciprocal >> 20) & 0x7fff;
      digit = (uint)shiftedRight(digit, (DIGIT - bits) & 15) & 0x7fff;
      rest = ((WORD)shiftedLeft15(rest, bits) - multiple(digit, divisor)) & (4 * LEADING_ONE - 1);
      quotient = ((quotient << bits) + digit) & 0x7f;
    }
  bool over = rest >= divisor;
  Division result = {over ? rest - divisor : rest, quotient + over};
  return result;
}

static inline bool isInvalid(WORD x, WORD y) { return x >= INFINITE || y > INFINITE || y == 0; }

static inline REAL fmodOf(REAL x, REAL y) {
  WORD sign = AS_WORD(x) & SIGN, a = AS_WORD(x) & ~SIGN, b = AS_WORD(y) & ~SIGN;
  Number n = unpack(a), d = unpackDivisor(b);
  WORD rest = divide(n.mantissa, d.mantissa, n.exponent - d.exponent).rest;
  WORD bits = a < b ? a : pack(rest, d.exponent);
  return isInvalid(a, b) ? NAN : AS_REAL(bits | sign);
}

// The quotient is rounded to nearest even; its low seven bits with its sign.
static inline REAL remquoOf(REAL x, REAL y, int *quotient) {
  WORD sign = AS_WORD(x) & SIGN, a = AS_WORD(x) & ~SIGN, b = AS_WORD(y) & ~SIGN;
  Number n = unpack(a), d = unpackDivisor(b);
  int steps = n.exponent - d.exponent;
  bool below = steps < 0;
  Division division = divide(n.mantissa, d.mantissa, steps);
  // Half of y may still be less than x when y has one more place.
  WORD rest = below ? n.mantissa : division.rest, divisor = d.mantissa << below;
  uint bits = below ? 0 : division.quotient;
  bool up = 2 * rest > divisor || (2 * rest == divisor && (bits & 1));
  rest = up ? divisor - rest : rest;
  bool small = steps < -1 || b == INFINITE;  // less than half of y
  bool invalid = isInvalid(a, b);
  WORD magnitude = small ? a : pack(rest, d.exponent - below);
  int low = small || invalid ? 0 : (bits + up) & 0x7f;
  *quotient = (AS_WORD(x) ^ AS_WORD(y)) & SIGN ? -low : low;
  return invalid ? NAN : AS_REAL(magnitude | (sign ^ (up && !small ? SIGN : 0)));
}

static inline REAL remainderOf(REAL x, REAL y) {
  int quotient;
  return remquoOf(x, y, &quotient);
}

// The functions and their vector forms.
#define REMAINDERS(type)                                                                                               \
  OVERLOAD PURE type fmod(type x, type y) { return fmodOf(x, y); }                                                     \
  VECTORS_2(type, fmod, type)                                                                                          \
  OVERLOAD PURE type remainder(type x, type y) { return remainderOf(x, y); }                                           \
  VECTORS_2(type, remainder, type)                                                                                     \
  REMQUO(type)
