// SPDX-License-Identifier: Apache-2.0
// What lies between a branch and the node where its ways meet, and loops with one place behind them.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "hls/graph/cfg.h"
#include "hls/graph/graph.h"

namespace weft::graph {

/// Nodes that are entered in one node, from outside of them, and left to one node, `join`.
struct Region {
  bool isLoop = false;  // entry is its header; otherwise only `branch` leads there
  NodeId branch = kNone, entry = kNone, join = kNone;
  NodeId otherwise = kNone;  // where the branch leads else, if that is not `join`
  std::vector<NodeId> nodes;

  bool holds(NodeId n) const;
  /// Of a node that leaves a loop: the only edge that does not.
  size_t stayingEdge(const Kernel &kernel, NodeId n) const;
};

/// Whether an edge leads out of the innermost loop that the node is in.
bool leavesItsLoop(const Kernel &kernel, NodeId n);

/// What regions are found by, of a kernel as it is now: the same for all of its regions.
struct Ways {
  explicit Ways(const Kernel &kernel) : loops(enclosingLoops(kernel)), behind(postDominators(kernel)) {}

  Loops loops;
  std::vector<std::vector<bool>> behind;
};

/// The innermost loop that the node leaves, if it leaves one, or else the region behind its first edge, or its second
/// where the first leads to where both meet. Nothing: there is no such region.
std::optional<Region> findRegion(const Kernel &kernel, const Ways &ways, NodeId n);

/// The first edge of a node and those whose ways meet its way before those of all edges do, in their order. Empty: no
/// other edge does.
std::vector<size_t> edgesThatMeet(const Kernel &kernel, NodeId n);

/// Where the parameters of a region's nodes come from.
class Origins {
public:
  Origins(const Kernel &kernel, const Region &region);

  /// Whether a loop is left with one and the same value for parameter j of `join`, whenever that is.
  bool passesAlways(const Kernel &kernel, const Region &loop, size_t j) const;
  /// Whether parameter j of `join` gets `value` from the region too if it is entered by that edge.
  bool passes(const Kernel &kernel, const Region &region, size_t j, const Edge &enter, ValueId value) const;

private:
  /// The entry's parameter that all edges to `join` hand on as its parameter j.
  std::optional<size_t> handedOn(const Kernel &kernel, const Region &region, size_t j) const;
  std::optional<int> originOf(ValueId value) const;

  std::map<ValueId, int> origins_;  // of parameters: a parameter of the entry; negative: none
  std::vector<bool> stays_;         // by the entry's parameter: no edge back to it changes it
};

/// Of a branch with two regions: parameters of `join` that get from both what came in by the branch, and the parameter
/// of `otherwise` by which it came into the second.
std::map<ValueId, ValueId> handedOnByBoth(const Kernel &kernel, const Region &region);

}  // namespace weft::graph
