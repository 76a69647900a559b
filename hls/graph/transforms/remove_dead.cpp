// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "hls/graph/build.h"
#include "hls/graph/cfg.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {
namespace {

bool hasEffect(const Op &op) {
  return kindOf(op.opcode) == OpKind::Memory && op.opcode != Opcode::Load && op.opcode != Opcode::MemRead;
}

/// Marks what stores, atomics and edge conditions depend on, through the parameters of all nodes.
std::vector<bool> findLive(const Kernel &kernel) {
  struct Definition {
    NodeId node = kNone;
    uint32_t index = 0;  // of the op or parameter
    bool isOp = false;
  };
  std::vector<Definition> definition(kernel.values.size());
  for (NodeId n = 0; n < kernel.nodes.size(); ++n) {
    const Node &node = kernel.nodes[n];
    for (uint32_t i = 0; i < node.parameters.size(); ++i)
      definition[node.parameters[i]] = {n, i, false};
    for (uint32_t i = 0; i < node.ops.size(); ++i)
      if (node.ops[i].result != kNone)
        definition[node.ops[i].result] = {n, i, true};
  }
  std::vector<bool> live(kernel.values.size());
  std::vector<ValueId> work;
  auto need = [&](ValueId id) {
    if (id != kNone && !live[id]) {
      live[id] = true;
      work.push_back(id);
    }
  };
  for (const Node &node : kernel.nodes) {
    for (const Op &op : node.ops)
      if (hasEffect(op))
        for (ValueId operand : op.operands)
          need(operand);
    for (const Edge &edge : node.edges)
      need(edge.condition);
  }
  auto incoming = incomingEdges(kernel);
  while (!work.empty()) {
    const Definition site = definition[work.back()];
    work.pop_back();
    if (site.isOp) {
      for (ValueId operand : kernel.nodes[site.node].ops[site.index].operands)
        need(operand);
      continue;
    }
    for (const EdgeRef &edge : incoming[site.node])
      need(kernel.nodes[edge.from].edges[edge.edge].arguments[site.index]);
  }
  return live;
}

/// Sites, memories and checks without users go; the others are numbered anew.
void dropUnused(Kernel &kernel) {
  std::vector<uint32_t> site(kernel.sites.size(), kNone), memory(kernel.memories.size(), kNone),
      check(kernel.checks.size(), kNone);
  auto numbersOf = [&](const Op &op) -> std::vector<uint32_t> & {
    if (op.opcode == Opcode::Report)
      return check;
    return isGlobalAccess(op) ? site : memory;
  };
  auto isAccess = [](const Op &op) { return kindOf(op.opcode) == OpKind::Memory && op.opcode != Opcode::Fence; };
  for (const Node &node : kernel.nodes)
    for (const Op &op : node.ops)
      if (isAccess(op))
        numbersOf(op)[op.index] = 0;
  auto compact = [](auto &items, std::vector<uint32_t> &numbers) {
    auto kept = items;
    kept.clear();
    for (size_t i = 0; i < items.size(); ++i)
      if (numbers[i] != kNone) {
        numbers[i] = uint32_t(kept.size());
        kept.push_back(std::move(items[i]));
      }
    items = std::move(kept);
  };
  compact(kernel.sites, site);
  compact(kernel.memories, memory);
  compact(kernel.checks, check);
  for (Node &node : kernel.nodes)
    for (Op &op : node.ops)
      if (isAccess(op))
        op.index = numbersOf(op)[op.index];
}

}  // namespace

bool removeDead(Kernel &kernel) {
  std::vector<bool> live = findLive(kernel);
  bool changed = false;
  std::vector<std::vector<bool>> keep(kernel.nodes.size());
  for (NodeId n = 0; n < kernel.nodes.size(); ++n) {
    Node &node = kernel.nodes[n];
    std::vector<ValueId> parameters;
    std::vector<EntryValue> entries;
    for (size_t p = 0; p < node.parameters.size(); ++p) {
      keep[n].push_back(live[node.parameters[p]]);
      if (!keep[n].back()) {
        changed = true;
        continue;
      }
      parameters.push_back(node.parameters[p]);
      if (n == 0)
        entries.push_back(kernel.entryValues[p]);
    }
    node.parameters = std::move(parameters);
    if (n == 0)
      kernel.entryValues = std::move(entries);
    std::vector<OpId> newId;
    std::vector<Op> ops;
    for (Op &op : node.ops) {
      if (!hasEffect(op) && !live[op.result]) {
        newId.push_back(kNone);
        changed = true;
        continue;
      }
      std::vector<OpId> after;
      for (OpId other : op.after)
        if (newId[other] != kNone)
          after.push_back(newId[other]);
      op.after = std::move(after);
      newId.push_back(OpId(ops.size()));
      ops.push_back(std::move(op));
    }
    node.ops = std::move(ops);
  }
  for (Node &node : kernel.nodes)
    for (Edge &edge : node.edges) {
      std::vector<ValueId> arguments;
      for (size_t a = 0; a < edge.arguments.size(); ++a)
        if (keep[edge.target][a])
          arguments.push_back(edge.arguments[a]);
      edge.arguments = std::move(arguments);
    }
  dropUnused(kernel);
  compactValues(kernel);
  return changed;
}

}  // namespace weft::graph
