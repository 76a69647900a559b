// SPDX-License-Identifier: Apache-2.0
// Data of cases, and how results are compared.
#pragma once
#include <cstring>
#include <random>

#include "case.h"

namespace weft::bench {

Words randomWords(size_t count, uint32_t seed = 1);
/// Below `bound`.
Words randomIndices(size_t count, uint32_t bound, uint32_t seed = 1);
/// In [-1, 1).
Words randomFloats(size_t count, uint32_t seed = 1);

Words wordsOf(const std::vector<float> &values);
std::vector<float> floatsOf(const Words &words);

template <class T> ScalarArgument scalar(T value) {
  ScalarArgument result{std::vector<uint8_t>(sizeof value)};
  std::memcpy(result.bytes.data(), &value, sizeof value);
  return result;
}

/// Buffers 0, 1, … as arguments, in order.
std::vector<Argument> bufferArguments(size_t count);

/// 131072 as "131,072".
std::string grouped(uint64_t number);

/// Empty if there is none.
std::string firstDifference(const Words &expected, const Words &got);

/// A result computed in double. `magnitude`: the sum of the absolute values of the terms that make it up.
struct Exact {
  double value = 0, magnitude = 0;
  void add(double term) {
    value += term;
    magnitude += std::abs(term);
  }
};

/// The first result that is further off than `roundings` roundings to float on the way of each term allow: by
/// gamma_k = k u / (1 - k u) times the magnitude, u = 2^-24 (Higham, Accuracy and Stability of Numerical Algorithms,
/// section 3.1). It holds for every order of the sum, with and without contraction. Empty if there is none.
std::string firstBeyond(const std::vector<Exact> &expected, const Words &got, double roundings);

}  // namespace weft::bench
