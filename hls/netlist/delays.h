// SPDX-License-Identifier: Apache-2.0
// Pipeline registers: after this pass no expression looks at a value of another stage.
#pragma once
#include "hls/netlist/netlist.h"

namespace weft::netlist {

/// Gives each value of a segment nets at the stages at which it is used, and joins them by registers, or by memories
/// where a delay is long.
void insertDelays(Module &module);

}  // namespace weft::netlist
