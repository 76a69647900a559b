// SPDX-License-Identifier: Apache-2.0
// SystemVerilog of expressions. Operands of an operation stand in brackets unless they are names, literals or
// concatenations.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string_view>

#include "hls/graph/build.h"
#include "hls/graph/numbers.h"
#include "hls/graph/operations/operation.h"
#include "hls/netlist/systemverilog.h"

namespace weft::netlist {

using graph::Bits;
using graph::Opcode;
using graph::Predicate;

namespace {

std::string literal(const Bits &value) { return fmt::format("{}'h{}", value.width(), value.hex()); }

class ExpressionWriter {
public:
  ExpressionWriter(const Module &module, bool inLoop) : module_(module), inLoop_(inLoop) {}

  std::string write(ExprId id) const {
    const Expr &expr = module_.exprs[id];
    switch (expr.kind) {
    case Expr::Kind::Net:
      return inLoop_ ? laneText(module_.nets[expr.net]) : nameOf(module_.nets[expr.net]);
    case Expr::Kind::Broadcast:
      return inLoop_ ? write(expr.operands[0]) : fmt::format("{{{}{{{}}}}}", expr.lanes, write(expr.operands[0]));
    case Expr::Kind::Reshape:  // the bits lie side by side either way
      return expressionText(module_, expr.operands[0]);
    case Expr::Kind::Constant:
      return literal(expr.constant);
    case Expr::Kind::Operation:
      return operation(expr);
    }
    return {};
  }

  /// Bit position of element `index`, as wide as a position in `total` bits.
  std::string position(ExprId index, unsigned element, unsigned total) const {
    if (isConstant(index)) {
      const uint64_t i = at(index).constant.low();
      return fmt::format("{}", i < total / element ? i * element : 0);
    }
    const unsigned wanted = graph::log2Ceil((total + element - 1) / element), have = at(index).width;
    std::string part = have > wanted ? bits(index, 0, wanted) : write(index);
    if (have < wanted)
      part = fmt::format("{{{}'b0, {}}}", wanted - have, part);
    if (element == 1)
      return part;
    if (std::has_single_bit(element))
      return fmt::format("{{{}, {}'b0}}", part, graph::log2Ceil(element));
    const unsigned width = graph::log2Ceil(total);
    return fmt::format("({}'({}) * {}'d{})", width, part, width, element);
  }

private:
  const Expr &at(ExprId id) const { return module_.exprs[id]; }
  bool isConstant(ExprId id) const { return at(id).kind == Expr::Kind::Constant; }

  std::string operand(ExprId id) const {
    const Expr &expr = at(id);
    if (expr.kind == Expr::Kind::Reshape || (expr.kind == Expr::Kind::Broadcast && inLoop_))
      return operand(expr.operands[0]);
    const bool atom = expr.kind != Expr::Kind::Operation || expr.opcode == Opcode::Concat ||
                      expr.opcode == Opcode::Zext || expr.opcode == Opcode::Sext || expr.opcode == Opcode::Slice ||
                      expr.opcode == Opcode::Not;
    return atom ? write(id) : "(" + write(id) + ")";
  }

  /// A chain of one associative operation needs no brackets.
  std::string chain(const Expr &expr, const char *symbol) const {
    const Expr &left = at(expr.operands[0]);
    const bool same = left.kind == Expr::Kind::Operation && left.opcode == expr.opcode;
    return fmt::format("{} {} {}", same ? write(expr.operands[0]) : operand(expr.operands[0]), symbol,
                       operand(expr.operands[1]));
  }

  std::string infix(const Expr &expr, const char *symbol) const {
    return fmt::format("{} {} {}", operand(expr.operands[0]), symbol, operand(expr.operands[1]));
  }

  std::string bits(ExprId id, unsigned low, unsigned count) const {
    if (low == 0 && count == at(id).width)
      return write(id);
    if (inLoop_ && at(id).lanes > 1)
      return part(id, fmt::format("{}", low), count);
    const std::string name = write(id);
    return count == 1 ? fmt::format("{}[{}]", name, low) : fmt::format("{}[{}:{}]", name, low + count - 1, low);
  }

  /// `count` bits of a net, or of its lane, from a computed position on.
  std::string part(ExprId id, const std::string &position, unsigned count) const {
    if (!inLoop_ || at(id).lanes == 1)
      return fmt::format("{}[{} +: {}]", write(id), position, count);
    return fmt::format("{}[{}*{} + {} +: {}]", nameOf(module_.nets[at(id).net]), kLane, at(id).width, position, count);
  }

  /// The shift amount modulo the width.
  std::string amount(unsigned width, ExprId by) const {
    if (isConstant(by))
      return fmt::format("{}", at(by).constant.low() % width);
    if (std::has_single_bit(width))
      return bits(by, 0, std::min(at(by).width, graph::log2Ceil(width)));
    return fmt::format("({} % {}'d{})", write(by), at(by).width, width);
  }

  std::string shift(const Expr &expr) const {
    if (expr.width == 1)
      return operand(expr.operands[0]);
    const std::string value = operand(expr.operands[0]), by = amount(expr.width, expr.operands[1]);
    if (expr.opcode == Opcode::AShr)
      return fmt::format("$unsigned($signed({}) >>> {})", value, by);
    return fmt::format("{} {} {}", value, expr.opcode == Opcode::Shl ? "<<" : ">>", by);
  }

  std::string extend(const Expr &expr) const {
    const ExprId in = expr.operands[0];
    const unsigned more = expr.width - at(in).width;
    if (more == 0)
      return operand(in);
    if (expr.opcode == Opcode::Zext)
      return fmt::format("{{{}'b0, {}}}", more, write(in));
    return fmt::format("{{{{{}{{{}}}}}, {}}}", more, bits(in, at(in).width - 1, 1), write(in));
  }

  std::string concat(const Expr &expr) const {
    std::vector<std::string> parts;
    for (size_t i = expr.operands.size(); i-- > 0;)
      parts.push_back(write(expr.operands[i]));
    if (parts.size() > 1 && std::equal(parts.begin() + 1, parts.end(), parts.begin()))
      return fmt::format("{{{}{{{}}}}}", parts.size(), parts[0]);
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
  }

  /// Whether `a > b` looks at some of the bits of `a` only, since b is such a constant.
  bool testsHighBits(Predicate predicate, ExprId b) const {
    if (!isConstant(b))
      return false;
    const Bits &constant = at(b).constant;
    const bool isSigned = predicate >= Predicate::Sgt;
    return isSigned ? constant.isZero() : (constant & (constant + Bits(constant.width(), 1))).isZero();
  }

  std::string compare(Predicate predicate, ExprId a, ExprId b) const {
    static const char *const symbols[] = {"?", "==", "!=", ">", ">=", "<", "<=", ">", ">=", "<", "<="};
    const std::string_view asked = symbols[size_t(predicate)];
    // Yosys makes these two from "less" and "equal", with look-up tables for the latter beside the carry chain (32 bits
    // on ECP5: 47 of them instead of 1).
    if ((asked == ">" || asked == "<=") && !testsHighBits(predicate, b)) {
      predicate = swapped(predicate);
      std::swap(a, b);
    }
    const char *symbol = symbols[size_t(predicate)];
    if (predicate < Predicate::Sgt || predicate > Predicate::Sle)
      return fmt::format("{} {} {}", operand(a), symbol, operand(b));
    // Unsigned, with sign bits turned round: of $signed operands Yosys makes no plain carry chain (64 bits on ECP5: 145
    // look-up tables and 7.9 ns instead of 64 and 5 ns).
    Bits sign(at(a).width);
    sign.insert(at(a).width - 1, Bits(1, 1));
    return fmt::format("({0} ^ {1}) {2} ({3} ^ {1})", operand(a), literal(sign), symbol, operand(b));
  }

  std::string extremum(const Expr &expr) const {
    const bool isSigned = expr.opcode == Opcode::SMin || expr.opcode == Opcode::SMax;
    const bool least = expr.opcode == Opcode::UMin || expr.opcode == Opcode::SMin;
    const Predicate test =
        isSigned ? (least ? Predicate::Slt : Predicate::Sgt) : (least ? Predicate::Ult : Predicate::Ugt);
    return fmt::format("({}) ? {} : {}", compare(test, expr.operands[0], expr.operands[1]), operand(expr.operands[0]),
                       operand(expr.operands[1]));
  }

  std::string dynSlice(const Expr &expr) const {
    const ExprId in = expr.operands[0];
    if (at(in).width == expr.width)
      return write(in);
    return part(in, position(expr.operands[1], expr.width, at(in).width), expr.width);
  }

  /// Of a constant index; assignmentText() writes the others.
  std::string dynInsert(const Expr &expr) const {
    const unsigned element = at(expr.operands[2]).width;
    if (element == expr.width)
      return write(expr.operands[2]);
    throw std::logic_error("an insertion at a variable index is no expression");
  }

  std::string operation(const Expr &expr) const {
    const auto &in = expr.operands;
    const graph::Operation &operation = graph::operationOf(expr.opcode);
    if (operation.infix)
      return operation.bitwise ? chain(expr, operation.infix) : infix(expr, operation.infix);
    switch (expr.opcode) {
    case Opcode::Not:
      return "~" + operand(in[0]);
    case Opcode::Shl:
    case Opcode::LShr:
    case Opcode::AShr:
      return shift(expr);
    case Opcode::Zext:
    case Opcode::Sext:
      return extend(expr);
    case Opcode::Slice:
      return bits(in[0], expr.lo, expr.width);
    case Opcode::Concat:
      return concat(expr);
    case Opcode::DynSlice:
      return dynSlice(expr);
    case Opcode::DynInsert:
      return dynInsert(expr);
    case Opcode::Select:
      return fmt::format("{} ? {} : {}", operand(in[0]), operand(in[1]), operand(in[2]));
    case Opcode::ICmp:
      return compare(expr.predicate, in[0], in[1]);
    default:
      return extremum(expr);
    }
  }

  const Module &module_;
  const bool inLoop_;  // the lane of what has several is that of the loop
};

}  // namespace

std::string laneText(const Net &net) {
  if (net.lanes == 1)
    return nameOf(net);
  return net.width == 1 ? fmt::format("{}[{}]", nameOf(net), kLane)
                        : fmt::format("{0}[{1}*{2} +: {2}]", nameOf(net), kLane, net.width);
}

std::string loopText(unsigned lanes, const std::string &name, const std::string &statements) {
  std::string body = "  ";
  for (size_t i = 0; i < statements.size(); ++i)
    body += i + 1 < statements.size() && statements[i] == '\n' ? "\n  " : std::string(1, statements[i]);
  return fmt::format("  for (genvar {0} = 0; {0} < {1}; {0}++) begin : gen_{2}\n{3}  end\n", kLane, lanes, name, body);
}

std::string expressionText(const Module &module, ExprId id, bool inLoop) {
  return ExpressionWriter(module, inLoop).write(id);
}

std::string assignmentText(const Module &module, const Assign &assign) {
  const Net &net = module.nets[assign.target];
  const Expr &expr = module.exprs[assign.value];
  const bool loop = expr.lanes > 1 && expr.kind == Expr::Kind::Operation;
  const std::string target = loop ? laneText(net) : nameOf(net);
  std::string text;
  if (expr.kind != Expr::Kind::Operation || expr.opcode != Opcode::DynInsert ||
      module.exprs[expr.operands[2]].width == expr.width) {
    text = fmt::format("  assign {} = {};\n", target, expressionText(module, assign.value, loop));
  } else {
    const ExpressionWriter writer(module, loop);
    const unsigned element = module.exprs[expr.operands[2]].width;
    // Of a process that drives a part of a vector Yosys makes latches: a lane's result has a name of its own.
    const std::string whole = loop ? "inserted" : target;
    text = fmt::format("  always_comb begin\n    {0} = {1};\n    {0}[{2} +: {3}] = {4};\n  end\n", whole,
                       writer.write(expr.operands[0]), writer.position(expr.operands[1], element, expr.width), element,
                       writer.write(expr.operands[2]));
    if (loop)
      text = fmt::format("  logic [{}:0] {};\n{}  assign {} = {};\n", net.width - 1, whole, text, target, whole);
  }
  return loop ? loopText(expr.lanes, nameOf(net), text) : text;
}

}  // namespace weft::netlist
