// SPDX-License-Identifier: Apache-2.0
// Program order within nodes becomes `after` (docs/architecture.md, section 3). Only pairs of accesses that may
// conflict are ordered; what a data dependence or another `after` orders already is not said again.
#include <algorithm>

#include "hls/graph/alias.h"
#include "hls/graph/build.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {
namespace {

/// A set of memory ops of a node, by their number among those.
class MemoryOps {
public:
  explicit MemoryOps(size_t count) : words_((count + 63) / 64) {}
  void insert(size_t i) { words_[i / 64] |= uint64_t(1) << (i % 64); }
  bool contains(size_t i) const { return words_[i / 64] >> (i % 64) & 1; }
  void insert(const MemoryOps &other) {
    for (size_t w = 0; w < words_.size(); ++w)
      words_[w] |= other.words_[w];
  }

private:
  std::vector<uint64_t> words_;
};

void orderNode(const Kernel &kernel, Node &node) {
  NodeAliases aliases(kernel, node);
  std::vector<OpId> memory;  // the node's memory ops
  for (OpId i = 0; i < node.ops.size(); ++i)
    if (kindOf(node.ops[i].opcode) == OpKind::Memory)
      memory.push_back(i);
  if (memory.empty())
    return;
  // What is surely complete when an op starts, by op; and where a value comes from.
  std::vector<MemoryOps> complete(node.ops.size(), MemoryOps(memory.size()));
  std::vector<OpId> definition(kernel.values.size(), kNone);
  size_t number = 0, lastFence = 0;  // of the memory op at hand; ops before the fence are waited for by all behind
  for (OpId i = 0; i < node.ops.size(); ++i) {
    Op &op = node.ops[i];
    if (op.result != kNone)
      definition[op.result] = i;
    for (ValueId operand : op.operands)
      if (OpId from = definition[operand]; from != kNone) {
        complete[i].insert(complete[from]);
        if (kindOf(node.ops[from].opcode) == OpKind::Memory)
          complete[i].insert(size_t(std::lower_bound(memory.begin(), memory.end(), from) - memory.begin()));
      }
    if (kindOf(op.opcode) != OpKind::Memory)
      continue;
    const size_t self = number++;
    if (op.opcode == Opcode::Fence) {
      lastFence = self;
      continue;
    }
    op.after.clear();
    if (op.opcode == Opcode::Report)
      continue;
    for (size_t j = self; j-- > 0;) {  // nearest first: it may cover farther ones
      const Op &other = node.ops[memory[j]];
      if (other.opcode == Opcode::Fence || other.opcode == Opcode::Report || complete[i].contains(j))
        continue;
      const bool fenced = j < lastFence && !aliases.exclusive(op, other);
      if (!fenced && !aliases.conflict(other, op))
        continue;
      op.after.push_back(memory[j]);
      complete[i].insert(j);
      // An op whose predicate fails need not have waited: what it waits for counts only if it surely runs.
      if (!other.predicated || (op.predicated && op.operands.back() == other.operands.back()))
        complete[i].insert(complete[memory[j]]);
    }
    std::reverse(op.after.begin(), op.after.end());
  }
}

void removeFences(Node &node) {
  std::vector<OpId> newId;
  std::vector<Op> ops;
  for (Op &op : node.ops) {
    newId.push_back(OpId(ops.size()));
    if (op.opcode == Opcode::Fence)
      continue;
    for (OpId &other : op.after)
      other = newId[other];
    ops.push_back(std::move(op));
  }
  node.ops = std::move(ops);
}

}  // namespace

bool orderMemory(Kernel &kernel) {
  for (Node &node : kernel.nodes) {
    orderNode(kernel, node);
    removeFences(node);
  }
  compactValues(kernel);
  return true;
}

}  // namespace weft::graph
