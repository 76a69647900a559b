// SPDX-License-Identifier: Apache-2.0
// The floating-point mode that the fast bodies need.
#pragma once
#include <cfloat>
#include <cstdint>

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
