// SPDX-License-Identifier: Apache-2.0
// How a node's values are called, and the registers that carry them.
#include "hls/rtlgen/node_emitter.h"

namespace weft::rtlgen {

using namespace graph;

std::string NodeEmitter::base(ValueId v) {
  auto [it, isNew] = bases_.try_emplace(v);
  if (isNew)
    it->second = names_.unique(identifier(kernel_.values[v].name, fmt::format("v{}", v)));
  return it->second;
}

std::string NodeEmitter::stage(ValueId v, unsigned s, unsigned c) {
  usedCycles_[v].insert(c);
  return fmt::format("{}_s{}c{}", base(v), s, c);
}

std::string NodeEmitter::slotAt(unsigned s, unsigned c) {
  if (s > last())
    return "slot_out";
  usedCycles_[kNone].insert(c);
  return fmt::format("slot_s{}c{}", s, c);
}

std::string NodeEmitter::at(ValueId v, unsigned s, unsigned c) {
  OpId o = plan_.problem.producer[v];
  if (o != kNone) {
    const Op &op = node_.ops[o];
    switch (op.opcode) {
    case Opcode::Const:
      return literal(width(v), op.constant);
    case Opcode::Poison:
      return literal(width(v), uint64_t(0));
    case Opcode::Arg:
      return fmt::format("arg_w{}_{}_{}_i", op.index, op.lo, width(v));
    case Opcode::Slot:
      return slotAt(s, c);
    default:
      break;
    }
    if (plan_.problem.tasks[o].treatment == Treatment::Uniform)
      return base(v) + "_u";
    if (plan_.problem.tasks[o].treatment == Treatment::Free) {
      std::string name = s > last() ? base(v) + "_out" : stage(v, s, c);
      if (wires_.insert(name).second) {
        std::vector<Operand> in = operands(op, s, c, true);
        line("logic {}{};  // {}", range(width(v)), name, comment(op));
        body_ += "  " + combinational(op, width(v), name, in);
      }
      return name;
    }
  }
  return s > last() ? outputs_.at(v) : stage(v, s, c);
}

std::string NodeEmitter::named(ValueId v, unsigned s, unsigned c) {
  std::string text = at(v, s, c);
  if (text.find('\'') == std::string::npos)
    return text;
  std::string name = base(v) + "_k";
  if (wires_.insert(name).second) {
    line("logic {}{};", range(width(v)), name);
    line("assign {} = {};", name, text);
  }
  return name;
}

std::vector<Operand> NodeEmitter::operands(const Op &op, unsigned s, unsigned c, bool needNames) {
  std::vector<Operand> result;
  for (ValueId v : op.operands) {
    Operand operand;
    operand.name = needNames ? named(v, s, c) : at(v, s, c);
    operand.width = width(v);
    OpId o = plan_.problem.producer[v];
    if (o != kNone && node_.ops[o].opcode == Opcode::Const) {
      const std::string &hex = node_.ops[o].constant;
      operand.constant = std::stoull("0" + (hex.size() > 16 ? hex.substr(hex.size() - 16) : hex), nullptr, 16);
    }
    result.push_back(operand);
  }
  return result;
}

void NodeEmitter::declare(ValueId v, unsigned s, unsigned cycle) {
  chains_[v] = {fmt::format("{}_s{}c", base(v), s), width(v), cycle};
  body_ += chainMark(v);
}

std::string NodeEmitter::comment(const Op &op) {
  std::string text = mnemonic(op.opcode);
  if (op.predicate != Predicate::None)
    text += fmt::format(" {}", nameOf(op.predicate));
  if (op.atomic != AtomicOp::None)
    text += fmt::format(" {}", nameOf(op.atomic));
  if (op.location.line) {
    text += fmt::format(", {}:{}", op.location.file, op.location.line);
    for (char &c : text)
      if (static_cast<unsigned char>(c) < ' ')
        c = '?';
  }
  return text;
}

}  // namespace weft::rtlgen
