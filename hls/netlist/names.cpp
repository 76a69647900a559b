// SPDX-License-Identifier: Apache-2.0
#include "hls/netlist/names.h"

namespace weft::netlist {

std::string identifier(const std::string &text, const std::string &fallback) {
  std::string result;
  for (char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool digit = c >= '0' && c <= '9';
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
    name = base + "_" + std::to_string(++last_[base]);
  return name;
}

}  // namespace weft::netlist
