// SPDX-License-Identifier: Apache-2.0
#include "hls/netlist/name_operands.h"

#include <bit>
#include <map>

#include "hls/graph/numbers.h"

namespace weft::netlist {
namespace {

using graph::Opcode;

/// The writer takes the low bits of an index or amount that has more than count for it.
bool isTooWide(const Module &module, ExprId number, uint64_t count) {
  const Expr &expr = module.exprs[number];
  return expr.kind != Expr::Kind::Constant && expr.width > graph::log2Ceil(count);
}

/// Does the writer select bits of operand `i`?
bool selectsBits(const Module &module, const Expr &expr, size_t i) {
  const auto width = [&](size_t operand) { return module.exprs[expr.operands[operand]].width; };
  switch (expr.opcode) {
  case Opcode::Slice:
  case Opcode::Sext:
    return i == 0;
  case Opcode::DynSlice:
    return i == 0 || isTooWide(module, expr.operands[1], (width(0) + expr.width - 1) / expr.width);
  case Opcode::DynInsert:
    return i == 1 && isTooWide(module, expr.operands[1], (expr.width + width(2) - 1) / width(2));
  case Opcode::Shl:
  case Opcode::LShr:
  case Opcode::AShr:
    return i == 1 && std::has_single_bit(expr.width) && isTooWide(module, expr.operands[1], expr.width);
  default:
    return false;
  }
}

/// Has it a name in the text? One lane with all bits of a net is written like the net.
bool isName(const Module &module, ExprId id) {
  const Expr &expr = module.exprs[id];
  return expr.kind == Expr::Kind::Net ||
         (expr.kind == Expr::Kind::Reshape && expr.lanes == 1 && isName(module, expr.operands[0]));
}

/// Operations of several lanes are written lane by lane, as an assignment.
bool needsName(const Module &module, const Expr &expr, size_t i) {
  const Expr &operand = module.exprs[expr.operands[i]];
  switch (expr.kind) {
  case Expr::Kind::Operation:
    return (selectsBits(module, expr, i) || (expr.lanes > 1 && operand.kind == Expr::Kind::Reshape)) &&
           !isName(module, expr.operands[i]);
  case Expr::Kind::Reshape:
    return operand.lanes > 1 && operand.kind == Expr::Kind::Operation;
  default:
    return false;
  }
}

class Namer {
public:
  explicit Namer(Module &module) : module_(module) {}

  void run() {
    const std::vector<bool> used = usedExprs(module_);
    for (ExprId e = 0; e < used.size(); ++e)
      for (size_t i = 0; i < module_.exprs[e].operands.size(); ++i)
        if (used[e] && needsName(module_, module_.exprs[e], i))
          module_.exprs[e].operands[i] = named(module_.exprs[e].operands[i]);
    nameRoots();
    if (items_.empty())
      return;
    std::vector<Item> items = std::move(items_[kNone]);
    items_.erase(kNone);
    for (Item &item : module_.items) {
      const SegmentId segment = item.segment;
      if (const auto before = items_.find(segment); before != items_.end()) {
        items.insert(items.end(), before->second.begin(), before->second.end());
        items_.erase(before);
      }
      items.push_back(std::move(item));
    }
    module_.items = std::move(items);
  }

private:
  /// What registers and instances take of several lanes, if it is not written as a whole.
  void nameRoots() {
    const auto name = [&](ExprId value, unsigned lanes) {
      if (value != kNone && module_.exprs[value].lanes > 1 &&
          (module_.exprs[value].kind == Expr::Kind::Operation ||
           (lanes > 1 && module_.exprs[value].kind == Expr::Kind::Reshape)))
        named(value);
    };
    for (const Item &item : module_.items) {
      if (const auto *reg = std::get_if<Register>(&item.what))
        name(reg->next, 1);
      if (const auto *instance = std::get_if<Instance>(&item.what))
        for (const Connection &connection : instance->connections)
          name(connection.value, instance->lanes);
    }
  }

  ExprId named(ExprId value) {
    auto [it, isNew] = names_.try_emplace(value, kNone);
    if (!isNew)
      return it->second;
    const Net home = homeOf(value);
    const NetId net = NetId(module_.nets.size());
    module_.nets.push_back({"operand" + std::to_string(names_.size()), module_.exprs[value].width, home.segment,
                            home.stage, kNone, module_.exprs[value].lanes});
    // The operand keeps its index below its user's: the assignment takes a copy.
    const ExprId copy = ExprId(module_.exprs.size());
    module_.exprs.push_back(module_.exprs[value]);
    Expr &leaf = module_.exprs[value];
    leaf = Expr();
    leaf.kind = Expr::Kind::Net;
    leaf.net = net;
    leaf.width = module_.nets[net].width;
    leaf.lanes = module_.nets[net].lanes;
    items_[home.segment].push_back({Assign{net, copy}, home.segment, {}});
    return it->second = value;
  }

  /// Segment and stage of the values in an expression.
  Net homeOf(ExprId value) const {
    const Expr &expr = module_.exprs[value];
    Net home;
    if (expr.kind == Expr::Kind::Net) {
      home = module_.nets[expr.net];
      home.stage += expr.delay;
      return home;
    }
    for (ExprId operand : expr.operands)
      if (const Net found = homeOf(operand); found.segment != kNone)
        home = found;
    return home;
  }

  Module &module_;
  std::map<ExprId, ExprId> names_;
  std::map<SegmentId, std::vector<Item>> items_;
};

}  // namespace

void nameOperands(Module &module) { Namer(module).run(); }

}  // namespace weft::netlist
