// SPDX-License-Identifier: Apache-2.0
// fmod, remainder and remquo of double: remainder.h.
#include "builtins.h"
#include "double_fixed_point.h"

#define REAL double
#define WORD ulong
#define PLACES 52
#define DIGITS_A_TURN 2
#define AS_REAL(bits) as_double(bits)
#define AS_WORD(number) as_ulong(number)

static inline ulong leftJustified(ulong mantissa, uint n) { return shiftedLeft63(mantissa, n); }

static inline ulong rotatedLeft(ulong value, uint n) {
  value = n & 32 ? value << 32 | value >> 32 : value;
  value = n & 16 ? value << 16 | value >> 48 : value;
  value = n & 8 ? value << 8 | value >> 56 : value;
  value = n & 4 ? value << 4 | value >> 60 : value;
  value = n & 2 ? value << 2 | value >> 62 : value;
  return n & 1 ? value << 1 | value >> 63 : value;
}

// In multiplier blocks of 18 bits.
static inline ulong multiple(uint digit, ulong divisor) {
  ulong low = (ulong)digit * (divisor & 0x3ffff);
  ulong middle = (ulong)digit * (divisor >> 18 & 0x3ffff) + (low >> 18);
  ulong high = (ulong)digit * (divisor >> 36 & 0x3ffff) + (middle >> 18);
  return high << 36 | (middle & 0x3ffff) << 18 | (low & 0x3ffff);
}

#include "remainder.h"
REMAINDERS(double)
