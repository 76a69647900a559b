// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/area.h"

#include <algorithm>

#include "hls/graph/operations/operation.h"

namespace weft::rtlgen {

using namespace netlist;
using components::Cost;
using graph::Opcode;

namespace {

bool isWires(const Module &module, const Expr &expr) {
  const graph::MovesBits moves = graph::operationOf(expr.opcode).movesBits;
  return moves == graph::MovesBits::Always ||
         (moves == graph::MovesBits::ByConstant && module.exprs[expr.operands[1]].kind == Expr::Kind::Constant);
}

const char *nameIn(Opcode opcode) {
  switch (opcode) {
#define WEFT_OPCODE(name, mnemonic, operands, kind)                                                                    \
  case Opcode::name:                                                                                                   \
    return #name;
#include "hls/graph/opcodes.def"
  }
  return "";
}

double luts(const Module &module, const Expr &expr) {
  if (expr.kind != Expr::Kind::Operation || isWires(module, expr))
    return 0;
  unsigned widest = 0;
  for (ExprId operand : expr.operands)
    widest = std::max(widest, module.exprs[operand].width);
  return expr.lanes * components::expressionLuts(nameIn(expr.opcode), widest);
}

Cost areaOf(const Module &module, const std::vector<Cost> &before) {
  Cost area;
  const std::vector<bool> used = usedExprs(module);
  for (ExprId e = 0; e < used.size(); ++e)
    if (used[e])
      area.lut += luts(module, module.exprs[e]);
  for (const Item &item : module.items) {
    if (const auto *reg = std::get_if<Register>(&item.what))
      area.ff += module.nets[reg->target].bits();
    const auto *instance = std::get_if<Instance>(&item.what);
    if (!instance)
      continue;
    if (!instance->component)
      area += before[instance->module] * instance->lanes;
    else if (const auto cost = components::costOf(*instance->component,
                                                  components::complete(*instance->component, valuesOf(*instance))))
      area += *cost * instance->lanes;
  }
  return area;
}

}  // namespace

std::vector<Cost> areas(const Design &design) {
  std::vector<Cost> result;
  for (const Module &module : design.modules)
    result.push_back(areaOf(module, result));
  return result;
}

}  // namespace weft::rtlgen
