// SPDX-License-Identifier: Apache-2.0
// A module as RTL and as synthesised, with the same inputs.
#pragma once
#include "tests/rtl/common/bench.h"

#define WEFT_TEXT_(name) #name
#define WEFT_TEXT(name) WEFT_TEXT_(name)
#define WEFT_HEADER_(name) WEFT_TEXT(name.h)
#define WEFT_HEADER(name) WEFT_HEADER_(name)
#include WEFT_HEADER(WEFT_RTL_MODEL)
#include WEFT_HEADER(WEFT_NETLIST_MODEL)

namespace bench {

class Pair {
public:
  WEFT_RTL_MODEL &rtl() { return rtl_.top; }
  /// Calls `set` with each of the models.
  template <class Set> void drive(Set set) {
    set(rtl_.top);
    set(netlist_.top);
    rtl_.settle();
    netlist_.settle();
  }
  /// `output(model)`: a port of both.
  template <class Output> void compare(const char *what, Output output) {
    const auto &expected = output(rtl_.top);
    const auto &found = output(netlist_.top);
    static_assert(sizeof expected == sizeof found);
    BENCH_CHECK(!std::memcmp(&expected, &found, sizeof expected), "%s differs after synthesis", what);
    ++compared;
  }
  void edge() {
    rtl_.edge();
    netlist_.edge();
  }
  uint64_t compared = 0;

private:
  Clocked<WEFT_RTL_MODEL> rtl_;
  Clocked<WEFT_NETLIST_MODEL> netlist_;
};

/// A port of whole bytes.
template <class Port> void fill(Port &port, uint64_t seed) {
  Random random(seed);
  uint8_t bytes[sizeof(Port)];
  for (uint8_t &byte : bytes)
    byte = uint8_t(random.next());
  setBytes(port, bytes, sizeof bytes);
}

}  // namespace bench
