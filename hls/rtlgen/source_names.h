// SPDX-License-Identifier: Apache-2.0
// What the report calls the nodes of a kernel.
#pragma once
#include <string>
#include <vector>

#include "hls/graph/graph.h"

namespace weft::rtlgen {

/// By node: what it is in the source and its line, "loop at k.cl:12". Each name is there once. A node whose place is
/// not known has its own name.
std::vector<std::string> sourceNames(const graph::Kernel &kernel);

}  // namespace weft::rtlgen
