// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/area.h"

#include <algorithm>
#include <fmt/format.h>

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
#define WEFT_OPCODE(name, mnemonic, operands, kind, words)                                                             \
  case Opcode::name:                                                                                                   \
    return #name;
#include "hls/graph/opcodes.def"
  }
  return "";
}

}  // namespace

double lutsOf(Opcode opcode, unsigned width, std::string_view family) {
  return components::expressionLuts(nameIn(opcode), width, family);
}

namespace {

double luts(const Module &module, const Expr &expr, std::string_view family) {
  if (expr.kind != Expr::Kind::Operation || isWires(module, expr))
    return 0;
  unsigned widest = 0;
  for (ExprId operand : expr.operands)
    widest = std::max(widest, module.exprs[operand].width);
  return expr.lanes * lutsOf(expr.opcode, widest, family);
}

/// Of all lanes.
Cost componentArea(const Instance &instance, std::string_view family) {
  const auto cost =
      components::costOf(*instance.component, components::complete(*instance.component, valuesOf(instance)), family);
  return cost ? *cost * instance.lanes : Cost();
}

Cost areaOf(const Module &module, const std::vector<Cost> &before, std::string_view family) {
  Cost area;
  const std::vector<bool> used = usedExprs(module);
  for (ExprId e = 0; e < used.size(); ++e)
    if (used[e])
      area.lut += luts(module, module.exprs[e], family);
  for (const Item &item : module.items) {
    if (const auto *reg = std::get_if<Register>(&item.what))
      area.ff += module.nets[reg->target].bits();
    const auto *instance = std::get_if<Instance>(&item.what);
    if (!instance)
      continue;
    area += instance->component ? componentArea(*instance, family) : before[instance->module] * instance->lanes;
  }
  return area;
}

/// Adds what a module takes, `copies` times.
class Sharing {
public:
  Sharing(const Design &design, AreaShares &shares, std::string_view family)
      : design_(design), shares_(shares), family_(family) {}

  void add(const Module &module, unsigned copies) {
    std::vector<bool> counted(module.exprs.size());
    for (const Item &item : module.items) {
      const graph::SourceLocation &at = item.origin.location;
      const std::string location = at.line ? fmt::format("{}:{}", at.file, at.line) : "";
      Cost area;
      if (const auto *assign = std::get_if<Assign>(&item.what))
        area.lut = expressionLuts(module, assign->value, counted);
      else if (const auto *reg = std::get_if<Register>(&item.what))
        area = {expressionLuts(module, reg->next, counted), double(module.nets[reg->target].bits()), 0, 0};
      else if (const auto *instance = std::get_if<Instance>(&item.what))
        area = instanceArea(*instance, copies, location);
      if (at.line)
        shares_.lines[location] += area * copies;
    }
  }

private:
  double expressionLuts(const Module &module, ExprId id, std::vector<bool> &counted) const {
    if (counted[id])
      return 0;
    counted[id] = true;
    double sum = luts(module, module.exprs[id], family_);
    for (const ExprId operand : module.exprs[id].operands)
      sum += expressionLuts(module, operand, counted);
    return sum;
  }

  Cost instanceArea(const Instance &instance, unsigned copies, const std::string &location) {
    if (!instance.component) {
      add(design_.modules[instance.module], copies * instance.lanes);
      return {};
    }
    const Cost area = componentArea(instance, family_);
    for (AreaShares::Units *units : {&shares_.components[instance.component->name], partOf(instance, location)}) {
      units->count += copies * instance.lanes;
      units->area += area * copies;
    }
    return area;
  }

  AreaShares::Units *partOf(const Instance &instance, const std::string &location) {
    const std::string &component = instance.component->name;
    const std::string memory = instance.component->kind == components::Kind::Memory ? instance.name : "";
    const auto same = [&](const AreaShares::Part &part) {
      return part.component == component && part.location == location && part.memory == memory;
    };
    auto part = std::find_if(shares_.parts.begin(), shares_.parts.end(), same);
    if (part == shares_.parts.end()) {
      part = shares_.parts.emplace(part);
      part->component = component;
      part->location = location;
      part->memory = memory;
    }
    return &*part;
  }

  const Design &design_;
  AreaShares &shares_;
  std::string_view family_;
};

}  // namespace

std::vector<Cost> areas(const Design &design, std::string_view family) {
  std::vector<Cost> result;
  for (const Module &module : design.modules)
    result.push_back(areaOf(module, result, family));
  return result;
}

AreaShares areaShares(const Design &design, std::string_view family) {
  AreaShares shares;
  Sharing(design, shares, family).add(design.modules.back(), 1);
  return shares;
}

}  // namespace weft::rtlgen
