// SPDX-License-Identifier: Apache-2.0
// Fields that no token needs together share bits of a FIFO's entries.
#pragma once
#include "hls/netlist/netlist.h"

namespace weft::netlist {

/// Of each credit_fifo whose output stream has a select: fields of one width that count under different selects become
/// one field, written through a multiplexer and read by the users of all of them.
void shareFields(Module &module);

}  // namespace weft::netlist
