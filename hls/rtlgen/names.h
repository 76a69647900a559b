// SPDX-License-Identifier: Apache-2.0
// Identifiers and small pieces of SystemVerilog text.
#pragma once
#include <map>
#include <set>
#include <string>

namespace weft::rtlgen {

/// Letters, digits and underscores of `text`, at most 40, starting with a letter; `fallback` if nothing is left.
std::string identifier(const std::string &text, const std::string &fallback);

/// Gives out identifiers that are unique in one scope.
class Names {
public:
  std::string unique(const std::string &base);

private:
  std::set<std::string> used_;
  std::map<std::string, unsigned> last_;  // number given out, by base
};

/// "[width-1:0] ", or nothing for one bit: such signals are scalars.
std::string range(unsigned width);

/// Bits [low, low + count) of the signal `name` of `width` bits.
std::string bits(const std::string &name, unsigned width, unsigned low, unsigned count);

/// A literal of `width` bits from hexadecimal digits.
std::string literal(unsigned width, const std::string &hex);
std::string literal(unsigned width, uint64_t value);

unsigned log2Ceil(uint64_t value);
uint64_t powerOfTwoAtLeast(uint64_t value);

}  // namespace weft::rtlgen
