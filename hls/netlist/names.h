// SPDX-License-Identifier: Apache-2.0
// Identifiers of generated text.
#pragma once
#include <map>
#include <set>
#include <string>

namespace weft::netlist {

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

}  // namespace weft::netlist
