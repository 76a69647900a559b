// SPDX-License-Identifier: Apache-2.0
// Reads the text form of print.h. It checks syntax and names only; verify.h checks meaning.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "hls/diagnostic.h"
#include "hls/graph/graph.h"

namespace weft::graph {

/// The kernels in order of appearance, or the first error, at its line of `file`. Values are numbered in the order in
/// which the text defines them, so parse(print(k)) equals k when k's values are numbered that way and its names are
/// unique.
hls::Expected<std::vector<Kernel>> parse(std::string_view text, const std::string &file = "graph");

}  // namespace weft::graph
