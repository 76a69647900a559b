// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/operation.h"

#include <array>

#include <fmt/format.h>

namespace weft::rtlgen {

using namespace graph;
using netlist::Builder;
using netlist::ExprId;
using netlist::InstanceBuilder;
using netlist::NetId;

namespace {

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

void setFormat(InstanceBuilder &instance, unsigned width) {
  const FpFormat format = formatOf(width);
  instance.set("ExpW", format.exponent).set("SigW", format.significand);
}

bool isSigned(Opcode opcode) {
  switch (opcode) {
  case Opcode::SMulHi:
  case Opcode::SAddSat:
  case Opcode::SSubSat:
  case Opcode::SDiv:
  case Opcode::SRem:
  case Opcode::FToSI:
  case Opcode::SIToF:
    return true;
  default:
    return false;
  }
}

void setIntegerParameters(InstanceBuilder &instance, const Op &op, unsigned width, unsigned operandWidth) {
  instance.set("Width", operandWidth);
  switch (op.opcode) {
  case Opcode::UMulHi:
  case Opcode::SMulHi:
    instance.set("ResultW", width).set("Signed", isSigned(op.opcode));
    break;
  case Opcode::UAddSat:
  case Opcode::SAddSat:
  case Opcode::USubSat:
  case Opcode::SSubSat:
    instance.set("Signed", isSigned(op.opcode))
        .set("Subtract", op.opcode == Opcode::USubSat || op.opcode == Opcode::SSubSat);
    break;
  case Opcode::Shl:
  case Opcode::LShr:
  case Opcode::AShr:
    instance.set("Direction", unsigned(op.opcode) - unsigned(Opcode::Shl));
    break;
  case Opcode::UDiv:
  case Opcode::URem:
  case Opcode::SDiv:
  case Opcode::SRem:
    instance.set("Signed", isSigned(op.opcode));
    break;
  default:
    break;
  }
}

void setParameters(InstanceBuilder &instance, const Op &op, unsigned width, unsigned operandWidth) {
  const auto relative = [&](Predicate first) { return unsigned(op.predicate) - unsigned(first); };
  switch (op.opcode) {
  case Opcode::FAdd:
  case Opcode::FMul:
  case Opcode::FDiv:
  case Opcode::FFma:
  case Opcode::FSqrt:
    return setFormat(instance, width);
  case Opcode::FSub:
    setFormat(instance, width);
    instance.set("Subtract", 1);
    return;
  case Opcode::FCmp:
    setFormat(instance, operandWidth);
    instance.set("Predicate", relative(Predicate::Oeq));
    return;
  case Opcode::FMin:
  case Opcode::FMax:
    setFormat(instance, width);
    instance.set("Max", op.opcode == Opcode::FMax);
    return;
  case Opcode::FRound:
    setFormat(instance, width);
    instance.set("Rounding", relative(Predicate::NearestEven));
    return;
  case Opcode::FToSI:
  case Opcode::FToUI:
    setFormat(instance, operandWidth);
    instance.set("IntW", width).set("Signed", isSigned(op.opcode));
    return;
  case Opcode::SIToF:
  case Opcode::UIToF:
    setFormat(instance, width);
    instance.set("IntW", operandWidth).set("Signed", isSigned(op.opcode));
    return;
  case Opcode::FConvert: {
    const FpFormat from = formatOf(operandWidth), to = formatOf(width);
    instance.set("FromExpW", from.exponent).set("FromSigW", from.significand);
    instance.set("ToExpW", to.exponent).set("ToSigW", to.significand);
    return;
  }
  default:
    return setIntegerParameters(instance, op, width, operandWidth);
  }
}

}  // namespace

void addOperator(Builder &builder, const Op &op, const char *module, unsigned latency, const std::string &name,
                 const std::vector<ExprId> &operands, NetId result, NetId other, const std::string &comment) {
  static constexpr std::array ports = {"a_i", "b_i", "c_i"};
  InstanceBuilder instance = builder.instance(module, name, comment);
  setParameters(instance, op, builder.net(result).width, builder.width(operands[0]));
  instance.set("Latency", latency);
  for (size_t i = 0; i < operands.size(); ++i)
    instance.in(ports.at(i), operands[i]);
  const std::vector<NetId> second = other == netlist::kNone ? std::vector<NetId>() : std::vector<NetId>{other};
  switch (op.opcode) {
  case Opcode::UDiv:
  case Opcode::SDiv:
    instance.out("quotient_o", {result}).out("remainder_o", second);
    break;
  case Opcode::URem:
  case Opcode::SRem:
    instance.out("quotient_o", second).out("remainder_o", {result});
    break;
  default:
    instance.out("result_o", {result});
  }
  instance.add();
}

std::string describe(const Op &op) {
  std::string text = mnemonic(op.opcode);
  if (op.predicate != Predicate::None)
    text += fmt::format(" {}", nameOf(op.predicate));
  if (op.atomic != AtomicOp::None)
    text += fmt::format(" {}", nameOf(op.atomic));
  if (op.location.line)
    text += fmt::format(", {}:{}", op.location.file, op.location.line);
  for (char &c : text)  // a file's name may have anything in it
    if (static_cast<unsigned char>(c) < ' ')
      c = '?';
  return text;
}

}  // namespace weft::rtlgen
