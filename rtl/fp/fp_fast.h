// SPDX-License-Identifier: Apache-2.0
// C++ bodies of the floating-point operators (`define WEFT_FP_FAST), bit-identical to the RTL: every format of at most
// 11 exponent and 53 significand bits, every rounding mode, with subnormals or without. Include it in the simulation's
// translation unit. Half, float and double, to nearest and with subnormals, are the machine's own arithmetic; all else
// is integer arithmetic (namespace weft_fp::soft).
//
// The machine's arithmetic needs round-to-nearest and no flushing of subnormals. A host program may have set another
// mode (-ffast-math does at program start), so hold a WeftFpGuard while the model is stepped; one for many cycles is
// enough. Never compile this with -ffast-math.
//
// NaN rule of all operators: a NaN result is the canonical quiet NaN, sign 0 (0x7fc00000, 0x7ff8000000000000). Minimum
// and maximum give the other operand if one is a NaN, and order -0 below +0.
#pragma once
#include <cfloat>
#include <cstdint>
#include <cstring>

#ifdef __FAST_MATH__
#error "fp_fast.h: not with -ffast-math"
#endif
static_assert(FLT_EVAL_METHOD == 0, "fp_fast.h needs float arithmetic without excess precision");

/// The default floating-point mode of this thread (to nearest, exceptions masked, subnormals kept) for the guard's
/// lifetime. Costs a few cycles where the mode is the default already. The thread's sticky exception flags are not kept
/// then. Put the guarded work into a function of its own (the model's step function), so that no arithmetic moves
/// across the guard.
class WeftFpGuard {
public:
#if defined(__x86_64__)
  WeftFpGuard() : saved(__builtin_ia32_stmxcsr()) {
    if ((saved & modeBits) != defaultMode)
      __builtin_ia32_ldmxcsr(defaultMode);
  }
  ~WeftFpGuard() {
    if ((saved & modeBits) != defaultMode)
      __builtin_ia32_ldmxcsr(saved);
  }

private:
  static constexpr unsigned modeBits = 0xffc0;  // all but the exception flags
  static constexpr unsigned defaultMode = 0x1f80;
  unsigned saved;
#elif defined(__aarch64__)
  WeftFpGuard() {
    __asm__ volatile("mrs %0, fpcr" : "=r"(saved));
    if (saved)
      __asm__ volatile("msr fpcr, %0" : : "r"(uint64_t(0)));
  }
  ~WeftFpGuard() {
    if (saved)
      __asm__ volatile("msr fpcr, %0" : : "r"(saved));
  }

private:
  uint64_t saved;
#else
#error "fp_fast.h: say how to set the default floating-point mode on this machine"
#endif

public:
  WeftFpGuard(const WeftFpGuard &) = delete;
  WeftFpGuard &operator=(const WeftFpGuard &) = delete;
};

namespace weft_fp {

template <typename To, typename From> inline To bits(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

/// The types of a DPI call and the constants of a format.
struct F32 {
  using Real = float;
  using Bits = unsigned int;  // DPI's "int unsigned"
  static constexpr Bits quietNan = 0x7fc00000u, infinity = 0x7f800000u, signBit = 0x80000000u;
};
struct F64 {
  using Real = double;
  using Bits = unsigned long long;  // DPI's "longint unsigned"
  static constexpr Bits quietNan = 0x7ff8000000000000ull, infinity = 0x7ff0000000000000ull,
                        signBit = 0x8000000000000000ull;
};

/// Half, computed in float: with at least twice its precision and two bits more, rounding twice gives what rounding
/// once does, for sums, products, quotients and roots. (Subnormal results too: a sum or product is exact in float, and
/// a quotient is never as close to a tie as float's rounding reaches.)
struct F16 {
  using Real = float;
  using Bits = unsigned short;
  static constexpr Bits quietNan = 0x7e00u, infinity = 0x7c00u, signBit = 0x8000u;
};

template <typename F> inline typename F::Real real(unsigned long long a) {
  return bits<typename F::Real>(static_cast<typename F::Bits>(a));
}
template <> inline float real<F16>(unsigned long long a) {
  unsigned sign = static_cast<unsigned>(a & 0x8000) << 16, magnitude = static_cast<unsigned>(a & 0x7fff) << 13;
  if (magnitude >= 0x7c00u << 13)
    return bits<float>(sign | (magnitude + ((255u - 31) << 23)));
  if (magnitude >= 1u << 23)
    return bits<float>(sign | (magnitude + ((127u - 15) << 23)));
  return bits<float>(sign | bits<unsigned>(bits<float>(magnitude + ((128u - 15) << 23)) - 0x1p-14f));
}
template <typename F> inline bool isNan(typename F::Bits a) { return (a & ~F::signBit) > F::infinity; }
template <typename F> inline typename F::Bits result(typename F::Real r) {
  return r != r ? F::quietNan : bits<typename F::Bits>(r);
}
template <> inline F16::Bits result<F16>(float r) {
  unsigned a = bits<unsigned>(r), sign = a >> 16 & 0x8000, magnitude = a & 0x7fffffff;
  if (magnitude > 0x7f800000)
    return F16::quietNan;
  if (magnitude >= (127u + 16) << 23)
    magnitude = F16::infinity;
  else if (magnitude < (127u - 14) << 23)  // the last place of the sum is that of half's subnormals
    magnitude = bits<unsigned>(bits<float>(magnitude) + 0.5f) - bits<unsigned>(0.5f);
  else
    magnitude = (magnitude - ((127u - 15) << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13;
  return static_cast<F16::Bits>(sign | magnitude);
}

/// In float, but rounded to odd: what is rounded then to half is rounded as if once.
inline float oddFloat(double a) {
  constexpr unsigned long long below = (1ull << 29) - 1;
  unsigned long long all = bits<unsigned long long>(a);
  return static_cast<float>(bits<double>((all & ~below) | ((all & below) != 0 ? below + 1 : 0)));
}

/// Half's fma, in its values. The product is exact in double, and so is the sum, unless one addend is too small to
/// decide anything.
inline float fmaOfHalf(float a, float b, float c) {
  return oddFloat(static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c));
}
inline float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
inline float sqrt(float a) { return __builtin_sqrtf(a); }
inline double sqrt(double a) { return __builtin_sqrt(a); }

inline float round(float a, unsigned mode) {
  switch (mode) {
  case 0:
    return __builtin_rintf(a);
  case 1:
    return __builtin_roundf(a);
  case 2:
    return __builtin_truncf(a);
  case 3:
    return __builtin_ceilf(a);
  default:
    return __builtin_floorf(a);
  }
}
inline double round(double a, unsigned mode) {
  switch (mode) {
  case 0:
    return __builtin_rint(a);
  case 1:
    return __builtin_round(a);
  case 2:
    return __builtin_trunc(a);
  case 3:
    return __builtin_ceil(a);
  default:
    return __builtin_floor(a);
  }
}

/// Predicates as in fp_compare.sv.
template <typename F> inline unsigned compare(unsigned long long aBits, unsigned long long bBits, unsigned predicate) {
  auto a = real<F>(aBits), b = real<F>(bBits);
  switch (predicate) {
  case 0:
    return a == b;
  case 1:
    return a > b;
  case 2:
    return a >= b;
  case 3:
    return a < b;
  case 4:
    return a <= b;
  case 5:
    return a < b || a > b;
  case 6:
    return a == a && b == b;
  case 7:
    return !(a < b || a > b);
  case 8:
    return !(a <= b);
  case 9:
    return !(a < b);
  case 10:
    return !(a >= b);
  case 11:
    return !(a > b);
  case 12:
    return !(a == b);
  default:
    return a != a || b != b;
  }
}

template <typename F> inline typename F::Bits minMax(typename F::Bits a, typename F::Bits b, bool max) {
  using Bits = typename F::Bits;
  if (isNan<F>(a))
    return isNan<F>(b) ? F::quietNan : b;
  if (isNan<F>(b))
    return a;
  Bits keyA = a & F::signBit ? ~a : a | F::signBit, keyB = b & F::signBit ? ~b : b | F::signBit;
  return (keyA < keyB) != max ? a : b;
}

template <typename F> inline unsigned long long toInt(unsigned long long aBits, unsigned width, bool isSigned) {
  using Real = typename F::Real;
  Real a = real<F>(aBits);
  unsigned long long mask = ~0ull >> (64 - width);
  if (isSigned) {
    unsigned long long least = 1ull << (width - 1);
    Real limit = static_cast<Real>(least);  // a power of two: exact
    if (a >= limit)
      return least - 1;
    if (a <= -limit)
      return least;
    return a != a ? 0 : static_cast<unsigned long long>(static_cast<long long>(a)) & mask;
  }
  if (!(a > 0))
    return 0;  // NaN too
  if (a >= static_cast<Real>(1ull << (width - 1)) * 2)
    return mask;
  return static_cast<unsigned long long>(a);
}

template <typename F> inline typename F::Bits fromInt(unsigned long long a, bool isSigned) {
  using Real = typename F::Real;
  return result<F>(isSigned ? static_cast<Real>(static_cast<long long>(a)) : static_cast<Real>(a));
}
/// What float would round is infinite in half.
template <> inline F16::Bits fromInt<F16>(unsigned long long a, bool isSigned) {
  bool negative = isSigned && a >> 63;
  unsigned long long magnitude = negative ? 0 - a : a;
  float most = static_cast<float>(magnitude < 65536 ? static_cast<int>(magnitude) : 65536);
  return result<F16>(negative ? -most : most);
}

/// Integer arithmetic for every format and mode: constants of a call in `Format`, so that one copy of each function
/// serves them all. Values are exact as (-1)^sign * m * 2^exponent until `finish` rounds them.
namespace soft {

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

}  // namespace soft

/// By what a call is computed: the machine's arithmetic in one of its formats, or integer arithmetic.
enum class Path { Soft, F16, F32, F64 };
constexpr Path pathOf(unsigned expW, unsigned sigW, bool native = true) {
  if (!native)
    return Path::Soft;
  if (expW == 5 && sigW == 11)
    return Path::F16;
  if (expW == 8 && sigW == 24)
    return Path::F32;
  return expW == 11 && sigW == 53 ? Path::F64 : Path::Soft;
}

}  // namespace weft_fp

// The functions which the RTL imports. All arguments but operands are constants where the RTL calls them, and what they
// decide must fold away: always_inline.
extern "C" {
#define WEFT_FP_FUNCTION __attribute__((always_inline)) inline unsigned long long
WEFT_FP_FUNCTION weft_fp_add(unsigned long long a, unsigned long long b, unsigned exp_w, unsigned sig_w,
                             unsigned rounding, unsigned subnormals) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w, rounding == 0 && subnormals)) {
  case Path::F16:
    return result<F16>(real<F16>(a) + real<F16>(b));
  case Path::F32:
    return result<F32>(real<F32>(a) + real<F32>(b));
  case Path::F64:
    return result<F64>(real<F64>(a) + real<F64>(b));
  default:
    return soft::add(a, b, {exp_w, sig_w, rounding, subnormals != 0});
  }
}
WEFT_FP_FUNCTION weft_fp_mul(unsigned long long a, unsigned long long b, unsigned exp_w, unsigned sig_w,
                             unsigned rounding, unsigned subnormals) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w, rounding == 0 && subnormals)) {
  case Path::F16:
    return result<F16>(real<F16>(a) * real<F16>(b));
  case Path::F32:
    return result<F32>(real<F32>(a) * real<F32>(b));
  case Path::F64:
    return result<F64>(real<F64>(a) * real<F64>(b));
  default:
    return soft::mul(a, b, {exp_w, sig_w, rounding, subnormals != 0});
  }
}
WEFT_FP_FUNCTION weft_fp_div(unsigned long long a, unsigned long long b, unsigned exp_w, unsigned sig_w,
                             unsigned rounding, unsigned subnormals) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w, rounding == 0 && subnormals)) {
  case Path::F16:
    return result<F16>(real<F16>(a) / real<F16>(b));
  case Path::F32:
    return result<F32>(real<F32>(a) / real<F32>(b));
  case Path::F64:
    return result<F64>(real<F64>(a) / real<F64>(b));
  default:
    return soft::div(a, b, {exp_w, sig_w, rounding, subnormals != 0});
  }
}
WEFT_FP_FUNCTION weft_fp_fma(unsigned long long a, unsigned long long b, unsigned long long c, unsigned exp_w,
                             unsigned sig_w, unsigned rounding, unsigned subnormals) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w, rounding == 0 && subnormals)) {
  case Path::F16:
    return result<F16>(fmaOfHalf(real<F16>(a), real<F16>(b), real<F16>(c)));
  case Path::F32:
    return result<F32>(weft_fp::fma(real<F32>(a), real<F32>(b), real<F32>(c)));
  case Path::F64:
    return result<F64>(weft_fp::fma(real<F64>(a), real<F64>(b), real<F64>(c)));
  default:
    return soft::fma(a, b, c, {exp_w, sig_w, rounding, subnormals != 0});
  }
}
WEFT_FP_FUNCTION weft_fp_sqrt(unsigned long long a, unsigned exp_w, unsigned sig_w, unsigned rounding,
                              unsigned subnormals) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w, rounding == 0 && subnormals)) {
  case Path::F16:
    return result<F16>(weft_fp::sqrt(real<F16>(a)));
  case Path::F32:
    return result<F32>(weft_fp::sqrt(real<F32>(a)));
  case Path::F64:
    return result<F64>(weft_fp::sqrt(real<F64>(a)));
  default:
    return soft::sqrt(a, {exp_w, sig_w, rounding, subnormals != 0});
  }
}
WEFT_FP_FUNCTION weft_fp_compare(unsigned long long a, unsigned long long b, unsigned exp_w, unsigned sig_w,
                                 unsigned predicate, unsigned subnormals) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w, subnormals)) {
  case Path::F16:
    return compare<F16>(a, b, predicate);
  case Path::F32:
    return compare<F32>(a, b, predicate);
  case Path::F64:
    return compare<F64>(a, b, predicate);
  default:
    return soft::compare(a, b, predicate, {exp_w, sig_w, 0, subnormals != 0});
  }
}
WEFT_FP_FUNCTION weft_fp_min_max(unsigned long long a, unsigned long long b, unsigned exp_w, unsigned sig_w,
                                 unsigned max) {
  using namespace weft_fp;
  return soft::minMax(a, b, max != 0, {exp_w, sig_w});
}
WEFT_FP_FUNCTION weft_fp_round_int(unsigned long long a, unsigned exp_w, unsigned sig_w, unsigned rounding) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w)) {
  case Path::F16:
    return result<F16>(weft_fp::round(real<F16>(a), rounding));
  case Path::F32:
    return result<F32>(weft_fp::round(real<F32>(a), rounding));
  case Path::F64:
    return result<F64>(weft_fp::round(real<F64>(a), rounding));
  default:
    return soft::roundInt(a, {exp_w, sig_w, rounding});
  }
}
WEFT_FP_FUNCTION weft_fp_to_int(unsigned long long a, unsigned exp_w, unsigned sig_w, unsigned int_w,
                                unsigned is_signed, unsigned rounding) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w, rounding == soft::TowardZero)) {
  case Path::F16:
    return toInt<F16>(a, int_w, is_signed != 0);
  case Path::F32:
    return toInt<F32>(a, int_w, is_signed != 0);
  case Path::F64:
    return toInt<F64>(a, int_w, is_signed != 0);
  default:
    return soft::toInt(a, int_w, is_signed != 0, {exp_w, sig_w, rounding});
  }
}
WEFT_FP_FUNCTION weft_fp_from_int(unsigned long long a, unsigned is_signed, unsigned exp_w, unsigned sig_w,
                                  unsigned rounding) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w, rounding == 0)) {
  case Path::F16:
    return fromInt<F16>(a, is_signed != 0);
  case Path::F32:
    return fromInt<F32>(a, is_signed != 0);
  case Path::F64:
    return fromInt<F64>(a, is_signed != 0);
  default:
    return soft::fromInt(a, is_signed != 0, {exp_w, sig_w, rounding});
  }
}
WEFT_FP_FUNCTION weft_fp_convert(unsigned long long a, unsigned from_exp_w, unsigned from_sig_w, unsigned to_exp_w,
                                 unsigned to_sig_w, unsigned rounding, unsigned subnormals) {
  using namespace weft_fp;
  bool native = rounding == 0 && subnormals;
  Path from = pathOf(from_exp_w, from_sig_w, native), to = pathOf(to_exp_w, to_sig_w, native);
  if (from == Path::F16 && to == Path::F32)
    return result<F32>(real<F16>(a));
  if (from == Path::F16 && to == Path::F64)
    return result<F64>(real<F16>(a));
  if (from == Path::F32 && to == Path::F16)
    return result<F16>(real<F32>(a));
  if (from == Path::F64 && to == Path::F16)
    return result<F16>(oddFloat(real<F64>(a)));
  if (from == Path::F32 && to == Path::F64)
    return result<F64>(static_cast<double>(real<F32>(a)));
  if (from == Path::F64 && to == Path::F32)
    return result<F32>(static_cast<float>(real<F64>(a)));
  return soft::convert(a, {from_exp_w, from_sig_w, rounding, subnormals != 0},
                       {to_exp_w, to_sig_w, rounding, subnormals != 0});
}
WEFT_FP_FUNCTION weft_fp_scale(unsigned long long a, unsigned long long n, unsigned exp_w, unsigned sig_w,
                               unsigned rounding, unsigned subnormals) {
  using namespace weft_fp;
  return soft::scale(a, static_cast<long long>(n), {exp_w, sig_w, rounding, subnormals != 0});
}
#undef WEFT_FP_FUNCTION
}
