// SPDX-License-Identifier: Apache-2.0
// C++ bodies of the floating-point operators (`define WEFT_FP_FAST): the machine's own arithmetic on IEEE 754
// encodings, bit-identical to the RTL, NaN results and subnormals included. Include it in the simulation's translation
// unit.
//
// It needs round-to-nearest and no flushing of subnormals. A host program may have set another mode (-ffast-math does
// at program start), so hold a WeftFpGuard while the model is stepped; one for many cycles is enough. Never compile
// this with -ffast-math.
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

template <typename F> inline typename F::Real real(typename F::Bits a) { return bits<typename F::Real>(a); }
template <typename F> inline bool isNan(typename F::Bits a) { return (a & ~F::signBit) > F::infinity; }
template <typename F> inline typename F::Bits result(typename F::Real r) {
  return r != r ? F::quietNan : bits<typename F::Bits>(r);
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
template <typename F> inline unsigned compare(typename F::Bits aBits, typename F::Bits bBits, unsigned predicate) {
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

template <typename F> inline unsigned long long toInt(typename F::Bits aBits, unsigned width, bool isSigned) {
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
  return bits<typename F::Bits>(isSigned ? static_cast<Real>(static_cast<long long>(a)) : static_cast<Real>(a));
}

}  // namespace weft_fp

// The names which the RTL imports.
extern "C" {
#define WEFT_FP_FORMAT(f, F, Bits)                                                                                     \
  inline Bits weft_##f##_add(Bits a, Bits b) {                                                                         \
    return weft_fp::result<weft_fp::F>(weft_fp::real<weft_fp::F>(a) + weft_fp::real<weft_fp::F>(b));                   \
  }                                                                                                                    \
  inline Bits weft_##f##_mul(Bits a, Bits b) {                                                                         \
    return weft_fp::result<weft_fp::F>(weft_fp::real<weft_fp::F>(a) * weft_fp::real<weft_fp::F>(b));                   \
  }                                                                                                                    \
  inline Bits weft_##f##_div(Bits a, Bits b) {                                                                         \
    return weft_fp::result<weft_fp::F>(weft_fp::real<weft_fp::F>(a) / weft_fp::real<weft_fp::F>(b));                   \
  }                                                                                                                    \
  inline Bits weft_##f##_fma(Bits a, Bits b, Bits c) {                                                                 \
    return weft_fp::result<weft_fp::F>(                                                                                \
        weft_fp::fma(weft_fp::real<weft_fp::F>(a), weft_fp::real<weft_fp::F>(b), weft_fp::real<weft_fp::F>(c)));       \
  }                                                                                                                    \
  inline Bits weft_##f##_sqrt(Bits a) {                                                                                \
    return weft_fp::result<weft_fp::F>(weft_fp::sqrt(weft_fp::real<weft_fp::F>(a)));                                   \
  }                                                                                                                    \
  inline unsigned int weft_##f##_compare(Bits a, Bits b, unsigned int predicate) {                                     \
    return weft_fp::compare<weft_fp::F>(a, b, predicate);                                                              \
  }                                                                                                                    \
  inline Bits weft_##f##_min_max(Bits a, Bits b, unsigned int max) {                                                   \
    return weft_fp::minMax<weft_fp::F>(a, b, max != 0);                                                                \
  }                                                                                                                    \
  inline Bits weft_##f##_round_int(Bits a, unsigned int mode) {                                                        \
    return weft_fp::result<weft_fp::F>(weft_fp::round(weft_fp::real<weft_fp::F>(a), mode));                            \
  }                                                                                                                    \
  inline unsigned long long weft_##f##_to_int(Bits a, unsigned int intWidth, unsigned int isSigned) {                  \
    return weft_fp::toInt<weft_fp::F>(a, intWidth, isSigned != 0);                                                     \
  }                                                                                                                    \
  inline Bits weft_##f##_from_int(unsigned long long a, unsigned int isSigned) {                                       \
    return weft_fp::fromInt<weft_fp::F>(a, isSigned != 0);                                                             \
  }
WEFT_FP_FORMAT(f32, F32, unsigned int)
WEFT_FP_FORMAT(f64, F64, unsigned long long)
#undef WEFT_FP_FORMAT

inline unsigned long long weft_f32_to_f64(unsigned int a) {
  return weft_fp::result<weft_fp::F64>(static_cast<double>(weft_fp::real<weft_fp::F32>(a)));
}
inline unsigned int weft_f64_to_f32(unsigned long long a) {
  return weft_fp::result<weft_fp::F32>(static_cast<float>(weft_fp::real<weft_fp::F64>(a)));
}
}
