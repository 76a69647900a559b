// SPDX-License-Identifier: Apache-2.0
// Formats as values, and how a number is taken apart and put together in them, in integer arithmetic.
#pragma once

namespace weft_fp::soft {

using Word = unsigned long long;
using Wide = unsigned __int128;
enum class Kind { Zero, Finite, Infinite, Nan };
enum Rounding : unsigned { NearestEven, NearestAway, TowardZero, Up, Down };

inline int leading(Word m) { return 63 - __builtin_clzll(m); }  // place of the leading one
inline int leading(Wide m) { return m >> 64 ? 64 + leading(Word(m >> 64)) : leading(Word(m)); }

struct Format {
  unsigned expW, sigW, rounding = NearestEven;
  bool subnormals = true;
  constexpr Word hidden() const { return Word(1) << (sigW - 1); }
  constexpr Word maxExp() const { return (Word(1) << expW) - 1; }
  constexpr Word sign(bool negative) const { return Word(negative) << (expW + sigW - 1); }
  constexpr Word magnitude(Word a) const { return a & (sign(true) - 1); }
  constexpr bool negative(Word a) const { return a & sign(true); }
  constexpr Word infinity() const { return maxExp() << (sigW - 1); }
  constexpr Word quietNan() const { return infinity() | hidden() >> 1; }
  constexpr bool isNan(Word a) const { return magnitude(a) > infinity(); }
  constexpr int bias() const { return int(maxExp() / 2); }
  /// `a`, or the zero which it counts as.
  constexpr Word operand(Word a) const { return subnormals || magnitude(a) >= hidden() ? a : a & sign(true); }
};

struct Number {
  Word m;
  int exponent;
  bool negative;
  Kind kind;
};

inline Number unpack(const Format &f, Word a) {
  Word biased = (a >> (f.sigW - 1)) & f.maxExp(), fraction = a & (f.hidden() - 1);
  if (biased == f.maxExp())
    return {0, 0, f.negative(a), fraction ? Kind::Nan : Kind::Infinite};
  if (biased == 0)
    return {fraction, 2 - f.bias() - int(f.sigW), f.negative(a), fraction && f.subnormals ? Kind::Finite : Kind::Zero};
  return {fraction | f.hidden(), int(biased) + 1 - f.bias() - int(f.sigW), f.negative(a), Kind::Finite};
}

/// Whether a magnitude grows that lies between two neighbours, `odd` the lower one.
inline bool roundsAway(unsigned rounding, bool negative, bool odd, bool half, bool rest) {
  switch (rounding) {
  case NearestEven:
    return half && (rest || odd);
  case NearestAway:
    return half;
  case TowardZero:
    return false;
  case Up:
    return !negative && (half || rest);
  default:
    return negative && (half || rest);
  }
}

/// The encoding of (-1)^negative * m * 2^exponent, m not 0. What is lost below m is known by its last bit's being set,
/// and m then has more than sigW + 1 bits.
inline Word finish(const Format &f, bool negative, Wide m, int exponent) {
  int least = 1 - f.bias(), top = exponent + leading(m);
  if (top > f.bias())
    return f.sign(negative) | (f.infinity() - !roundsAway(f.rounding, negative, true, true, true));
  if (top < least && !f.subnormals)
    return f.sign(negative);
  int scale = top < least ? least : top, shift = scale - int(f.sigW - 1) - exponent;
  Word kept;
  if (shift <= 0) {
    kept = Word(m) << -shift;
  } else {
    bool half = false, rest = true;
    kept = 0;
    if (shift <= 127) {
      kept = Word(m >> shift);
      half = (m >> (shift - 1)) & 1;
      rest = (m & ((Wide(1) << (shift - 1)) - 1)) != 0;
    }
    kept += roundsAway(f.rounding, negative, kept & 1, half, rest);
  }
  // The hidden bit adds one to the exponent; a carry out of the significand, and into infinity, comes out right.
  return f.sign(negative) | ((Word(scale - least) << (f.sigW - 1)) + kept);
}

}  // namespace weft_fp::soft
