// SPDX-License-Identifier: Apache-2.0
// A node has one FIFO at its end for the tokens of all its edges: values that no edge carries together share its bits.
#pragma once
#include <vector>

#include "hls/graph/graph.h"

namespace weft::rtlgen {

struct CarriedValue {
  graph::ValueId value;
  unsigned width;
  std::vector<bool> edges;  // that carry it
};

/// Bits of the FIFO's entries, and the values they may hold.
struct SharedField {
  unsigned width;
  std::vector<CarriedValue> values;
};

/// Values on most edges are placed first: the rest then fits round them.
std::vector<SharedField> shareFields(const std::vector<CarriedValue> &values);

}  // namespace weft::rtlgen
