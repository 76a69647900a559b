// SPDX-License-Identifier: Apache-2.0
// What ops compute; the meaning of opcodes.def in code. Used to fold constants and by the interpreter.
#pragma once
#include <optional>
#include <vector>

#include "hls/graph/bits.h"
#include "hls/graph/graph.h"

namespace weft::graph {

/// The result of a Pure op of `width` bits. nullopt if it is not computed here: 16-bit floating point, and integer
/// multiplication, division and conversion of more than 64 bits. A NaN result is the canonical quiet NaN.
std::optional<Bits> evaluate(const Op &op, const std::vector<Bits> &operands, unsigned width);

/// What an atomic operation leaves in memory that held `old`. Operands: as those of the op, from its address on.
Bits evaluateAtomic(AtomicOp atomic, const Bits &old, const std::vector<Bits> &operands);

}  // namespace weft::graph
