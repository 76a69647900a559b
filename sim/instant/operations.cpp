// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/operations.h"

#include <bit>

namespace weft::instant {

using graph::Opcode;
using graph::Predicate;

namespace {

/// Modulo the width.
llvm::Value *shiftAmount(WordBuilder &build, const Value &amount, unsigned width) {
  if (std::has_single_bit(width))
    return build.ir().CreateAnd(amount.low(), width - 1);
  llvm::Value *all = build.integer(amount);
  llvm::Value *rest = build.ir().CreateURem(all, llvm::ConstantInt::get(all->getType(), width));
  return build.ir().CreateZExtOrTrunc(rest, build.ir().getInt64Ty());
}

Value shift(WordBuilder &build, const Signal &signal, const Value &value, const Value &amount) {
  const unsigned width = signal.width;
  if (width == 1)
    return value;
  llvm::IRBuilder<> &ir = build.ir();
  const bool isSigned = signal.opcode == Opcode::AShr;
  llvm::Value *in = isSigned ? build.signedInteger(value) : build.integer(value);
  llvm::Value *by = ir.CreateZExtOrTrunc(shiftAmount(build, amount, width), in->getType());
  llvm::Value *out = signal.opcode == Opcode::Shl    ? ir.CreateShl(in, by)
                     : signal.opcode == Opcode::LShr ? ir.CreateLShr(in, by)
                                                     : ir.CreateAShr(in, by);
  return build.fromInteger(out, width);
}

Value arithmetic(WordBuilder &build, const Signal &signal, const Value &a, const Value &b) {
  llvm::IRBuilder<> &ir = build.ir();
  llvm::Value *x = build.integer(a), *y = build.integer(b);
  return build.fromInteger(signal.opcode == Opcode::Add   ? ir.CreateAdd(x, y)
                           : signal.opcode == Opcode::Sub ? ir.CreateSub(x, y)
                                                          : ir.CreateMul(x, y),
                           signal.width);
}

Value extremum(WordBuilder &build, const Signal &signal, const Value &a, const Value &b) {
  const Predicate test = signal.opcode == Opcode::UMin   ? Predicate::Ult
                         : signal.opcode == Opcode::UMax ? Predicate::Ugt
                         : signal.opcode == Opcode::SMin ? Predicate::Slt
                                                         : Predicate::Sgt;
  return build.select(build.compare(test, a, b), a, b);
}

}  // namespace

Value emitOperation(WordBuilder &build, const Signal &signal, const std::vector<Value> &in) {
  llvm::IRBuilder<> &ir = build.ir();
  switch (signal.opcode) {
  case Opcode::And:
    return build.each(in[0], in[1], [&](auto *a, auto *b) { return ir.CreateAnd(a, b); });
  case Opcode::Or:
    return build.each(in[0], in[1], [&](auto *a, auto *b) { return ir.CreateOr(a, b); });
  case Opcode::Xor:
    return build.each(in[0], in[1], [&](auto *a, auto *b) { return ir.CreateXor(a, b); });
  case Opcode::Not:
    return build.inverse(in[0]);
  case Opcode::Shl:
  case Opcode::LShr:
  case Opcode::AShr:
    return shift(build, signal, in[0], in[1]);
  case Opcode::Add:
  case Opcode::Sub:
  case Opcode::Mul:
    return arithmetic(build, signal, in[0], in[1]);
  case Opcode::Sext:
    return build.signExtend(in[0], signal.width);
  case Opcode::Slice:
    return build.slice(in[0], signal.lo, signal.width);
  case Opcode::Concat:
    return build.concat(in, signal.width);
  case Opcode::DynSlice:
    return build.element(in[0], in[1], signal.width);
  case Opcode::DynInsert:
    return build.insertElement(in[0], in[1], in[2]);
  case Opcode::Select:
    return build.select(build.nonZero(in[0]), in[1], in[2]);
  case Opcode::ICmp:
    return build.fromBit(build.compare(signal.predicate, in[0], in[1]));
  case Opcode::UMin:
  case Opcode::UMax:
  case Opcode::SMin:
  case Opcode::SMax:
    return extremum(build, signal, in[0], in[1]);
  default:
    throw Unsupported(std::string("operation ") + graph::mnemonic(signal.opcode) + " in an expression");
  }
}

}  // namespace weft::instant
