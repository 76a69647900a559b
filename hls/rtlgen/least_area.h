// SPDX-License-Identifier: Apache-2.0
// What a kernel certainly takes, long before there is a netlist to measure.
#pragma once
#include "board/description.h"
#include "hls/components/cost.h"
#include "hls/graph/graph.h"

namespace weft::rtlgen {

/// At least what area.h has for the kernel's netlist, in look-up tables and multipliers: the operations that are done
/// in each lane, and the memories whose banks all lanes access. These are what grows with the lanes, whatever the
/// schedule is; registers, queues, access units and what all lanes share are left out.
components::Cost leastArea(const graph::Kernel &kernel, const board::Description &board);

}  // namespace weft::rtlgen
