// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "hls/netlist/netlist.h"

namespace weft::netlist {

/// Text of a verified design in which no value is delayed any more and bits are selected from nets only (delays.h,
/// name_operands.h). Decides nothing: each item is written as it stands, in order.
std::string systemVerilog(const Design &design);

/// The variable of loops over lanes.
constexpr const char *kLane = "lane";

/// Text of one expression, of one lane of it where it has several and `inLoop` is set, and of an assignment, which is a
/// statement of its own where it inserts at a variable index.
std::string expressionText(const Module &module, ExprId id, bool inLoop = false);
/// A net, or its part for the lane of a loop.
std::string laneText(const Net &net);
std::string assignmentText(const Module &module, const Assign &assign);

/// Statements once for each lane, in a block named after `name`.
std::string loopText(unsigned lanes, const std::string &name, const std::string &statements);

}  // namespace weft::netlist
