// SPDX-License-Identifier: Apache-2.0
// fmod, remainder and remquo of float, with subnormal operands and results too, which libclc's take for zero: remainder.h.
#include "builtins.h"
#include "fixed_point.h"

#define REAL float
#define WORD uint
#define PLACES 23
#define DIGITS_A_TURN 1
#define AS_REAL(bits) as_float(bits)
#define AS_WORD(number) as_uint(number)

static inline uint leftJustified(uint mantissa, uint n) { return shiftedLeft(mantissa, n); }

static inline uint rotatedLeft(uint value, uint n) {
  value = n & 16 ? value << 16 | value >> 16 : value;
  value = n & 8 ? value << 8 | value >> 24 : value;
  value = n & 4 ? value << 4 | value >> 28 : value;
  value = n & 2 ? value << 2 | value >> 30 : value;
  return n & 1 ? value << 1 | value >> 31 : value;
}

static inline uint multiple(uint digit, uint divisor) { return digit * divisor; }

#include "remainder.h"
REMAINDERS(float)
