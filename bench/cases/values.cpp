// SPDX-License-Identifier: Apache-2.0
#include "values.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace weft::bench {

Words randomWords(size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  Words words(count);
  for (uint32_t &word : words)
    word = static_cast<uint32_t>(random());
  return words;
}

Words randomIndices(size_t count, uint32_t bound, uint32_t seed) {
  Words words = randomWords(count, seed);
  for (uint32_t &word : words)
    word = uint32_t(uint64_t(word) * bound >> 32);
  return words;
}

Words randomFloats(size_t count, uint32_t seed) {
  Words words = randomWords(count, seed);
  for (uint32_t &word : words)
    word = std::bit_cast<uint32_t>(float(word >> 8) * 0x1p-23f - 1.0f);
  return words;
}

Words wordsOf(const std::vector<float> &values) {
  Words words(values.size());
  std::memcpy(words.data(), values.data(), words.size() * sizeof(uint32_t));
  return words;
}

std::vector<float> floatsOf(const Words &words) {
  std::vector<float> values(words.size());
  std::memcpy(values.data(), words.data(), words.size() * sizeof(uint32_t));
  return values;
}

std::vector<Argument> bufferArguments(size_t count) {
  std::vector<Argument> arguments;
  for (size_t i = 0; i < count; ++i)
    arguments.emplace_back(BufferArgument{i});
  return arguments;
}

std::string grouped(uint64_t number) {
  std::string text = std::to_string(number);
  for (size_t at = text.size(); at > 3;)
    text.insert(at -= 3, ",");
  return text;
}

std::string firstDifference(const Words &expected, const Words &got) {
  for (size_t i = 0; i < expected.size(); ++i)
    if (expected[i] != got[i])
      return fmt::format("element {} is {:#x}, expected {:#x}", i, got[i], expected[i]);
  return {};
}

std::string firstBeyond(const std::vector<Exact> &expected, const Words &got, double roundings) {
  const double unit = roundings * 0x1p-24;
  const std::vector<float> values = floatsOf(got);
  for (size_t i = 0; i < expected.size(); ++i) {
    const double allowed = unit / (1 - unit) * expected[i].magnitude;
    if (!(std::abs(values[i] - expected[i].value) <= allowed))
      return fmt::format("element {} is {}, expected {} within {}", i, values[i], expected[i].value, allowed);
  }
  return {};
}

}  // namespace weft::bench
