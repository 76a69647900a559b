// SPDX-License-Identifier: Apache-2.0
// Which dimensions of the launch values depend on.
#pragma once
#include <vector>

#include "hls/graph/graph.h"

namespace weft::graph {

struct IdDimensions {
  std::vector<unsigned> of;  // by value: bit d for ids in dimension d; of what is read from memory, those of its place
  unsigned all = 0;          // those whose ids the kernel looks at
};

/// What is read from memory may be the same at several places: of values that depend on an id several work-items may
/// have the same.
IdDimensions idDimensions(const Kernel &kernel);

}  // namespace weft::graph
