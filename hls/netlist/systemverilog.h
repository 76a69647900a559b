// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "hls/netlist/netlist.h"

namespace weft::netlist {

/// Text of a verified design in which no value is delayed any more and bits are selected from nets only (delays.h,
/// name_operands.h). Decides nothing: each item is written as it stands, in order.
std::string systemVerilog(const Design &design);

/// Text of one expression, and of an assignment, which is a statement of its own where it inserts at a variable index.
std::string expressionText(const Module &module, ExprId id);
std::string assignmentText(const Module &module, const Assign &assign);

}  // namespace weft::netlist
