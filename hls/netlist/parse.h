// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "hls/diagnostic.h"
#include "hls/netlist/netlist.h"

namespace weft::netlist {

/// Reads the text of print.h. What names stand for is looked up; nothing else is checked (verify.h). The error of a
/// malformed text is at its line of `file`.
hls::Expected<Design> parse(const std::string &text, const std::string &file = "netlist");

}  // namespace weft::netlist
