// SPDX-License-Identifier: Apache-2.0
// Operations of the graph, and the operators of rtl/, in LLVM IR.
#pragma once
#include "sim/instant/circuit.h"
#include "sim/instant/words.h"

namespace weft::instant {

/// A pure operation that the netlist writes as an expression; what it means is what hls/netlist/expression_text.cpp
/// writes.
Value emitOperation(WordBuilder &build, const Signal &signal, const std::vector<Value> &operands);

/// A module of kind Operator, without its latency. Floating point: calls of functions of operatorFunctions().
Value emitOperator(WordBuilder &build, const Signal &signal, const std::vector<Value> &operands);

/// What emitOperator's calls are to be linked with: names and addresses.
const std::vector<std::pair<std::string, void *>> &operatorFunctions();

}  // namespace weft::instant
