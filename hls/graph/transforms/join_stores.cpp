// SPDX-License-Identifier: Apache-2.0
// if (c) *p = a; else *p = b; has two stores after if-conversion. One with a selected value needs one unit.
#include "hls/graph/alias.h"
#include "hls/graph/build.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {
namespace {

bool isStore(const Op &op) { return op.opcode == Opcode::Store || op.opcode == Opcode::MemWrite; }

bool sameSite(const Kernel &kernel, const Op &a, const Op &b) {
  if (a.opcode != b.opcode || !a.predicated || !b.predicated || a.operands[0] != b.operands[0] ||
      kernel.values[a.operands[1]].width != kernel.values[b.operands[1]].width)
    return false;
  return a.opcode == Opcode::MemWrite ? a.index == b.index
                                      : kernel.sites[a.index].arguments == kernel.sites[b.index].arguments;
}

bool joinOne(Kernel &kernel, Node &node) {
  NodeAliases aliases(kernel, node);
  for (OpId i = 0; i < node.ops.size(); ++i) {
    if (!isStore(node.ops[i]))
      continue;
    for (OpId j = i + 1; j < node.ops.size(); ++j) {
      const Op &first = node.ops[i], &second = node.ops[j];
      if (!isStore(second) || !sameSite(kernel, first, second) || !aliases.exclusive(first, second)) {
        // The first store moves down to the second: nothing that must see it or come before it may stand between.
        if (kindOf(second.opcode) == OpKind::Memory && aliases.conflict(first, second))
          break;
        continue;
      }
      // Ops behind the second store are put aside, so that the new ones stand before them.
      std::vector<Op> rest(node.ops.begin() + ptrdiff_t(j) + 1, node.ops.end());
      Op joined = second;
      const Op other = first;
      node.ops.resize(j);
      Builder build(kernel, node);
      joined.operands[1] = build.select(joined.operands[2], joined.operands[1], other.operands[1]);
      joined.operands[2] = build.bitOr(other.operands[2], joined.operands[2]);
      build.setLocation(joined.location);
      build.append(joined, 0);
      node.ops.erase(node.ops.begin() + i);
      node.ops.insert(node.ops.end(), rest.begin(), rest.end());
      return true;
    }
  }
  return false;
}

}  // namespace

bool joinStores(Kernel &kernel) {
  bool changed = false;
  for (Node &node : kernel.nodes)
    while (joinOne(kernel, node))
      changed = true;
  if (changed)
    removeDead(kernel);  // drops sites without a user
  return changed;
}

}  // namespace weft::graph
