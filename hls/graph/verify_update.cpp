// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/verify_update.h"

#include <algorithm>

namespace weft::graph {
namespace {

bool varies(const Kernel &kernel, ValueId v) { return kernel.values[v].lanes.shape == Lanes::Shape::Varying; }

/// The address, what is written and compared, and the old value are each lane's own.
bool isOfEachLane(const Kernel &kernel, const Op &op, const std::vector<LaneShape> &shapes) {
  return op.masked && varies(kernel, op.result) &&
         std::all_of(op.operands.begin(), op.operands.begin() + std::ptrdiff_t(op.plainOperands()),
                     [&](ValueId v) { return varies(kernel, v) || onlyLowBits(shapes[v], kernel.lanes); });
}

}  // namespace

std::string wrongUpdate(const Kernel &kernel, const Op &op, const std::vector<LaneShape> &shapes) {
  const bool atomic = isAtomic(op);
  if (atomic && !isOfEachLane(kernel, op, shapes))
    return "an atomic operation is not made in each lane";
  if (op.opcode == Opcode::Atomic)
    return "";
  const Memory &memory = kernel.memories[op.index];
  if (memory.updates == Memory::Updates::None)
    return "packets update a memory that is made for none";
  if (memory.lanes != 1)
    return "lanes that take turns at a memory have rows of words";
  if (op.laneAccess == LaneAccess::Row)
    return "lanes that take turns at a memory access a row";
  if (atomic && op.laneAccess != LaneAccess::Each)
    return "an atomic operation is not made in each lane";
  const bool exchange = op.atomic == AtomicOp::Xchg || op.atomic == AtomicOp::CmpXchg;
  const unsigned bits = kernel.values[op.opcode == Opcode::MemRead ? op.result : op.operands[1]].width;
  if (memory.updates == Memory::Updates::Replicas &&
      (exchange || bits != 8 * memory.wordBytes || op.laneAccess != LaneAccess::Each))
    return "an operation does not accumulate in replicas";
  return "";
}

}  // namespace weft::graph
