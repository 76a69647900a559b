// SPDX-License-Identifier: Apache-2.0
// What a netlist takes of an FPGA: an estimate from measured components and operators.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hls/components/cost.h"
#include "hls/netlist/netlist.h"

namespace weft::rtlgen {

/// Look-up tables of an operation that is an expression, whose widest operand has so many bits.
double lutsOf(graph::Opcode opcode, unsigned width, std::string_view family);

/// By module, what it instantiates included. The netlist has been through its passes.
std::vector<components::Cost> areas(const netlist::Design &design, std::string_view family = components::kUsualFamily);

/// Who takes how much of a design.
struct AreaShares {
  struct Units {
    unsigned count = 0;
    components::Cost area;  // of all of them
  };
  /// "file:line" → what its operations and access units take. Pipeline registers, queues and control are of no line.
  std::map<std::string, components::Cost> lines;
  std::map<std::string, Units> components;  // name → its instances
  /// Units, memories and operators: all instances of one component that stand for one line of the source.
  struct Part : Units {
    std::string component, location;  // "file:line", or nothing
    std::string memory;               // the instance, of an on-chip memory
  };
  std::vector<Part> parts;
};

/// Of the top module. Lines are those of its items.
AreaShares areaShares(const netlist::Design &design, std::string_view family = components::kUsualFamily);

}  // namespace weft::rtlgen
