// SPDX-License-Identifier: Apache-2.0
// Where nextpnr has placed the nodes, units and memories of a kernel, and the shell.
#pragma once
#include <span>
#include <string>

#include "board/fpga_part.h"
#include "flow/source_map.h"
#include "kernel/floorplan.h"

namespace weft::flow {

/// A kernel of the bitstream: the name of its instance, which SourceMap knows, its own, and the compiler's report.
struct ReportedKernel {
  std::string instance, name, report;
};

/// Of the text of nextpnr's --write. Cells are told apart by their names, which synthesis makes of the nets that they
/// drive; those without a name count as the shell. Parts of several kernels have their kernel's name before their own.
/// Throws std::exception.
kernel::Floorplan readFloorplan(const std::string &routed, const board::FpgaPart &part, const SourceMap &sources,
                                std::span<const ReportedKernel> kernels);

}  // namespace weft::flow
