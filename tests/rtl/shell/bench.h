// SPDX-License-Identifier: Apache-2.0
// What the shell's benches share: checks that end the test, a reproducible random source, a clocked model.
#pragma once
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "verilated.h"

namespace bench {

inline uint64_t now = 0;  // cycle

[[noreturn]] __attribute__((format(printf, 1, 2))) inline void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::fprintf(stderr, "cycle %llu: ", static_cast<unsigned long long>(now));
  std::vfprintf(stderr, format, arguments);
  std::fprintf(stderr, "\n");
  va_end(arguments);
  std::exit(1);
}

#define CHECK(condition, ...)                                                                                          \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                             \
      bench::fail("" __VA_ARGS__);                                                                                     \
    }                                                                                                                  \
  } while (0)

/// xorshift64*: the same sequence everywhere.
class Random {
public:
  explicit Random(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ull + 1) {
    for (int i = 0; i < 8; ++i)
      next();
  }
  uint64_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545F4914F6CDD1Dull;
  }
  /// Uniform in [0, bound); 0 for bound 0.
  uint64_t below(uint64_t bound) { return bound ? (next() >> 11) % bound : 0; }
  uint64_t range(uint64_t low, uint64_t high) { return low + below(high - low + 1); }
  bool percent(unsigned p) { return below(100) < p; }

private:
  uint64_t state_;
};

/// Ports of any width as bytes, lowest first.
template <class Port> void getBytes(const Port &port, void *to, size_t bytes) { std::memcpy(to, &port, bytes); }
template <class Port> void setBytes(Port &port, const void *from, size_t bytes) { std::memcpy(&port, from, bytes); }

/// A model with clk_i and rst_i. Inputs are set between edges; outputs are those after the last rising edge.
template <class Model> struct Clocked {
  std::unique_ptr<VerilatedContext> context = std::make_unique<VerilatedContext>();
  Model model{context.get()};

  void edge() {
    model.clk_i = 1;
    model.eval();
    model.clk_i = 0;
    model.eval();
    ++now;
  }
};

}  // namespace bench
