// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "hls/graph/build.h"
#include "hls/graph/transforms/alias.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {

bool rebuildNodes(Kernel &kernel, const PureRewrite &rewrite) {
  bool changed = false;
  for (Node &node : kernel.nodes) {
    std::vector<Op> old = std::move(node.ops);
    node.ops.clear();
    Builder build(kernel, node);
    std::map<ValueId, ValueId> renamed;
    auto rename = [&](ValueId &id) {
      if (auto found = renamed.find(id); found != renamed.end())
        id = found->second;
    };
    std::vector<OpId> place;  // new place of each old op, for `after`
    for (Op &op : old) {
      for (ValueId &operand : op.operands)
        rename(operand);
      build.setLocation(op.location);
      const ValueId result = op.result;
      const unsigned width = result == kNone ? 0 : kernel.values[result].width;
      std::string name = result == kNone ? "" : kernel.values[result].name;
      build.setName(name);
      place.push_back(OpId(node.ops.size()));
      ValueId made = kNone;
      switch (op.opcode) {
      case Opcode::Const:
        made = build.constant(Bits::fromHex(width, op.constant));
        break;
      case Opcode::Arg:
        made = build.arg(width, op.index, op.lo);
        break;
      case Opcode::Poison:
        made = build.poison(width);
        break;
      case Opcode::Slot:
        made = build.slot();
        break;
      default:
        if (kindOf(op.opcode) == OpKind::Pure) {
          if (std::optional<ValueId> other = rewrite ? rewrite(build, op, width, result) : std::nullopt) {
            made = *other;
            changed = true;
            break;
          }
          made = build.pure(op.opcode, width, op.operands, op.predicate, op.lo);
          break;
        }
        if (isGlobalAccess(op) && build.width(op.operands[0]) > kernel.addressBits) {
          // Whether the address lies in no buffer turned out: never.
          const ValueId beyond = build.slice(op.operands[0], kernel.addressBits, 1);
          if (build.isConstant(beyond, 0))
            op.operands[0] = build.slice(op.operands[0], 0, kernel.addressBits);
        }
        if (op.predicated && build.isConstant(op.operands.back(), 1)) {
          op.operands.pop_back();
          op.predicated = false;
          changed = true;
        }
        if (op.predicated && build.isConstant(op.operands.back(), 0)) {  // never happens
          changed = true;
          made = width ? build.poison(width) : kNone;
          place.back() = kNone;
          break;
        }
        std::vector<OpId> after;
        for (OpId other : op.after)
          if (place[other] != kNone)
            after.push_back(place[other]);
        op.after = std::move(after);
        build.setName(name);
        place.back() = OpId(node.ops.size());
        made = build.append(op, width);
      }
      if (result != kNone)
        renamed[result] = made;
    }
    build.setName("");
    changed |= node.ops.size() != old.size();
    for (Edge &edge : node.edges) {
      if (edge.condition != kNone)
        rename(edge.condition);
      for (ValueId &argument : edge.arguments)
        rename(argument);
    }
  }
  compactValues(kernel);
  return changed;
}

bool simplifyNodes(Kernel &kernel) { return rebuildNodes(kernel, {}); }

}  // namespace weft::graph
