// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/transforms/packet_updates.h"

#include <algorithm>

namespace weft::graph {
namespace {

/// Of a group, all replicas together: with the usual four groups in flight a seventh of the block RAM of the largest
/// FPGA that there is a flow for.
constexpr uint64_t kMostReplicaBytes = 16 << 10;

constexpr unsigned kCellBytes = 4;  // what an atomic operation has at least

/// By value: whether anything looks at it.
std::vector<bool> usedValues(const Kernel &kernel) {
  std::vector<bool> used(kernel.values.size());
  const auto use = [&](ValueId v) {
    if (v != kNone)
      used[v] = true;
  };
  for (const Node &node : kernel.nodes) {
    for (const Op &op : node.ops)
      std::for_each(op.operands.begin(), op.operands.end(), use);
    for (const Edge &edge : node.edges) {
      use(edge.condition);
      std::for_each(edge.arguments.begin(), edge.arguments.end(), use);
    }
  }
  return used;
}

unsigned bytesOf(const Kernel &kernel, const Op &op) {
  return kernel.values[op.opcode == Opcode::MemWrite ? op.operands[1] : op.result].width / 8;
}

/// The accesses of one memory on chip.
class Accesses {
public:
  Accesses(const Kernel &kernel, uint32_t memory) : kernel_(kernel), memory_(kernel.memories[memory]) {
    for (const Node &node : kernel.nodes)
      for (const Op &op : node.ops)
        if (isOnChip(op) && op.index == memory)
          (op.opcode == Opcode::MemAtomic ? atomics_ : others_).push_back(&op);
  }

  const std::vector<const Op *> &atomics() const { return atomics_; }

  unsigned widestAtomic() const {
    unsigned bytes = kCellBytes;
    for (const Op *op : atomics_)
      bytes = std::max(bytes, bytesOf(kernel_, *op));
    return bytes;
  }

  /// One operation whose old values nobody asks for, and nothing but whole words.
  bool mayAccumulate(const std::vector<bool> &used, unsigned lanes) const {
    const AtomicOp operation = atomics_.front()->atomic;
    const auto whole = [&](const Op *op) { return bytesOf(kernel_, *op) == memory_.wordBytes; };
    const auto accumulates = [&](const Op *op) { return op->atomic == operation && !used[op->result] && whole(op); };
    return memory_.kind == Memory::Kind::Local && operation != AtomicOp::Xchg && operation != AtomicOp::CmpXchg &&
           storedBytes(memory_) * lanes <= kMostReplicaBytes &&
           std::all_of(atomics_.begin(), atomics_.end(), accumulates) &&
           std::all_of(others_.begin(), others_.end(), whole);
  }

  /// A read that is wider than the atomic operations which make it; null: there is none.
  const Op *wideRead() const {
    const unsigned most = widestAtomic();
    for (const Op *op : others_)
      if (op->opcode == Opcode::MemRead && bytesOf(kernel_, *op) > most)
        return op;
    return nullptr;
  }

private:
  const Kernel &kernel_;
  const Memory &memory_;
  std::vector<const Op *> atomics_, others_;
};

}  // namespace

LimitReason choosePacketUpdates(Kernel &kernel, unsigned lanes) {
  const std::vector<bool> used = usedValues(kernel);
  for (uint32_t m = 0; m < kernel.memories.size(); ++m) {
    Memory &memory = kernel.memories[m];
    const Accesses accesses(kernel, m);
    if (accesses.atomics().empty())
      continue;
    if (!ofGroup(memory))
      return {"an atomic operation is on what a work-item has for itself", accesses.atomics().front()->location};
    if (const Op *wide = accesses.wideRead())
      return {"it is wider than the atomic operations on the same memory", wide->location};
    memory.updates = accesses.mayAccumulate(used, lanes) ? Memory::Updates::Replicas : Memory::Updates::InTurn;
    memory.lanes = 1;
  }
  return {};
}

unsigned bytesOfTurn(const Kernel &kernel, uint32_t memory, unsigned accessBytes) {
  return kernel.memories[memory].updates == Memory::Updates::Replicas ? kernel.memories[memory].wordBytes
                                                                      : std::max(accessBytes, kCellBytes);
}

}  // namespace weft::graph
