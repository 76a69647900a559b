// SPDX-License-Identifier: Apache-2.0
// Banks of a group's memory whose lanes access words at distances of powers of two (ADR 47).
#pragma once
#include <cstdint>

#include "hls/graph/graph.h"

namespace weft::graph {

/// The bank, of 2^bankBits, of a memory's word: bit j of its number adds the j-th of the vectors e0, e1 ..., 11...1, e0
/// ... to it, bit by bit. So banks differ where words differ in any bankBits of bankBits + 1 bits beside each other.
unsigned bankOf(uint64_t word, unsigned bankBits);

/// Words of group memories whose lanes would meet in few banks change places: the low bits of their numbers become
/// bankOf, in all accesses. One work-item computes what it did. Run on a kernel whose `lanes` are set and whose
/// accesses have no masks yet.
void hashBanks(Kernel &kernel);

}  // namespace weft::graph
