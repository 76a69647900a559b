// SPDX-License-Identifier: Apache-2.0
// What the RTL benches share: a clock, fixed-seed random numbers, stall patterns and a check that names what failed.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace bench {

/// Ends the test with a message when `condition` is false.
#define BENCH_CHECK(condition, ...)                                                                                    \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      std::fprintf(stderr, "%s:%d: check failed: %s: ", __FILE__, __LINE__, #condition);                               \
      std::fprintf(stderr, __VA_ARGS__);                                                                               \
      std::fprintf(stderr, "\n");                                                                                      \
      std::exit(1);                                                                                                    \
    }                                                                                                                  \
  } while (false)

/// SplitMix64: the same numbers on every machine.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>((next() >> 32) * bound >> 32); }
  bool chance(unsigned percent) { return below(100) < percent; }

private:
  uint64_t state;
};

/// Decides cycle by cycle whether one side of an interface is active: always, now and then, or in bursts.
class Stall {
public:
  explicit Stall(uint64_t seed, bool never = false) : random(seed), mode(never ? 0 : random.below(4)) {}
  bool active() {
    switch (mode) {
    case 0:
      return true;
    case 1:
      return random.chance(50);
    case 2:
      return random.chance(15);
    default:
      if (left-- == 0) {
        on = !on;
        left = random.below(40);
      }
      return on;
    }
  }

private:
  Random random;
  unsigned mode;
  unsigned left = 0;
  bool on = false;
};

inline bool bit(uint64_t vector, unsigned index) { return vector >> index & 1; }
template <typename T> void setBit(T &vector, unsigned index, bool value) {
  vector = static_cast<T>((vector & ~(T(1) << index)) | (T(value) << index));
}

/// A verilated model with clk_i and rst_i. In each cycle: set inputs, settle(), look at outputs, edge().
template <typename Model> class Clocked {
public:
  Model top;
  uint64_t cycle = 0;
  void settle() { top.eval(); }
  void edge() {
    top.clk_i = 1;
    top.eval();
    top.clk_i = 0;
    ++cycle;
  }
  void reset() {
    top.rst_i = 1;
    for (int i = 0; i < 4; ++i) {
      settle();
      edge();
    }
    top.rst_i = 0;
  }
};

/// Watches one side of a stream: once valid, valid and data hold until ready.
class HoldCheck {
public:
  template <typename Data> void look(const char *what, unsigned index, bool valid, bool ready, const Data &data) {
    uint64_t hash = static_cast<uint64_t>(data);
    BENCH_CHECK(!waiting || (valid && hash == held), "%s %u: valid or data changed before ready", what, index);
    waiting = valid && !ready;
    held = hash;
  }

private:
  bool waiting = false;
  uint64_t held = 0;
};

}  // namespace bench
