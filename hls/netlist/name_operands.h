// SPDX-License-Identifier: Apache-2.0
// SystemVerilog selects bits of names only: after this pass, what bits or lanes are selected from is a net.
#pragma once
#include "hls/netlist/netlist.h"

namespace weft::netlist {

void nameOperands(Module &module);

}  // namespace weft::netlist
