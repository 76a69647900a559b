// SPDX-License-Identifier: Apache-2.0
// Netlists for the tests: small ones made by hand, and those of the kernels that the RTL tests run.
#pragma once
#include <string>

#include "hls/netlist/netlist.h"

namespace weft::netlist {

/// Two modules: `stage` takes a stream, adds 1 and gives it on through a FIFO; `top` has two of them in a row.
std::string twoStages();

/// Parses; throws std::runtime_error with the parser's message.
Design parsed(const std::string &text);

/// `text` with `from` replaced by `to`, which must be there exactly once.
std::string changed(std::string text, const std::string &from, const std::string &to);

}  // namespace weft::netlist
