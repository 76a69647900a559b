// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/operation.h"

#include <fmt/format.h>

#include <bit>

#include "hls/rtlgen/names.h"

namespace weft::rtlgen {

using namespace graph;

namespace {

std::string infix(const char *symbol, const std::vector<Operand> &in) {
  return fmt::format("{} {} {}", in[0].name, symbol, in[1].name);
}

/// The shift amount modulo the width.
std::string amount(unsigned width, const Operand &by) {
  if (by.constant)
    return fmt::format("{}", *by.constant % width);
  if (std::has_single_bit(width))
    return bits(by.name, by.width, 0, std::min(by.width, log2Ceil(width)));
  return fmt::format("({} % {}'d{})", by.name, by.width, width);
}

std::string shift(Opcode opcode, unsigned width, const std::vector<Operand> &in) {
  if (width == 1)
    return in[0].name;
  std::string by = amount(width, in[1]);
  switch (opcode) {
  case Opcode::Shl:
    return fmt::format("{} << {}", in[0].name, by);
  case Opcode::LShr:
    return fmt::format("{} >> {}", in[0].name, by);
  default:
    return fmt::format("$unsigned($signed({}) >>> {})", in[0].name, by);
  }
}

std::string extend(bool isSigned, unsigned width, const Operand &in) {
  unsigned more = width - in.width;
  if (more == 0)
    return in.name;
  if (!isSigned)
    return fmt::format("{{{}'b0, {}}}", more, in.name);
  return fmt::format("{{{{{}{{{}}}}}, {}}}", more, bits(in.name, in.width, in.width - 1, 1), in.name);
}

std::string concat(const std::vector<Operand> &in) {
  std::string text;
  for (const Operand &o : in)
    text = text.empty() ? o.name : o.name + ", " + text;
  return "{" + text + "}";
}

/// Bit position of element `index`, as wide as a position in `total` bits.
std::string position(const Operand &index, unsigned element, unsigned total) {
  if (index.constant)
    return fmt::format("{}", *index.constant < total / element ? *index.constant * element : 0);
  unsigned elements = (total + element - 1) / element;
  unsigned wanted = log2Ceil(elements);
  std::string part = index.width > wanted ? bits(index.name, index.width, 0, wanted) : index.name;
  if (index.width < wanted)
    part = fmt::format("{{{}'b0, {}}}", wanted - index.width, part);
  if (element == 1)
    return part;
  if (std::has_single_bit(element))
    return fmt::format("{{{}, {}'b0}}", part, log2Ceil(element));
  unsigned width = log2Ceil(total);
  return fmt::format("({}'({}) * {}'d{})", width, part, width, element);
}

std::string compare(Predicate predicate, const std::vector<Operand> &in) {
  static const char *const symbols[] = {"?", "==", "!=", ">", ">=", "<", "<=", ">", ">=", "<", "<="};
  const char *symbol = symbols[size_t(predicate)];
  if (predicate < Predicate::Sgt || predicate > Predicate::Sle)
    return infix(symbol, in);
  // Unsigned, with sign bits turned round: of $signed operands Yosys makes no plain carry chain (64 bits on ECP5: 145
  // look-up tables and 7.9 ns instead of 64 and 5 ns).
  std::string sign = in[0].width % 4 == 0 ? "8" : in[0].width % 4 == 3 ? "4" : in[0].width % 4 == 2 ? "2" : "1";
  sign = literal(in[0].width, sign + std::string((in[0].width - 1) / 4, '0'));
  return fmt::format("({} ^ {}) {} ({} ^ {})", in[0].name, sign, symbol, in[1].name, sign);
}

std::string extremum(Opcode opcode, const std::vector<Operand> &in) {
  bool isSigned = opcode == Opcode::SMin || opcode == Opcode::SMax;
  bool least = opcode == Opcode::UMin || opcode == Opcode::SMin;
  std::string test =
      compare(isSigned ? (least ? Predicate::Slt : Predicate::Sgt) : (least ? Predicate::Ult : Predicate::Ugt), in);
  return fmt::format("({}) ? {} : {}", test, in[0].name, in[1].name);
}

std::string expression(const Op &op, unsigned width, const std::vector<Operand> &in) {
  switch (op.opcode) {
  case Opcode::And:
    return infix("&", in);
  case Opcode::Or:
    return infix("|", in);
  case Opcode::Xor:
    return infix("^", in);
  case Opcode::Not:
    return "~" + in[0].name;
  case Opcode::Shl:
  case Opcode::LShr:
  case Opcode::AShr:
    return shift(op.opcode, width, in);
  case Opcode::Zext:
    return extend(false, width, in[0]);
  case Opcode::Sext:
    return extend(true, width, in[0]);
  case Opcode::Trunc:
    return bits(in[0].name, in[0].width, 0, width);
  case Opcode::Slice:
    return bits(in[0].name, in[0].width, op.lo, width);
  case Opcode::Concat:
    return concat(in);
  case Opcode::DynSlice:
    if (in[0].width == width)
      return in[0].name;
    return fmt::format("{}[{} +: {}]", in[0].name, position(in[1], width, in[0].width), width);
  case Opcode::Select:
    return fmt::format("{} ? {} : {}", in[0].name, in[1].name, in[2].name);
  case Opcode::Add:
    return infix("+", in);
  case Opcode::Sub:
    return infix("-", in);
  case Opcode::ICmp:
    return compare(op.predicate, in);
  case Opcode::UMin:
  case Opcode::UMax:
  case Opcode::SMin:
  case Opcode::SMax:
    return extremum(op.opcode, in);
  default:
    return "";
  }
}

struct FpFormat {
  unsigned exponent, significand;  // bits; the significand with its hidden bit
};

FpFormat formatOf(unsigned width) {
  switch (width) {
  case 16:
    return {5, 11};
  case 64:
    return {11, 53};
  default:
    return {8, 24};
  }
}

std::string formatParameters(unsigned width) {
  FpFormat f = formatOf(width);
  return fmt::format(".ExpW({}), .SigW({})", f.exponent, f.significand);
}

std::string parameters(const Op &op, unsigned width, const std::vector<Operand> &in) {
  auto relative = [&](Predicate first) { return unsigned(op.predicate) - unsigned(first); };
  switch (op.opcode) {
  case Opcode::UMulHi:
  case Opcode::SMulHi:
    return fmt::format(".Width({}), .ResultW({}), .Signed(1'b{})", in[0].width, width,
                       op.opcode == Opcode::SMulHi ? 1 : 0);
  case Opcode::UAddSat:
  case Opcode::SAddSat:
  case Opcode::USubSat:
  case Opcode::SSubSat:
    return fmt::format(".Width({}), .Signed(1'b{}), .Subtract(1'b{})", width,
                       op.opcode == Opcode::SAddSat || op.opcode == Opcode::SSubSat ? 1 : 0,
                       op.opcode == Opcode::USubSat || op.opcode == Opcode::SSubSat ? 1 : 0);
  case Opcode::Shl:
  case Opcode::LShr:
  case Opcode::AShr:
    return fmt::format(".Width({}), .Direction({})", width, unsigned(op.opcode) - unsigned(Opcode::Shl));
  case Opcode::UDiv:
  case Opcode::URem:
    return fmt::format(".Width({}), .Signed(1'b0)", width);
  case Opcode::SDiv:
  case Opcode::SRem:
    return fmt::format(".Width({}), .Signed(1'b1)", width);
  case Opcode::FAdd:
  case Opcode::FMul:
  case Opcode::FDiv:
  case Opcode::FFma:
  case Opcode::FSqrt:
    return formatParameters(width);
  case Opcode::FSub:
    return formatParameters(width) + ", .Subtract(1'b1)";
  case Opcode::FCmp:
    return formatParameters(in[0].width) + fmt::format(", .Predicate({})", relative(Predicate::Oeq));
  case Opcode::FMin:
    return formatParameters(width) + ", .Max(1'b0)";
  case Opcode::FMax:
    return formatParameters(width) + ", .Max(1'b1)";
  case Opcode::FRound:
    return formatParameters(width) + fmt::format(", .Rounding({})", relative(Predicate::NearestEven));
  case Opcode::FToSI:
  case Opcode::FToUI:
    return formatParameters(in[0].width) +
           fmt::format(", .IntW({}), .Signed(1'b{})", width, op.opcode == Opcode::FToSI ? 1 : 0);
  case Opcode::SIToF:
  case Opcode::UIToF:
    return formatParameters(width) +
           fmt::format(", .IntW({}), .Signed(1'b{})", in[0].width, op.opcode == Opcode::SIToF ? 1 : 0);
  case Opcode::FConvert: {
    FpFormat from = formatOf(in[0].width), to = formatOf(width);
    return fmt::format(".FromExpW({}), .FromSigW({}), .ToExpW({}), .ToSigW({})", from.exponent, from.significand,
                       to.exponent, to.significand);
  }
  default:
    return fmt::format(".Width({})", in[0].width);
  }
}

}  // namespace

std::string combinational(const Op &op, unsigned width, const std::string &result, const std::vector<Operand> &in) {
  if (op.opcode == Opcode::DynInsert) {
    if (in[0].width == in[2].width)
      return fmt::format("assign {} = {};\n", result, in[2].name);
    return fmt::format("always_comb begin\n    {0} = {1};\n    {0}[{2} +: {3}] = {4};\n  end\n", result, in[0].name,
                       position(in[1], in[2].width, width), in[2].width, in[2].name);
  }
  return fmt::format("assign {} = {};\n", result, expression(op, width, in));
}

std::string instance(const Op &op, const char *module, unsigned latency, unsigned width, const std::string &result,
                     const std::vector<Operand> &in, const std::string &name, const std::string &other) {
  static const char *const ports[] = {"a_i", "b_i", "c_i"};
  std::string text = fmt::format("{} #({}, .Latency({})) {} (.clk_i", module, parameters(op, width, in), latency, name);
  for (size_t i = 0; i < in.size(); ++i)
    text += fmt::format(", .{}({})", ports[i], in[i].name);
  switch (op.opcode) {
  case Opcode::UDiv:
  case Opcode::SDiv:
    text += fmt::format(", .quotient_o({}), .remainder_o({})", result, other);
    break;
  case Opcode::URem:
  case Opcode::SRem:
    text += fmt::format(", .quotient_o({}), .remainder_o({})", other, result);
    break;
  default:
    text += fmt::format(", .result_o({})", result);
  }
  return text + ");\n";
}

}  // namespace weft::rtlgen
