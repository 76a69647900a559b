// SPDX-License-Identifier: Apache-2.0
// The module of one pipeline node: its segments, the FIFOs between and behind them, and its ports to memories.
#pragma once
#include <string>
#include <vector>

#include "hls/rtlgen/plan.h"

namespace weft::rtlgen {

struct Port {
  std::string name;  // in the module
  std::string net;   // what kernel_region connects to it; the same name means the same net
  unsigned width = 1;
  bool output = false;
};

struct NodeModule {
  std::string name, text;
  std::vector<Port> ports;
};

NodeModule emitNode(const Plan &plan, graph::NodeId node);

}  // namespace weft::rtlgen
