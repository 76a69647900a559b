// SPDX-License-Identifier: Apache-2.0
// Atomic operations as rtl/ encodes them.
#pragma once

#include "hls/graph/graph.h"

namespace weft::rtlgen {

/// AWATOP of AXI5.
unsigned atop(graph::AtomicOp op);

/// Its bit of parameter Ops (rtl/mem/atomic_alu.sv).
unsigned atomicBit(graph::AtomicOp op);

}  // namespace weft::rtlgen
