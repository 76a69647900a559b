// SPDX-License-Identifier: Apache-2.0
// Where nextpnr has placed the nodes, units and memories of a kernel, and the shell.
#pragma once
#include <string>

#include "board/fpga_part.h"
#include "flow/source_map.h"
#include "kernel/floorplan.h"

namespace weft::flow {

/// Of the text of nextpnr's --write. Cells are told apart by their names, which synthesis makes of the nets that they
/// drive; those without a name count as the shell. `report`: the compiler's, of the kernel. Throws std::exception.
kernel::Floorplan readFloorplan(const std::string &routed, const board::FpgaPart &part, const SourceMap &sources,
                                const std::string &report);

}  // namespace weft::flow
