// SPDX-License-Identifier: Apache-2.0
// The output registers of an ECP5's block memories (ADR 74): Yosys leaves them unused, and what a block gives goes to
// flip-flops in the fabric.
#pragma once
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace weft::flow {

struct BlockRegisters {
  unsigned ports = 0, flipFlops = 0;     // whose register is used now; which are gone for it
  std::map<std::string, unsigned> left;  // ports whose register stays unused, by the reason
};

/// Moves flip-flops behind ports of block memories (DP16KD) into the blocks, where nothing else reads a port and little
/// logic lies between them and the next registers. `netlist` is Yosys's; nets keep their names. Throws std::exception
/// if it is no such netlist.
BlockRegisters packBlockRegisters(nlohmann::json &netlist);

}  // namespace weft::flow
