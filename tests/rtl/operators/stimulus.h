// SPDX-License-Identifier: Apache-2.0
// Random integer operands for the operator benches.
#pragma once
#include <cstdint>

#include "tests/common/random.h"

using weft::test::Random;

/// Integers with random length, near powers of two, and with few digits (ties of a conversion).
inline uint64_t randomInteger(Random &random) {
  uint64_t r = random.next();
  unsigned length = random.below(64) + 1;
  uint64_t value = r >> (64 - length);
  switch (random.below(6)) {
  case 0:
    return r;
  case 1:
    return value;
  case 2:
    return ~value + 1;
  case 3:
    return (1ull << (length - 1)) + random.below(5) - 2;
  case 4:
    return value & (~0ull << random.below(length));  // trailing zeros
  default:
    return ((value | 1ull << (length - 1)) & (~0ull << (length / 2))) | (random.below(3) << (length / 2) >> 1);
  }
}
