// SPDX-License-Identifier: Apache-2.0
// What the benches of rtl/ share: a check that names what failed, stall patterns, a clocked model, ports as bytes.
#pragma once
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include "tests/common/random.h"
#include "verilated.h"

namespace bench {

using weft::test::Random;

inline uint64_t now = 0;  // cycles of the process's models so far

/// What a failed check throws.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[noreturn]] __attribute__((format(printf, 4, 5))) inline void fail(const char *file, int line, const char *condition,
                                                                    const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  throw Failure(std::string(file) + ":" + std::to_string(line) + ": cycle " + std::to_string(now) +
                ": check failed: " + condition + (*text ? ": " : "") + text);
}

/// Ends the test when `condition` is false; a printf format and its arguments may follow.
#define BENCH_CHECK(condition, ...)                                                                                    \
  do {                                                                                                                 \
    if (!(condition))                                                                                                  \
      bench::fail(__FILE__, __LINE__, #condition, "" __VA_ARGS__);                                                     \
  } while (false)

/// Decides cycle by cycle whether one side of an interface is active: always, in a share of the cycles, or in bursts.
class Stall {
public:
  /// One of the patterns.
  explicit Stall(uint64_t seed, bool never = false) : random_(seed) {
    static constexpr unsigned kPercents[] = {100, 50, 15, kBursts};
    percent_ = never ? 100 : random_.of(kPercents);
  }
  static Stall never() { return Stall(0, true); }
  static Stall active(uint64_t seed, unsigned percent) {
    Stall stall(seed);
    stall.percent_ = percent;
    return stall;
  }

  bool active() {
    if (percent_ != kBursts)
      return percent_ >= 100 || random_.chance(percent_);
    if (left_-- == 0) {
      on_ = !on_;
      left_ = random_.below(40u);
    }
    return on_;
  }

private:
  static constexpr unsigned kBursts = ~0u;
  Random random_;
  unsigned percent_;
  unsigned left_ = 0;
  bool on_ = false;
};

inline bool bit(uint64_t vector, unsigned index) { return vector >> index & 1; }
template <typename T> void setBit(T &vector, unsigned index, bool value) {
  vector = static_cast<T>((vector & ~(T(1) << index)) | (T(value) << index));
}

/// Ports of any width as bytes, lowest first.
template <class Port> void getBytes(const Port &port, void *to, size_t bytes) { std::memcpy(to, &port, bytes); }
template <class Port> void setBytes(Port &port, const void *from, size_t bytes) { std::memcpy(&port, from, bytes); }

/// Bits [low, low + bits) of a port of any width; at most 64.
template <class Port> uint64_t field(const Port &port, unsigned low, unsigned bits) {
  const auto *bytes = reinterpret_cast<const uint8_t *>(&port);
  uint64_t value = 0;
  for (unsigned i = 0; i < bits; ++i)
    value |= uint64_t(bytes[(low + i) / 8] >> (low + i) % 8 & 1) << i;
  return value;
}
template <class Port> void setField(Port &port, unsigned low, unsigned bits, uint64_t value) {
  auto *bytes = reinterpret_cast<uint8_t *>(&port);
  for (unsigned i = 0; i < bits; ++i) {
    uint8_t &byte = bytes[(low + i) / 8];
    byte = uint8_t((byte & ~(1u << (low + i) % 8)) | (value >> i & 1) << (low + i) % 8);
  }
}

/// A verilated model with clk_i and rst_i. In each cycle: set inputs, settle(), look at outputs, edge(). Outputs that
/// are registers may be looked at without settle().
template <class Model> class Clocked {
public:
  std::unique_ptr<VerilatedContext> context = std::make_unique<VerilatedContext>();
  Model top{context.get()};

  void settle() { top.eval(); }
  /// `clocks`: those that rise with clk_i.
  template <class... Clock> void edge(Clock &...clocks) {
    top.clk_i = 1;
    ((clocks = 1), ...);
    top.eval();
    top.clk_i = 0;
    ((clocks = 0), ...);
    top.eval();
    ++now;
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
    const auto hash = static_cast<uint64_t>(data);
    BENCH_CHECK(!waiting_ || (valid && hash == held_), "%s %u: valid or data changed before ready", what, index);
    waiting_ = valid && !ready;
    held_ = hash;
  }

private:
  bool waiting_ = false;
  uint64_t held_ = 0;
};

}  // namespace bench
