// SPDX-License-Identifier: Apache-2.0
// Fast bodies in the machine's own arithmetic: half, float and double, to nearest and with subnormals.
#pragma once
#include <cstring>

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
  static constexpr Bits quietNan = 0x7fc00000u;
};
struct F64 {
  using Real = double;
  using Bits = unsigned long long;  // DPI's "longint unsigned"
  static constexpr Bits quietNan = 0x7ff8000000000000ull;
};

/// Half, computed in float: with at least twice its precision and two bits more, rounding twice gives what rounding
/// once does, for sums, products, quotients and roots. (Subnormal results too: a sum or product is exact in float, and
/// a quotient is never as close to a tie as float's rounding reaches.)
struct F16 {
  using Real = float;
  using Bits = unsigned short;
  static constexpr Bits quietNan = 0x7e00u, infinity = 0x7c00u;
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

}  // namespace weft_fp
