// SPDX-License-Identifier: Apache-2.0
// Shape of a kernel graph: predecessors, order, dominators, back edges.
#pragma once
#include <vector>

#include "hls/graph/graph.h"

namespace weft::graph {

/// An edge by its index: kernel.nodes[from].edges[edge].
struct EdgeRef {
  NodeId from = kNone;
  uint32_t edge = 0;
  auto operator<=>(const EdgeRef &) const = default;
};

/// All edges into each node, in the order of nodes and edges. Edges with an invalid target are left out.
std::vector<std::vector<EdgeRef>> incomingEdges(const Kernel &kernel);

/// Nodes reachable from the entry, each before its successors but for back edges.
std::vector<NodeId> reversePostOrder(const Kernel &kernel);

/// Immediate dominators; kNone for the entry and for unreachable nodes.
std::vector<NodeId> immediateDominators(const Kernel &kernel);
bool dominates(const std::vector<NodeId> &immediate, NodeId a, NodeId b);

/// Edges to a node that dominates their origin, sorted. In a reducible graph every cycle holds one.
std::vector<EdgeRef> backEdges(const Kernel &kernel);

/// By node: the headers of the loops that it is in, the outermost first. A header is in its own loop; back edges to one
/// header make one loop.
using Loops = std::vector<std::vector<NodeId>>;
Loops enclosingLoops(const Kernel &kernel);
bool isInLoop(const Loops &loops, NodeId node, NodeId header);

/// By node: the number of loops (of one header each) that it is in.
std::vector<unsigned> loopDepths(const Kernel &kernel);

/// reachable[a * nodes + b]: a path of at least one edge leads from a to b.
std::vector<bool> reachability(const Kernel &kernel);

/// By node: the nodes on all ways from it to the exit, itself among them.
std::vector<std::vector<bool>> postDominators(const Kernel &kernel);

/// Where all ways from a node meet first; kNone: nowhere. `behind`: postDominators.
NodeId meetingPoint(const std::vector<std::vector<bool>> &behind, NodeId from);

}  // namespace weft::graph
