// SPDX-License-Identifier: Apache-2.0
// What a netlist takes of an FPGA of family ECP5: an estimate from measured components and operators.
#pragma once
#include <vector>

#include "hls/components/cost.h"
#include "hls/netlist/netlist.h"

namespace weft::rtlgen {

/// By module, what it instantiates included. The netlist has been through its passes.
std::vector<components::Cost> areas(const netlist::Design &design);

}  // namespace weft::rtlgen
