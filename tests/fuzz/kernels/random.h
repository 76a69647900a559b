// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

namespace weft::fuzz {

/// SplitMix64: small, fast, the same everywhere (the standard library's distributions are not).
class Random {
public:
  explicit Random(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}
  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  unsigned below(unsigned bound) { return unsigned(next() % bound); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T> const T &of(const std::vector<T> &choices) { return choices[below(unsigned(choices.size()))]; }

private:
  uint64_t state_;
};

}  // namespace weft::fuzz
