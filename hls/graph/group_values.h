// SPDX-License-Identifier: Apache-2.0
// What is the same for all tokens of a work-group.
#pragma once
#include <vector>

#include "hls/graph/graph.h"

namespace weft::graph {

/// What the tokens of a group, work-items or packets, have in common in the same round of the loops that they are in.
struct GroupValues {
  std::vector<bool> common;    // by value: it is the same in all of them; no memory is looked at
  std::vector<bool> together;  // by node: all of them come there, or none
  /// By value: the result of an op, or a parameter with several values, that it always is; kNone: nothing comes there.
  std::vector<ValueId> roots;
};

GroupValues groupValues(const Kernel &kernel);

/// By value: the work-item's id in x in its group, or its linear one, whole. They are the same in groups of one
/// dimension.
std::vector<bool> localIds(const Kernel &kernel);

}  // namespace weft::graph
