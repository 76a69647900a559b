// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/names.h"

#include <fmt/format.h>

#include <bit>

namespace weft::rtlgen {

std::string identifier(const std::string &text, const std::string &fallback) {
  std::string result;
  for (char c : text) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    bool digit = c >= '0' && c <= '9';
    if (letter || (digit && !result.empty()))
      result += c;
    else if (!result.empty() && result.back() != '_')
      result += '_';
    if (result.size() == 40)
      break;
  }
  while (!result.empty() && result.back() == '_')
    result.pop_back();
  return result.empty() ? fallback : result;
}

std::string Names::unique(const std::string &base) {
  std::string name = base;
  while (!used_.insert(name).second)
    name = fmt::format("{}_{}", base, ++last_[base]);
  return name;
}

std::string range(unsigned width) { return width == 1 ? "" : fmt::format("[{}:0] ", width - 1); }

std::string bits(const std::string &name, unsigned width, unsigned low, unsigned count) {
  if (low == 0 && count == width)
    return name;
  if (count == 1)
    return fmt::format("{}[{}]", name, low);
  return fmt::format("{}[{}:{}]", name, low + count - 1, low);
}

std::string literal(unsigned width, const std::string &hex) {
  size_t first = hex.find_first_not_of('0');
  std::string digits = first == std::string::npos ? "0" : hex.substr(first);
  return fmt::format("{}'h{}", width, digits);
}

std::string literal(unsigned width, uint64_t value) { return literal(width, fmt::format("{:x}", value)); }

unsigned log2Ceil(uint64_t value) { return value <= 1 ? 0 : unsigned(std::bit_width(value - 1)); }

uint64_t powerOfTwoAtLeast(uint64_t value) { return uint64_t(1) << log2Ceil(value); }

}  // namespace weft::rtlgen
