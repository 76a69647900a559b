// SPDX-License-Identifier: Apache-2.0
#include "hls/netlist/passes.h"

#include "hls/netlist/delays.h"
#include "hls/netlist/name_operands.h"
#include "hls/netlist/share_fields.h"

namespace weft::netlist {

void runSimulatorPasses(Design &design) {
  for (Module &module : design.modules)
    shareFields(module);
}

void runPasses(Design &design) {
  for (Module &module : design.modules) {
    shareFields(module);
    nameOperands(module);
    insertDelays(module);
  }
}

}  // namespace weft::netlist
