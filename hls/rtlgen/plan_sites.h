// SPDX-License-Identifier: Apache-2.0
// A kernel's access sites in hardware: which unit and cache each has, how much it has under way, and what makes it
// forget what it has read.
#pragma once
#include <optional>

#include "hls/diagnostic.h"
#include "hls/rtlgen/plan.h"

namespace weft::rtlgen {

/// Fills in the plan's sites and line caches. Error: more sites than a kernel can have, or some that break the contract
/// of the graph.
std::optional<hls::Diagnostic> planSites(Plan &plan);

/// Caches with a set for each token have no more sets than tokens, whose number is chosen later; with one token two,
/// the fewest that the unit can have.
void limitSets(Plan &plan);

/// Whether lanes access neighbouring elements, though by an address each.
bool ofNeighbours(const graph::Site &site);

/// Bits of an access's ID that say which of a compute unit's sites it is of.
unsigned siteIdBits(const graph::Kernel &kernel);

}  // namespace weft::rtlgen
