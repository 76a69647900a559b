// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <vector>

#include "hls/graph/graph.h"

namespace weft::graph {

/// What the conditions of a node's edges say about the values that leave by them: with `x < 16` an x that goes round
/// the loop has 4 active bits. `active`: active bits of all values, as known so far.
class EdgeBounds {
public:
  EdgeBounds(const Kernel &kernel, const Node &node, const std::vector<unsigned> &active);
  /// Upper bound of the active bits of argument `argument` of edge `edge`, for tokens that take it.
  unsigned of(size_t edge, size_t argument) const;

private:
  using Bounds = std::map<ValueId, uint64_t>;  // largest values under the edge's condition
  const Op *definition(ValueId id) const;
  unsigned width(ValueId id) const { return kernel_.values[id].width; }
  void assume(Bounds &bounds, ValueId condition, bool holds) const;
  void assumeLess(Bounds &bounds, ValueId a, ValueId b, bool orEqual) const;
  void limit(Bounds &bounds, ValueId value, uint64_t most) const;
  uint64_t most(ValueId value) const;
  uint64_t mostUnder(const Bounds &bounds, ValueId value, unsigned depth) const;
  unsigned countedBits(size_t edge, size_t argument) const;

  const Kernel &kernel_;
  const Node &node_;
  const std::vector<unsigned> &active_;
  std::map<ValueId, const Op *> definitions_;
};

}  // namespace weft::graph
