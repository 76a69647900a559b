// SPDX-License-Identifier: Apache-2.0
// Fast bodies in integer arithmetic, for every format and mode: constants of a call in `Format`, so that one copy of
// each function serves them all. Values are exact as (-1)^sign * m * 2^exponent until `finish` rounds them.
#pragma once
#include "fp_fast_format.h"

namespace weft_fp::soft {

/// a + b for leading ones at the same place, at least sigW + 2, and m even, unless a kind is Zero.
struct WideNumber {
  Wide m;
  int exponent;
  bool negative, zero;
};
inline Word sum(const Format &f, WideNumber a, WideNumber b) {
  if (a.zero && b.zero)
    return f.sign(a.negative == b.negative ? a.negative : f.rounding == Down);
  if (a.zero || b.zero) {
    const WideNumber &only = a.zero ? b : a;
    return finish(f, only.negative, only.m, only.exponent);
  }
  if (a.exponent < b.exponent || (a.exponent == b.exponent && a.m < b.m)) {
    WideNumber t = a;
    a = b;
    b = t;
  }
  int distance = a.exponent - b.exponent;
  Wide aligned = distance > 127 ? 0 : b.m >> distance;
  if (distance > 127 || aligned << distance != b.m)
    aligned |= 1;
  Wide m = a.negative == b.negative ? a.m + aligned : a.m - aligned;
  return m ? finish(f, a.negative, m, a.exponent) : f.sign(f.rounding == Down);
}

/// The leading one to place 125.
inline WideNumber normal(Wide m, int exponent, bool negative) {
  int shift = 125 - leading(m);
  return {m << shift, exponent - shift, negative, false};
}
inline WideNumber normal(const Number &a) {
  return a.kind == Kind::Zero ? WideNumber{0, 0, a.negative, true} : normal(a.m, a.exponent, a.negative);
}

__attribute__((noinline)) inline Word add(Word aBits, Word bBits, Format f) {
  Number a = unpack(f, aBits), b = unpack(f, bBits);
  if (a.kind == Kind::Nan || b.kind == Kind::Nan)
    return f.quietNan();
  if (a.kind == Kind::Infinite)
    return b.kind == Kind::Infinite && a.negative != b.negative ? f.quietNan() : aBits;
  return b.kind == Kind::Infinite ? bBits : sum(f, normal(a), normal(b));
}

__attribute__((noinline)) inline Word fma(Word aBits, Word bBits, Word cBits, Format f) {
  Number a = unpack(f, aBits), b = unpack(f, bBits), c = unpack(f, cBits);
  bool negative = a.negative != b.negative;
  if (a.kind == Kind::Nan || b.kind == Kind::Nan || c.kind == Kind::Nan)
    return f.quietNan();
  if (a.kind == Kind::Infinite || b.kind == Kind::Infinite) {
    bool invalid = a.kind == Kind::Zero || b.kind == Kind::Zero || (c.kind == Kind::Infinite && c.negative != negative);
    return invalid ? f.quietNan() : f.sign(negative) | f.infinity();
  }
  if (c.kind == Kind::Infinite)
    return cBits;
  if (a.kind == Kind::Zero || b.kind == Kind::Zero)
    return sum(f, {0, 0, negative, true}, normal(c));
  return sum(f, normal(Wide(a.m) * b.m, a.exponent + b.exponent, negative), normal(c));
}

__attribute__((noinline)) inline Word mul(Word aBits, Word bBits, Format f) {
  Number a = unpack(f, aBits), b = unpack(f, bBits);
  bool negative = a.negative != b.negative, zero = a.kind == Kind::Zero || b.kind == Kind::Zero;
  if (a.kind == Kind::Nan || b.kind == Kind::Nan)
    return f.quietNan();
  if (a.kind == Kind::Infinite || b.kind == Kind::Infinite)
    return zero ? f.quietNan() : f.sign(negative) | f.infinity();
  return zero ? f.sign(negative) : finish(f, negative, Wide(a.m) * b.m, a.exponent + b.exponent);
}

__attribute__((noinline)) inline Word div(Word aBits, Word bBits, Format f) {
  Number a = unpack(f, aBits), b = unpack(f, bBits);
  bool negative = a.negative != b.negative;
  if (a.kind == Kind::Nan || b.kind == Kind::Nan || (a.kind == b.kind && a.kind != Kind::Finite))
    return f.quietNan();
  if (a.kind == Kind::Infinite || b.kind == Kind::Zero)
    return f.sign(negative) | f.infinity();
  if (a.kind == Kind::Zero || b.kind == Kind::Infinite)
    return f.sign(negative);
  // Long division by digits as long as a 64-bit dividend allows; the divisor has sigW bits.
  int shiftA = int(f.sigW) - 1 - leading(a.m), shiftB = int(f.sigW) - 1 - leading(b.m);
  Word divisor = b.m << shiftB, rest = a.m << shiftA;
  Wide quotient = rest >= divisor;
  rest -= quotient ? divisor : 0;
  int digit = 64 - int(f.sigW), exponent = a.exponent - shiftA - b.exponent + shiftB;
  for (int bits = 0; bits < int(f.sigW) + 2; bits += digit) {
    quotient = quotient << digit | (rest << digit) / divisor;
    rest = (rest << digit) % divisor;
    exponent -= digit;
  }
  return finish(f, negative, quotient << 1 | (rest != 0), exponent - 1);
}

__attribute__((noinline)) inline Word sqrt(Word aBits, Format f) {
  Number a = unpack(f, aBits);
  if (a.kind == Kind::Zero)
    return f.sign(a.negative);
  if (a.kind == Kind::Nan || a.negative)
    return f.quietNan();
  if (a.kind == Kind::Infinite)
    return aBits;
  // An even exponent and a leading one at place 110 or 111, so that the root has 56 bits. Its first estimate is less
  // than 2^5 off in whatever mode the machine is, so that the rest fits 64 bits; the loops make it right.
  int shift = 111 - leading(a.m);
  shift -= (a.exponent - shift) & 1;
  Wide m = Wide(a.m) << shift;
  Word root = Word(__builtin_sqrt(double((long long)(m >> 50))) * 0x1p25);
  root += Word((long long)(m - Wide(root) * root) / (long long)(2 * root));
  while (Wide(root) * root > m)
    root--;
  while (Wide(root + 1) * (root + 1) <= m)
    root++;
  return finish(f, false, Wide(root) << 1 | (Wide(root) * root != m), (a.exponent - shift) / 2 - 1);
}

/// `m * 2^exponent` as an integer; at least 2^64 counts as 2^64.
inline Wide integral(Word m, int exponent, bool negative, unsigned rounding) {
  if (exponent >= 0)
    return exponent + leading(m) > 63 ? Wide(1) << 64 : Wide(m) << exponent;
  bool shifted = exponent >= -63;
  Word kept = shifted ? m >> -exponent : 0, last = Word(1) << ((-exponent - 1) & 63);
  bool half = shifted && m & last, rest = !shifted || m & (last - 1);
  return Wide(kept) + roundsAway(rounding, negative, kept & 1, half, rest);
}

__attribute__((noinline)) inline Word roundInt(Word aBits, Format f) {
  Number a = unpack(f, aBits);
  if (a.kind == Kind::Nan)
    return f.quietNan();
  if (a.kind != Kind::Finite || a.exponent >= 0)
    return aBits;
  Wide m = integral(a.m, a.exponent, a.negative, f.rounding);
  return m ? finish(f, a.negative, m, 0) : f.sign(a.negative);
}

__attribute__((noinline)) inline Word toInt(Word aBits, unsigned width, bool isSigned, Format f) {
  Number a = unpack(f, aBits);
  if (a.kind == Kind::Nan || a.kind == Kind::Zero)
    return 0;
  Word mask = ~Word(0) >> (64 - width), least = Word(isSigned) << (width - 1);
  Word limit = a.negative ? least : mask - least;
  Wide m = a.kind == Kind::Infinite ? Wide(1) << 64 : integral(a.m, a.exponent, a.negative, f.rounding);
  Word magnitude = m > limit ? limit : Word(m);
  return (a.negative ? -magnitude : magnitude) & mask;
}

__attribute__((noinline)) inline Word fromInt(Word a, bool isSigned, Format f) {
  bool negative = isSigned && a >> 63;
  Word magnitude = negative ? -a : a;
  return a ? finish(f, negative, magnitude, 0) : 0;
}

__attribute__((noinline)) inline Word convert(Word aBits, Format from, Format f) {
  Number a = unpack(from, aBits);
  if (a.kind == Kind::Nan)
    return f.quietNan();
  if (a.kind == Kind::Finite)
    return finish(f, a.negative, a.m, a.exponent);
  return f.sign(a.negative) | (a.kind == Kind::Infinite ? f.infinity() : 0);
}

__attribute__((noinline)) inline Word scale(Word aBits, long long n, Format f) {
  Number a = unpack(f, aBits);
  if (a.kind == Kind::Nan)
    return f.quietNan();
  if (a.kind != Kind::Finite)
    return f.sign(a.negative) | (a.kind == Kind::Infinite ? f.infinity() : 0);
  constexpr long long most = 8192;  // beyond every format's range
  return finish(f, a.negative, a.m, a.exponent + int(n > most ? most : n < -most ? -most : n));
}

/// A number's place in the order; -0 and +0 differ.
inline Word key(const Format &f, Word a) { return f.negative(a) ? ~a & (2 * f.sign(true) - 1) : a | f.sign(true); }

inline bool compare(Word a, Word b, unsigned predicate, const Format &f) {
  bool unordered = f.isNan(a) || f.isNan(b);
  a = f.operand(a);
  b = f.operand(b);
  bool equal = a == b || f.magnitude(a | b) == 0, less = !equal && key(f, a) < key(f, b);
  // Bit 0: equal, 1: greater, 2: less, 3: unordered.
  constexpr unsigned char holds[] = {1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 8};
  return holds[predicate] >> (unordered ? 3 : equal ? 0 : less ? 2 : 1) & 1;
}

/// Constants fold in it for float and double as well as they do in the machine's arithmetic.
inline Word minMax(Word a, Word b, bool max, const Format &f) {
  if (f.isNan(a))
    return f.isNan(b) ? f.quietNan() : b;
  return f.isNan(b) || (key(f, a) < key(f, b)) != max ? a : b;
}

}  // namespace weft_fp::soft
