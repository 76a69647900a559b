// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/least_area.h"

#include <algorithm>

#include "hls/graph/operations/operation.h"
#include "hls/rtlgen/area.h"
#include "hls/schedule/memory_use.h"
#include "hls/schedule/operators.h"

namespace weft::rtlgen {

using namespace graph;
using components::Cost;

namespace {

bool varies(const Kernel &kernel, ValueId v) { return kernel.values[v].lanes.shape == Lanes::Shape::Varying; }

/// Whether it takes logic in each lane. What constants turn into wires does not, nor what another one's module computes
/// as well.
bool isDoneInLanes(const Kernel &kernel, const Op &op) {
  if (kindOf(op.opcode) != OpKind::Pure || !varies(kernel, op.result))
    return false;
  const Operation &operation = operationOf(op.opcode);
  if (operation.movesBits == MovesBits::ByConstant)
    return varies(kernel, op.operands[1]);
  return operation.movesBits != MovesBits::Always && !operation.sibling;
}

/// In one lane; nothing where no operator is that of the operation, as for the steps between lanes.
Cost costOf(const Kernel &kernel, const Op &op, const board::Description &board) {
  const auto width = [&](ValueId v) { return kernel.values[v].width; };
  unsigned widest = 0;
  for (const ValueId operand : op.operands)
    widest = std::max(widest, width(operand));
  const auto found = schedule::findOperator({board.family, board.clockMhz}, op.opcode, widest);
  if (!found)
    return {};
  if (found->latency == 0)
    return {lutsOf(op.opcode, widest, board.family), 0, 0, 0};
  const components::Component &component = *components::find(found->module);
  components::Values values;
  for (const Setting &setting : operationOf(op.opcode).settings(op, width(op.result), width(op.operands[0])))
    values[setting.name] = setting.value;
  values["Latency"] = found->latency;
  return components::costOf(component, components::complete(component, values), board.family).value_or(Cost());
}

/// Of a memory whose lanes access any words, with room for one group.
double lutsOfBanks(const Memory &memory, const schedule::MemoryUse &use, const board::Description &board) {
  const components::Component &banks = *components::find("local_banks");
  const components::Values values = {{"WordBits", 8 * memory.wordBytes},
                                     {"Words", std::max<uint64_t>(memory.bytes / memory.wordBytes, memory.lanes)},
                                     {"Banks", memory.lanes},
                                     {"NumReads", use.reads.size()},
                                     {"NumWrites", use.writes.size()},
                                     {"NumGathers", use.gathers.size()},
                                     {"NumScatters", use.scatters.size()},
                                     {"Depth", banks.depth}};
  const auto cost = components::costOf(banks, components::complete(banks, values), board.family);
  return cost ? cost->lut : 0;
}

}  // namespace

Cost leastArea(const Kernel &kernel, const board::Description &board) {
  Cost area;
  for (const Node &node : kernel.nodes)
    for (const Op &op : node.ops)
      if (isDoneInLanes(kernel, op))
        area += costOf(kernel, op, board) * kernel.lanes;
  const std::vector<schedule::MemoryUse> uses = schedule::memoryUses(kernel, 1);
  for (size_t m = 0; m < uses.size(); ++m)
    if (uses[m].banked() && uses[m].atomics.empty() && ofGroup(kernel.memories[m]))
      area.lut += lutsOfBanks(kernel.memories[m], uses[m], board);
  return Cost{area.lut, 0, 0, area.dsp} * kernel.computeUnits;
}

}  // namespace weft::rtlgen
