// SPDX-License-Identifier: Apache-2.0
// Reads the text form of print.h. It checks syntax and names only; verify.h checks meaning.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "hls/graph/graph.h"

namespace weft::graph {

struct ParseResult {
  std::vector<Kernel> kernels;  // in order of appearance
  std::string error;            // empty: all of the text was read; else "line N: what is wrong"
};

/// Values are numbered in the order in which the text defines them, so parse(print(k)) equals k when k's values are
/// numbered that way and its names are unique.
ParseResult parse(std::string_view text);

}  // namespace weft::graph
