// SPDX-License-Identifier: Apache-2.0
// Operands for the operator benches: special values and random ones whose exponents and digits make the hard cases
// frequent.
#pragma once
#include <cstdint>
#include <vector>

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

struct FpVector {
  uint64_t a = 0, b = 0, c = 0, integer = 0;
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

template <unsigned ExpW, unsigned SigW> class FpStimulus {
public:
  static constexpr unsigned width = ExpW + SigW;
  static constexpr uint64_t signBit = 1ull << (width - 1), hidden = 1ull << (SigW - 1), fractionMask = hidden - 1;
  static constexpr uint64_t maxExp = (1ull << ExpW) - 1, bias = maxExp / 2;

  explicit FpStimulus(uint64_t seed) : random(seed) {
    auto add = [&](uint64_t exponent, uint64_t fraction) {
      specials.push_back(exponent << (SigW - 1) | (fraction & fractionMask));
      specials.push_back(specials.back() | signBit);
    };
    for (uint64_t fraction : {0ull, 1ull, 2ull, 3ull})
      add(0, fraction);
    for (uint64_t fraction : {hidden / 2, fractionMask - 1, fractionMask})
      add(0, fraction);
    for (uint64_t exponent : {uint64_t(1), uint64_t(2), bias - 2, bias - 1, bias, bias + 1, maxExp - 1})
      for (uint64_t fraction : {uint64_t(0), uint64_t(1), hidden / 2, fractionMask})
        add(exponent, fraction);
    for (uint64_t exponent : {bias + SigW - 2, bias + SigW - 1, bias - SigW, bias + 7, bias + 31})
      add(exponent, 1);
    add(maxExp, 0);
    for (uint64_t fraction : {uint64_t(1), hidden / 2, fractionMask})
      add(maxExp, fraction);  // NaNs, one of them signalling
  }

  uint64_t special() { return specials[random.below(specials.size())]; }

  /// A significand: random, or with few ones or few zeros, or short.
  uint64_t fraction() {
    uint64_t r = random.next() & fractionMask;
    switch (random.below(6)) {
    case 0:
      return (1ull << random.below(SigW)) & fractionMask;
    case 1:
      return ~(1ull << random.below(SigW)) & fractionMask;
    case 2:
      return (fractionMask << random.below(SigW)) & fractionMask;
    case 3:
      return r & (fractionMask << (SigW / 2)) & fractionMask;
    default:
      return r;
    }
  }
  uint64_t make(int64_t exponent) {
    if (exponent < 0)
      exponent = 0;
    if (exponent > static_cast<int64_t>(maxExp) - 1)
      exponent = maxExp - 1;
    return (random.next() & 1 ? signBit : 0) | static_cast<uint64_t>(exponent) << (SigW - 1) | fraction();
  }
  int64_t exponentOf(uint64_t a) { return (a >> (SigW - 1)) & maxExp; }

  /// Operand vector `index`: every triple of special values comes first, then random ones.
  FpVector vector(uint64_t index, uint64_t specialTriples) {
    FpVector v;
    uint64_t n = specials.size();
    v.integer = randomInteger(random);
    if (index < specialTriples) {
      v.a = specials[index % n];
      v.b = specials[index / n % n];
      v.c = specials[index / n / n % n];
      return v;
    }
    v.a = make(random.below(maxExp));
    v.b = make(random.below(maxExp));
    v.c = make(random.below(maxExp));
    int64_t jitter = static_cast<int64_t>(random.below(2 * SigW + 8)) - SigW - 4;
    switch (random.below(10)) {
    case 0:  // any bits
      v.a = random.next() & (signBit | (signBit - 1));
      v.b = random.next() & (signBit | (signBit - 1));
      v.c = random.next() & (signBit | (signBit - 1));
      break;
    case 1:
    case 2:  // close exponents, in sums and in the sum of an fma
      v.b = make(exponentOf(v.a) + jitter / 4);
      v.c = make(exponentOf(v.a) + exponentOf(v.b) - static_cast<int64_t>(bias) + jitter);
      break;
    case 3:  // product near the least numbers
      v.a = make(random.below(bias + SigW));
      v.b = make(static_cast<int64_t>(bias) - exponentOf(v.a) + jitter);
      v.c = make(random.below(SigW));
      break;
    case 4:  // subnormals
      v.a = make(random.below(3));
      v.b = make(random.next() & 1 ? random.below(3) : bias + jitter);
      v.c = make(random.below(3));
      break;
    case 5:  // integral places, for rounding and conversion
      v.a = make(bias - 2 + random.below(SigW + 3));
      v.b = make(bias + jitter);
      v.c = make(bias + 2 * jitter);
      break;
    case 6:  // quotient near the least numbers; quotient of neighbours
      v.a = make(random.below(bias));
      v.b = random.next() & 1 ? v.a + random.below(3) : make(exponentOf(v.a) + bias + jitter / 2);
      break;
    case 7:  // neighbours: cancellation, comparison
      v.b = (v.a ^ (random.next() & 1 ? signBit : 0)) + random.below(5) - 2;
      v.c = v.a ^ (random.next() & 1 ? signBit : 0);
      break;
    case 8:  // a * b + c with c near -a * b, b near one
      v.b = (random.next() & 1 ? signBit : 0) | ((bias << (SigW - 1)) + random.below(9) - 4);
      v.c = ((v.a ^ v.b ^ signBit) & signBit) | ((v.a & (signBit - 1)) + random.below(9) - 4);
      break;
    default:  // one special value
      switch (random.below(3)) {
      case 0:
        v.a = special();
        break;
      case 1:
        v.b = special();
        break;
      default:
        v.c = special();
      }
    }
    if (width == 16 && index - specialTriples < 65536)
      v.a = index - specialTriples;  // every half once
    uint64_t mask = signBit | (signBit - 1);
    v.a &= mask;
    v.b &= mask;
    v.c &= mask;
    return v;
  }

  uint64_t allTriples() const { return specials.size() * specials.size() * specials.size(); }
  uint64_t allPairs() const { return specials.size() * specials.size(); }

private:
  Random random;
  std::vector<uint64_t> specials;
};
