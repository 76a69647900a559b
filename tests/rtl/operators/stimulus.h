// SPDX-License-Identifier: Apache-2.0
// Random numbers and integer operands for the operator benches.
#pragma once
#include <cstdint>

/// splitmix64: the same sequence on every machine.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  /// Uniform in [0, bound), bound at least 1 (a bias of bound/2^64 does not matter here).
  uint64_t below(uint64_t bound) {
    return static_cast<uint64_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
  }

private:
  uint64_t state;
};

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
