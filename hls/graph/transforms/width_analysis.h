// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "hls/graph/graph.h"

namespace weft::graph {

/// By value. All bits from `active` on are zero; users look at bits below `demanded` only.
struct Widths {
  std::vector<unsigned> active, demanded;
};

Widths analyseWidths(const Kernel &kernel);

}  // namespace weft::graph
