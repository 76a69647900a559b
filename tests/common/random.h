// SPDX-License-Identifier: Apache-2.0
// The random numbers of tests that say their seed.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>

namespace weft::test {

/// SplitMix64: small, fast, the same everywhere (the standard library's distributions are not). A uniform random bit
/// generator of the standard library as well.
class Random {
public:
  using result_type = uint64_t;

  /// Seeds that differ by little give sequences that have nothing in common.
  explicit Random(uint64_t seed) : state_(seed) { state_ = next(); }

  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  uint64_t operator()() { return next(); }
  static constexpr uint64_t min() { return 0; }
  static constexpr uint64_t max() { return std::numeric_limits<uint64_t>::max(); }

  /// A number below `bound`; 0 for bound 0.
  template <std::integral Bound> auto below(Bound bound) {
    using Number = std::conditional_t<sizeof(Bound) <= sizeof(unsigned), unsigned, uint64_t>;
    return bound ? Number(next() % uint64_t(bound)) : Number(0);
  }
  /// A number from `low` to `high`, both included.
  uint64_t range(uint64_t low, uint64_t high) { return low + below(high - low + 1); }
  bool chance(unsigned percent) { return below(100u) < percent; }
  bool oneIn(unsigned n) { return below(n) == 0; }
  template <class Choices> const auto &of(const Choices &choices) { return choices[below(std::size(choices))]; }

private:
  uint64_t state_;
};

}  // namespace weft::test
