// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "hls/netlist/netlist.h"

namespace weft::netlist {

/// Reads the text of print.h. What names stand for is looked up; nothing else is checked (verify.h). Nothing, and
/// `error` (`line: what`), where the text is malformed.
std::optional<Design> parse(const std::string &text, std::string &error);

}  // namespace weft::netlist
