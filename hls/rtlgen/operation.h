// SPDX-License-Identifier: Apache-2.0
// Pure operations of the graph in a netlist: an expression, or an instance of the operator that the scheduler chose.
#pragma once
#include <string>
#include <vector>

#include "hls/graph/graph.h"
#include "hls/netlist/build.h"

namespace weft::rtlgen {

/// Instance of `module` that drives `result`; of a division also `other`, unless it is kNone: the remainder beside the
/// quotient or the reverse.
void addOperator(netlist::Builder &builder, const graph::Op &op, const char *module, unsigned latency,
                 const std::string &name, const std::vector<netlist::ExprId> &operands, netlist::NetId result,
                 netlist::NetId other, const netlist::Origin &origin);

/// Nothing of a location without a line: code that the compiler made has a file only.
graph::SourceLocation knownPlace(const graph::SourceLocation &location);
/// The operation, and where the source has it.
netlist::Origin originOf(const graph::Op &op);

}  // namespace weft::rtlgen
