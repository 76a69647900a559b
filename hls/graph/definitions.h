// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "hls/graph/graph.h"

namespace weft::graph {

/// By value: the op that makes it, of those that were asked for; null: another one, or it is a parameter. Good as long
/// as the ops stay where they are.
using Definitions = std::vector<const Op *>;

inline void addDefinitions(Definitions &definitions, const Node &node) {
  for (const Op &op : node.ops)
    if (op.result != kNone)
      definitions[op.result] = &op;
}

/// By ops of the node.
inline Definitions definitionsIn(const Kernel &kernel, const Node &node) {
  Definitions definitions(kernel.values.size());
  addDefinitions(definitions, node);
  return definitions;
}

/// By ops of all nodes.
inline Definitions definitionsIn(const Kernel &kernel) {
  Definitions definitions(kernel.values.size());
  for (const Node &node : kernel.nodes)
    addDefinitions(definitions, node);
  return definitions;
}

}  // namespace weft::graph
