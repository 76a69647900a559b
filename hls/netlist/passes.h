// SPDX-License-Identifier: Apache-2.0
// All passes, in their order.
#pragma once
#include "hls/netlist/netlist.h"

namespace weft::netlist {

/// From what the builder makes to what the writer can write: shared fields, named operands, pipeline registers.
void runPasses(Design &design);

/// Of these what a simulator that keeps a token's values by itself profits from: shared fields.
void runSimulatorPasses(Design &design);

}  // namespace weft::netlist
