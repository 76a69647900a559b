// SPDX-License-Identifier: Apache-2.0
// Which dimensions of the launch values depend on.
#pragma once
#include <vector>

#include "hls/graph/graph.h"

namespace weft::graph {

struct IdDimensions {
  std::vector<unsigned> of;  // by value: bit d for ids in dimension d; of what is read from memory none is known
  unsigned all = 0;          // those whose ids the kernel looks at
};

IdDimensions idDimensions(const Kernel &kernel);

}  // namespace weft::graph
