// SPDX-License-Identifier: Apache-2.0
#include "fp_stimulus.h"

#include <algorithm>
#include <cmath>

namespace {

using Wide = unsigned __int128;

/// The inverse of an odd number modulo 2^64.
uint64_t inverse(uint64_t odd) {
  uint64_t x = odd;  // right in three bits; each step doubles them
  for (int i = 0; i < 5; i++)
    x *= 2 - odd * x;
  return x;
}

uint64_t lowBits(uint64_t value, unsigned bits) { return bits >= 64 ? value : value & ((1ull << bits) - 1); }

}  // namespace

FpStimulus::FpStimulus(FpFormat format, uint64_t seed, Specials kind) : f(format), source(seed) {
  const uint64_t hidden = f.hidden(), bias = static_cast<uint64_t>(f.bias());
  auto add = [&](uint64_t exponent, uint64_t fraction) {
    specials.push_back(exponent << (f.sigW - 1) | f.fraction(fraction));
    specials.push_back(specials.back() | f.signBit());
  };
  for (uint64_t fraction : {0ull, 1ull, 2ull, 3ull})
    add(0, fraction);
  for (uint64_t fraction : {hidden / 2, hidden - 2, hidden - 1})
    add(0, fraction);
  for (uint64_t exponent : {uint64_t(1), uint64_t(2), bias - 2, bias - 1, bias, bias + 1, f.maxExp() - 1})
    for (uint64_t fraction : {uint64_t(0), uint64_t(1), hidden / 2, hidden - 1})
      add(exponent, fraction);
  for (uint64_t exponent : {bias + f.sigW - 2, bias + f.sigW - 1, bias - f.sigW, bias + 7, bias + 31})
    if (exponent > 0 && exponent < f.maxExp())
      add(exponent, 1);
  add(f.maxExp(), 0);
  for (uint64_t fraction : {uint64_t(1), hidden / 2, hidden - 1})
    add(f.maxExp(), fraction);  // NaNs, one of them signalling
  specialCount = specials.size() * specials.size() * (kind == Specials::Triples ? 1 + specials.size() : 1);
  if (f.width() <= 16)
    exhaustiveCount = 1ull << f.width();
}

/// A significand: random, or with few ones or few zeros, or short.
uint64_t FpStimulus::fraction() {
  const uint64_t mask = f.hidden() - 1, r = source.next() & mask;
  switch (source.below(6)) {
  case 0:
    return (1ull << source.below(f.sigW)) & mask;
  case 1:
    return ~(1ull << source.below(f.sigW)) & mask;
  case 2:
    return (mask << source.below(f.sigW)) & mask;
  case 3:
    return r & (mask << (f.sigW / 2)) & mask;
  default:
    return r;
  }
}

uint64_t FpStimulus::make(int64_t exponent) {
  exponent = std::clamp<int64_t>(exponent, 0, static_cast<int64_t>(f.maxExp()) - 1);
  return sign() | static_cast<uint64_t>(exponent) << (f.sigW - 1) | fraction();
}

/// A number next to `value`, or up to two places from it.
uint64_t FpStimulus::near(long double value) {
  uint64_t sign = std::signbit(value) ? f.signBit() : 0;
  value = std::fabs(value);
  if (!(value > 0) || std::isinf(value))
    return sign | special();
  int exponent = std::max(std::ilogb(value), 1 - f.bias());
  if (exponent > f.bias())
    return sign | (f.infinity() - source.below(3));
  long double places = std::ldexp(value, static_cast<int>(f.sigW) - 1 - exponent);
  uint64_t magnitude = static_cast<uint64_t>(places) + (static_cast<uint64_t>(exponent - 1 + f.bias()) << (f.sigW - 1));
  magnitude += source.below(4);
  return sign | (magnitude > 1 ? std::min(magnitude - 1, f.infinity()) : magnitude);
}

/// About the least subnormal number, the least normal or the greatest number: the values between which the rounded
/// result changes, and some around them.
long double FpStimulus::boundary(const FpFormat &format) {
  const int least = 1 - format.bias();
  const auto places = static_cast<long double>(source.below(9));
  const int sigW = static_cast<int>(format.sigW);
  switch (source.below(4)) {
  case 0:  // the least subnormals, by quarters
    return std::ldexp(places, least - sigW - 1);
  case 1:  // the least normal number
    return std::ldexp(1.0L, least) + std::ldexp(places - 4, least - sigW - 1);
  case 2:  // the greatest
    return std::ldexp(1.0L, format.bias() + 1) + std::ldexp(places - 6, format.bias() - sigW);
  default:  // any subnormal number's neighbourhood
    return std::ldexp(static_cast<long double>(source.below(format.hidden())) + places / 4, least - sigW + 1);
  }
}

/// a + b: b ends half a place of a below a's last place, or is next to such a number.
bool FpStimulus::tieOfSum(FpVector &v) {
  const int64_t sigW = f.sigW;
  const int64_t exponent = sigW + 1 + static_cast<int64_t>(source.below(f.maxExp() - 2 - f.sigW));
  const int64_t above = static_cast<int64_t>(source.below(f.sigW));  // b's digits above that half place
  v.a = make(exponent);
  uint64_t significand = f.hidden() | fraction();
  const int64_t half = sigW - 1 - above;  // the place in b's significand that is worth half a place of a
  significand = (significand >> half | 1) << half;
  significand += source.below(3) - 1;
  if (significand >= 2 * f.hidden() || significand < f.hidden())
    return false;
  const int64_t exponentB = exponent - sigW + above;
  if (exponentB < 1)
    return false;
  v.b = sign() | static_cast<uint64_t>(exponentB) << (f.sigW - 1) | f.fraction(significand);
  v.c = v.b;
  if (source.below(4) == 0)  // a * 1 + c
    v.b = static_cast<uint64_t>(f.bias()) << (f.sigW - 1);
  else if (source.next() & 1)
    std::swap(v.a, v.b);
  return true;
}

/// a * b: the digits of the exact product below the result's last place are 100…0 plus -2 to 2, or exactly a tie. c
/// breaks ties, or meets the product at its rounding place.
bool FpStimulus::tieOfProduct(FpVector &v) {
  const unsigned p = f.sigW;
  uint64_t x, y;
  if (source.below(3) == 0) {  // exact ties: odd numbers of i and p + 1 - i digits
    const unsigned i = 2 + static_cast<unsigned>(source.below(p - 2));
    x = ((1ull << (i - 1)) | source.below(1ull << (i - 1)) | 1) << (p - i);
    y = ((1ull << (p - i)) | source.below(1ull << (p - i)) | 1) << (i - 1);
  } else {
    const unsigned digits = p - static_cast<unsigned>(source.below(2));  // that the product has below the result
    x = f.hidden() | source.below(f.hidden()) | 1;
    const uint64_t target = (1ull << (digits - 1)) + source.below(5) - 2;
    y = lowBits(target * inverse(x), digits) | f.hidden();
    if (digits == p && !(lowBits(target * inverse(x), digits) & f.hidden()))
      return false;
  }
  const int64_t bias = f.bias(), exponentA = 1 + static_cast<int64_t>(source.below(f.maxExp() - 1));
  const int64_t top = static_cast<int64_t>(f.maxExp()) - 1;
  const int64_t low = std::max<int64_t>(1, bias - exponentA), high = std::min(top, bias + top - exponentA);
  if (low > high)
    return false;
  const int64_t exponentB = low + static_cast<int64_t>(source.below(static_cast<uint64_t>(high - low + 1)));
  v.a = sign() | static_cast<uint64_t>(exponentA) << (p - 1) | f.fraction(x);
  v.b = sign() | static_cast<uint64_t>(exponentB) << (p - 1) | f.fraction(y);
  const int64_t product = exponentA + exponentB - bias, sigW = p;
  v.c = make(source.next() & 1 ? product - 2 * sigW + static_cast<int64_t>(source.below(2 * p)) - 4
                               : static_cast<int64_t>(source.below(3)));
  return true;
}

/// a / b: with q odd of p + 1 digits, a * 2^n = q * b - d for small d, so that the quotient lies d / b from a tie.
bool FpStimulus::tieOfQuotient(FpVector &v) {
  const unsigned p = f.sigW, n = p + static_cast<unsigned>(source.below(2));
  const uint64_t q = 2 * f.hidden() | source.below(2 * f.hidden()) | 1, d = source.below(9) - 4;
  const uint64_t b = lowBits(d * inverse(q), n);
  if (b < f.hidden() || b >= 2 * f.hidden())
    return false;
  const Wide product = static_cast<Wide>(q) * b - static_cast<Wide>(static_cast<__int128>(static_cast<int64_t>(d)));
  const uint64_t a = static_cast<uint64_t>(product >> n);
  if (a < f.hidden() || a >= 2 * f.hidden())
    return false;
  const int64_t bias = f.bias(), exponentB = 1 + static_cast<int64_t>(source.below(f.maxExp() - 1));
  const int64_t top = static_cast<int64_t>(f.maxExp()) - 1;
  const int64_t low = std::max<int64_t>(1, exponentB - bias + 1), high = std::min(top, exponentB + bias);
  if (low > high)
    return false;
  v.a = sign() |
        static_cast<uint64_t>(low + static_cast<int64_t>(source.below(static_cast<uint64_t>(high - low + 1))))
            << (p - 1) |
        f.fraction(a);
  v.b = sign() | static_cast<uint64_t>(exponentB) << (p - 1) | f.fraction(b);
  v.c = v.a;
  return true;
}

/// sqrt(a): with r odd of p + 1 digits, a * 2^n = r^2 - d for small d (d = 1 modulo 8 has such roots).
bool FpStimulus::tieOfRoot(FpVector &v) {
  const unsigned p = f.sigW, n = p + 1 + static_cast<unsigned>(source.below(2));
  const uint64_t d = 8 * (source.below(129) - 64) + 1;
  uint64_t r = source.next() & 2 ? 1 : 3;  // r^2 = d modulo 2^k, k from 3 up
  for (unsigned k = 3; k < n; k++)
    if (lowBits(r * r - d, k + 1) != 0)
      r += 1ull << (k - 1);
  r = lowBits(r, p + 1);
  if (source.next() & 1)
    r = lowBits(~r + 1, p + 1);
  if (r < 2 * f.hidden() || r >= 4 * f.hidden())
    return false;
  const Wide square = static_cast<Wide>(r) * r - static_cast<Wide>(static_cast<__int128>(static_cast<int64_t>(d)));
  const uint64_t a = static_cast<uint64_t>(square >> n);
  if (lowBits(static_cast<uint64_t>(square), n) != 0 || a < f.hidden() || a >= 2 * f.hidden())
    return false;
  // The exponent's parity decides which half of the radicands a is taken for.
  v.a = (1 + source.below(f.maxExp() - 1)) << (p - 1) | f.fraction(a);
  v.b = v.a;
  v.c = make(static_cast<int64_t>(source.below(f.maxExp())));
  return true;
}

/// Numbers with a last digit of one half, or about the limits of the integer types.
bool FpStimulus::tieOfInteger(FpVector &v) {
  static constexpr int limits[] = {7, 8, 15, 16, 31, 32, 63, 64};
  long double value = source.next() & 1 ? std::ldexp(1.0L, limits[source.below(8)])
                                        : static_cast<long double>(source.next() >> source.below(63));
  value += (static_cast<long double>(source.below(17)) - 8) / 4;
  v.a = near(value) | sign();
  v.b = make(f.bias());
  v.c = near(value) ^ sign();
  return true;
}

/// Operands with a result at a boundary for one of the operations.
bool FpStimulus::atBoundary(FpVector &v) {
  const long double target = boundary(f);
  auto value = [&](uint64_t a) {
    const int exponent = static_cast<int>(f.exponent(a));
    const uint64_t significand = exponent ? f.fraction(a) | f.hidden() : f.fraction(a);
    return std::ldexp(static_cast<long double>(significand),
                      (exponent ? exponent : 1) - f.bias() - static_cast<int>(f.sigW) + 1);
  };
  switch (source.below(6)) {
  case 0:  // product
    v.a = make(static_cast<int64_t>(source.below(f.maxExp())));
    v.b = near(target / value(v.a)) | sign();
    v.c = make(static_cast<int64_t>(source.below(3)));
    break;
  case 1:  // quotient
    v.b = make(static_cast<int64_t>(source.below(f.maxExp())));
    v.a = near(target * value(v.b)) | sign();
    v.c = make(static_cast<int64_t>(source.below(3)));
    break;
  case 2: {  // sum of a product and c
    v.a = make(static_cast<int64_t>(source.below(f.maxExp())));
    v.b = near(target * static_cast<long double>(1 + source.below(5)) / 2 / value(v.a));
    const uint64_t negative = v.a & f.signBit();
    v.c = near(target - value(v.a) * value(v.b)) ^ negative;
    if (source.next() & 1)
      v.a ^= f.signBit(), v.c ^= f.signBit();
    break;
  }
  case 3:  // sum
    v.a = near(target * static_cast<long double>(1 + source.below(1000)) / 500);
    v.b = near(target - value(v.a));
    v.c = near(target);
    if (source.next() & 1)
      v.a ^= f.signBit(), v.b ^= f.signBit();
    break;
  case 4: {  // of another format: conversion
    static constexpr FpFormat formats[] = {kHalf, kBfloat, kFloat, kDouble};
    const FpFormat &to = formats[source.below(4)];
    v.a = near(boundary(to)) | sign();
    v.b = near(target);
    v.c = near(target) | sign();
    break;
  }
  default: {  // scaled by a power of two
    v.a = make(static_cast<int64_t>(source.below(f.maxExp())));
    v.b = near(target) | sign();
    v.c = near(target) | sign();
    const int exponent = static_cast<int>(f.exponent(v.a));
    v.integer = static_cast<uint64_t>(static_cast<int64_t>((source.next() & 1 ? 1 : f.bias() * 2) - exponent -
                                                           static_cast<int>(source.below(f.sigW + 4)) + 2));
  }
  }
  return true;
}

bool FpStimulus::construct(FpVector &v) {
  switch (source.below(8)) {
  case 0:
  case 1:
    return tieOfSum(v);
  case 2:
  case 3:
    return tieOfProduct(v);
  case 4:
    return tieOfQuotient(v);
  case 5:
    return tieOfRoot(v);
  case 6:
    return tieOfInteger(v);
  default:
    return atBoundary(v);
  }
}

FpVector FpStimulus::random() {
  const int64_t sigW = f.sigW, bias = f.bias();
  auto anyExponent = [&] { return static_cast<int64_t>(source.below(f.maxExp())); };
  auto exponentOf = [&](uint64_t a) { return static_cast<int64_t>(f.exponent(a)); };
  FpVector v;
  v.a = make(anyExponent());
  v.b = make(anyExponent());
  v.c = make(anyExponent());
  v.integer = randomInteger(source);
  const int64_t jitter = static_cast<int64_t>(source.below(2 * f.sigW + 8)) - sigW - 4;
  switch (source.below(10)) {
  case 0:  // any bits
    v.a = source.next();
    v.b = source.next();
    v.c = source.next();
    break;
  case 1:
  case 2:  // close exponents, in sums and in the sum of an fma
    v.b = make(exponentOf(v.a) + jitter / 4);
    v.c = make(exponentOf(v.a) + exponentOf(v.b) - bias + jitter);
    break;
  case 3:  // product near the least numbers
    v.a = make(static_cast<int64_t>(source.below(static_cast<uint64_t>(bias + sigW))));
    v.b = make(bias - exponentOf(v.a) + jitter);
    v.c = make(static_cast<int64_t>(source.below(f.sigW)));
    break;
  case 4:  // subnormals
    v.a = make(static_cast<int64_t>(source.below(3)));
    v.b = make(source.next() & 1 ? static_cast<int64_t>(source.below(3)) : bias + jitter);
    v.c = make(static_cast<int64_t>(source.below(3)));
    break;
  case 5:  // integral places, for rounding and conversion; small powers of two, for scaling
    v.a = make(bias - 2 + static_cast<int64_t>(source.below(f.sigW + 3)));
    v.b = make(bias + jitter);
    v.c = make(bias + 2 * jitter);
    v.integer = static_cast<uint64_t>(jitter);
    break;
  case 6:  // quotient near the least numbers; quotient of neighbours
    v.a = make(static_cast<int64_t>(source.below(static_cast<uint64_t>(bias))));
    v.b = source.next() & 1 ? v.a + source.below(3) : make(exponentOf(v.a) + bias + jitter / 2);
    break;
  case 7:  // neighbours: cancellation, comparison
    v.b = (v.a ^ sign()) + source.below(5) - 2;
    v.c = v.a ^ sign();
    break;
  case 8:  // a * b + c with c near -a * b, b near one
    v.b = sign() | ((static_cast<uint64_t>(bias) << (f.sigW - 1)) + source.below(9) - 4);
    v.c = ((v.a ^ v.b ^ f.signBit()) & f.signBit()) | ((v.a & (f.signBit() - 1)) + source.below(9) - 4);
    break;
  default:  // one special value
    (source.below(3) == 0 ? v.a : source.next() & 1 ? v.b : v.c) = special();
  }
  v.a &= f.mask();
  v.b &= f.mask();
  v.c &= f.mask();
  return v;
}

FpVector FpStimulus::next() {
  const uint64_t n = specials.size(), at = index++;
  FpVector v = random();
  if (at < specialCount) {
    v.a = specials[at % n];
    v.b = specials[at / n % n];
    v.c = at < n * n ? special() : specials[at / n / n - 1];
    v.triple = at >= n * n;
    return v;
  }
  if (at - specialCount < exhaustiveCount) {
    v.a = at - specialCount;
    return v;
  }
  if (at % 2 == 0)
    return v;
  FpVector constructed = v;
  for (int attempt = 0; attempt < 8; attempt++)
    if (construct(constructed)) {
      constructedCount++;
      return constructed;
    }
  return v;
}
