// SPDX-License-Identifier: Apache-2.0
// The module of one pipeline node: its segments, the FIFOs between and behind them, and its ports to memories.
#pragma once
#include "hls/netlist/netlist.h"
#include "hls/rtlgen/plan.h"

namespace weft::rtlgen {

/// A node's module, whose values have delays still, and what its ports mean.
struct NodeModule {
  /// The same for a whole launch: bits [lo, lo + width) from configuration word `word` on, whether the buffers of
  /// arguments `word` and `lo` are apart, or how slots are shifted.
  struct LaunchInput {
    enum class Kind : uint8_t { Argument, Apart, GroupShift, PoolShift } kind = Kind::Argument;
    uint32_t word = 0, lo = 0;
    netlist::NetId port = netlist::kNone;
  };
  /// The streams of an access that waits for its memory or unit.
  struct Request {
    graph::OpId op = graph::kNone;
    netlist::StreamId request = netlist::kNone, answer = netlist::kNone;
  };
  netlist::Module module;
  netlist::StreamId in = netlist::kNone;
  std::vector<netlist::StreamId> edges;
  std::vector<LaunchInput> launchInputs;
  std::vector<Request> requests;  // accesses of fixed latency stand in the module's segments
};

NodeModule makeNode(const Plan &plan, graph::NodeId node);

/// How the ports of an access start, in the node's module as in the region: `s3` for site 3, `m0_r1` for the second
/// read of memory 0, `check2` for a report.
std::string accessName(const Plan &plan, graph::NodeId node, graph::OpId op);

}  // namespace weft::rtlgen
