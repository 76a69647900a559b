// SPDX-License-Identifier: Apache-2.0
// How values differ between the work-items of a packet: W work-items whose ids in x follow each other, the first a
// multiple of W (ADR 40): a global id, or a local id where the kernel has to do with its groups.
#pragma once
#include <optional>
#include <vector>

#include "hls/graph/graph.h"

namespace weft::graph {

/// What is known of a value in all lanes.
struct LaneShape {
  Lanes lanes;
  unsigned zeros = 0;  // Uniform, Linear: the low bits that are zero in lane 0
  /// Linear with a positive step: lanes with work-items differ in no other bits than the lowest `span`, if that is not
  /// 0. What follows from `zeros` is not said here.
  unsigned span = 0;
  /// Varying: it is the same in all lanes but where a linear value with this step passes a multiple of 2^bit between
  /// them. Step 0: no more is known.
  struct Crossing {
    int64_t step = 0;
    unsigned bit = 0;
    bool operator==(const Crossing &) const = default;
  } crossing = {};
  /// Varying: it is linear with this step, modulo 2^width, but lanes may have 2^bit less: those behind the place where
  /// an index of fewer bits went from its highest value to its lowest. `zeros` counts as for Linear. Step 0: not so.
  struct Jump {
    int64_t step = 0;
    unsigned bit = 0;
    bool operator==(const Jump &) const = default;
  } jump = {};
};

/// By value, the most that is known with packets of `lanes` work-items. Holds where edges of nodes are taken by whole
/// packets, as the verifier demands of graphs with lanes.
std::vector<LaneShape> shapesOf(const Kernel &kernel, unsigned lanes);

/// How the addresses of a load or store differ, for which lane 0 decides whether its index is one that addresses can
/// hold (ADR 8).
LaneShape addressShape(const Kernel &kernel, const Node &node, const Op &access, const std::vector<LaneShape> &shapes);

/// The low bits beyond which no lane with a work-item differs from lane 0; nothing: not known.
std::optional<unsigned> spanOf(const LaneShape &shape, unsigned lanes);

/// Whether lane l's value is lane 0's with other low bits, which are zero there: so wires make it.
bool onlyLowBits(const LaneShape &shape, unsigned lanes);

}  // namespace weft::graph
