// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/Operator.h>

#include "hls/attributes.h"
#include "hls/graph/lower/lowering.h"
#include "hls/graph/operations/operation.h"

namespace weft::hls {

using graph::ValueId;
using llvm::Instruction;
using llvm::Value;

namespace {

graph::Predicate predicateOf(llvm::CmpInst::Predicate predicate) {
  using P = graph::Predicate;
  switch (predicate) {
  case llvm::CmpInst::ICMP_EQ:
    return P::Eq;
  case llvm::CmpInst::ICMP_NE:
    return P::Ne;
  case llvm::CmpInst::ICMP_UGT:
    return P::Ugt;
  case llvm::CmpInst::ICMP_UGE:
    return P::Uge;
  case llvm::CmpInst::ICMP_ULT:
    return P::Ult;
  case llvm::CmpInst::ICMP_ULE:
    return P::Ule;
  case llvm::CmpInst::ICMP_SGT:
    return P::Sgt;
  case llvm::CmpInst::ICMP_SGE:
    return P::Sge;
  case llvm::CmpInst::ICMP_SLT:
    return P::Slt;
  case llvm::CmpInst::ICMP_SLE:
    return P::Sle;
  case llvm::CmpInst::FCMP_OEQ:
    return P::Oeq;
  case llvm::CmpInst::FCMP_OGT:
    return P::Ogt;
  case llvm::CmpInst::FCMP_OGE:
    return P::Oge;
  case llvm::CmpInst::FCMP_OLT:
    return P::Olt;
  case llvm::CmpInst::FCMP_OLE:
    return P::Ole;
  case llvm::CmpInst::FCMP_ONE:
    return P::One;
  case llvm::CmpInst::FCMP_ORD:
    return P::Ord;
  case llvm::CmpInst::FCMP_UEQ:
    return P::Ueq;
  case llvm::CmpInst::FCMP_UGT:
    return P::FUgt;
  case llvm::CmpInst::FCMP_UGE:
    return P::FUge;
  case llvm::CmpInst::FCMP_ULT:
    return P::FUlt;
  case llvm::CmpInst::FCMP_ULE:
    return P::FUle;
  case llvm::CmpInst::FCMP_UNE:
    return P::Une;
  case llvm::CmpInst::FCMP_UNO:
    return P::Uno;
  default:  // FCMP_TRUE, FCMP_FALSE
    return P::None;
  }
}

}  // namespace

void Lowering::lowerInstruction(const Instruction &instruction) {
  if (instruction.hasName())
    build_->setName(instruction.getName().str());
  if (llvm::isa<llvm::AllocaInst>(instruction))
    return;  // becomes a memory where it is accessed
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return lowerLoad(*load);
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return lowerStore(*store);
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction))
    return lowerAtomic(instruction);
  if (llvm::isa<llvm::FenceInst>(instruction))
    notCanonical(&instruction, "an LLVM fence");
  if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    switch (intrinsic->getIntrinsicID()) {
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
    case llvm::Intrinsic::donothing:
      return;
    default:
      if (!intrinsic->isDebugOrPseudoInst())
        values_[&instruction] = lowerIntrinsic(*intrinsic);
      return;
    }
  }
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    const llvm::Function *callee = call->getCalledFunction();
    llvm::StringRef name = callee ? callee->getName() : "";
    if (isChecked(*call)) {
      values_[call] = get(call->getArgOperand(0));
      inside_[call] = get(call->getArgOperand(1));
    } else if (name == "__weft_stray") {
      lowerStray(*call);
    } else if (name == "__weft_fence") {
      graph::Op fence;
      fence.opcode = Opcode::Fence;
      build_->append(std::move(fence), 0);
    } else if (const auto operation = graph::loweredTo({name.data(), name.size()})) {
      values_[&instruction] = lowerAlike(*operation, *call);
    } else if (isPointerPrimitive(*call)) {
      values_[&instruction] = build_->zextOrTrunc(get(call->getArgOperand(0)), bitsOf(call));
    } else if (!name.starts_with("__weft_"))
      refuse(&instruction,
             callee ? "function '" + name + "' has no hardware" : llvm::Twine("a call through a pointer"));
    return;  // work-item functions are made where they are used
  }
  if (!liveness_.carried(&instruction))
    return;  // likewise
  values_[&instruction] = lowerPure(instruction);
}

ValueId Lowering::lowerPure(const Instruction &instruction) {
  if (auto *gep = llvm::dyn_cast<llvm::GEPOperator>(&instruction))
    return address(*gep);
  if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return lowerCast(*cast);
  if (auto *compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return lowerCompare(*compare);
  if (auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction))
    return lowerShuffle(*shuffle);
  const unsigned bits = bitsOf(&instruction);
  auto operand = [&](unsigned i) { return get(instruction.getOperand(i)); };
  switch (instruction.getOpcode()) {
  case Instruction::Freeze:
    return operand(0);
  case Instruction::FNeg: {
    if (instruction.getType()->isVectorTy())
      notCanonical(&instruction, "vector arithmetic");
    ValueId value = operand(0);
    return build_->bitXor(value, build_->constant(bits, uint64_t(1) << (bits - 1)));
  }
  case Instruction::Select: {
    if (!instruction.getOperand(0)->getType()->isIntegerTy(1))
      notCanonical(&instruction, "a select by a vector");
    ValueId yes = build_->zextOrTrunc(operand(1), bits), no = build_->zextOrTrunc(operand(2), bits);
    return build_->select(operand(0), yes, no);
  }
  case Instruction::ExtractValue: {
    auto &extract = llvm::cast<llvm::ExtractValueInst>(instruction);
    auto *type = llvm::dyn_cast<llvm::StructType>(extract.getAggregateOperand()->getType());
    if (!type || extract.getNumIndices() != 1)
      notCanonical(&instruction, "an aggregate value");
    unsigned lo = 0;
    for (unsigned i = 0; i < extract.getIndices()[0]; ++i)
      lo += bitsOf(type->getElementType(i), &instruction);
    return build_->slice(operand(0), lo, bits);
  }
  case Instruction::ExtractElement:
    return build_->pure(Opcode::DynSlice, bits, {operand(0), elementIndex(instruction.getOperand(1))});
  case Instruction::InsertElement: {
    ValueId whole = operand(0), index = elementIndex(instruction.getOperand(2));
    return build_->pure(Opcode::DynInsert, bits, {whole, index, operand(1)});
  }
  case Instruction::FRem:
    refuse(&instruction, "operation 'frem' has no hardware");
  default:
    break;
  }
  const std::optional<graph::LoweredTo> operation = graph::loweredTo(instruction.getOpcodeName());
  if (!operation)
    notCanonical(&instruction, "an unexpected instruction");
  if (instruction.getType()->isVectorTy() && !graph::operationOf(operation->opcode).bitwise)
    notCanonical(&instruction, "vector arithmetic");
  return lowerAlike(*operation, instruction);
}

/// The operation of the first operands.
ValueId Lowering::lowerAlike(const graph::LoweredTo &operation, const llvm::User &from) {
  std::vector<ValueId> operands;
  for (int i = 0; i < graph::operandCount(operation.opcode); ++i)
    operands.push_back(get(from.getOperand(unsigned(i))));
  const unsigned bits = bitsOf(&from);
  return build_->pure(permitted(operation.opcode, bits), bits, std::move(operands), operation.predicate);
}

/// A smaller operation where the build options permit another result.
graph::Opcode Lowering::permitted(Opcode opcode, unsigned bits) const {
  if (bits == 32 && function_.hasFnAttribute(kFlushSubnormals)) {
    if (opcode == Opcode::FMul)
      return Opcode::FMulFlush;
    if (opcode == Opcode::FDiv)
      return Opcode::FDivFlush;
  }
  return opcode;
}

/// An index into a vector, narrow enough that no bits are compared in vain.
ValueId Lowering::elementIndex(const Value *index) { return build_->zextOrTrunc(get(index), 8); }

ValueId Lowering::lowerCast(const llvm::CastInst &cast) {
  const Value *from = cast.getOperand(0);
  const unsigned bits = bitsOf(&cast);
  if (llvm::isa<llvm::IntToPtrInst>(cast))
    refuse(&cast, "an integer is used as a pointer");
  if (cast.getType()->isVectorTy() && !llvm::isa<llvm::BitCastInst>(cast))
    notCanonical(&cast, "vector arithmetic");
  ValueId operand = get(from);
  switch (cast.getOpcode()) {
  case Instruction::ZExt:
    // Of what has no sign either will do; that of a sum is linear where its lanes do not wrap as signed numbers.
    return cast.hasNonNeg() ? build_->sextOrTrunc(operand, bits) : build_->zextOrTrunc(operand, bits);
  case Instruction::Trunc:
  case Instruction::PtrToInt:
  case Instruction::AddrSpaceCast:
    return build_->zextOrTrunc(operand, bits);
  case Instruction::SExt:
    return build_->sextOrTrunc(operand, bits);
  case Instruction::BitCast:
    return operand;
  default:
    break;
  }
  const std::optional<graph::LoweredTo> operation = graph::loweredTo(cast.getOpcodeName());
  if (!operation)
    notCanonical(&cast, "an unexpected cast");
  return lowerAlike(*operation, cast);
}

ValueId Lowering::lowerCompare(const llvm::CmpInst &compare) {
  const Value *left = compare.getOperand(0), *right = compare.getOperand(1);
  if (left->getType()->isVectorTy())
    notCanonical(&compare, "vector arithmetic");
  if (left->getType()->isPointerTy())
    return lowerPointerCompare(compare);
  if (compare.getPredicate() == llvm::CmpInst::FCMP_TRUE || compare.getPredicate() == llvm::CmpInst::FCMP_FALSE)
    return build_->constant(1, compare.getPredicate() == llvm::CmpInst::FCMP_TRUE);
  ValueId a = get(left), b = get(right);
  return build_->pure(compare.isIntPredicate() ? Opcode::ICmp : Opcode::FCmp, 1, {a, b},
                      predicateOf(compare.getPredicate()));
}

ValueId Lowering::lowerPointerCompare(const llvm::CmpInst &compare) {
  const Value *left = compare.getOperand(0), *right = compare.getOperand(1);
  PointerBases a = provenance_(left), b = provenance_(right);
  if (a.unknown || b.unknown)
    refuse(&compare, "a comparison of pointers of unknown origin");
  // Offsets are comparable within one object only. No object that a null pointer is compared with lies at null.
  if (!a.objects.empty() || !b.objects.empty()) {
    bool same = a.objects.size() == 1 && b.objects.size() == 1 && a.objects[0] == b.objects[0] && a.buffers.empty() &&
                b.buffers.empty();
    bool disjoint = llvm::none_of(a.objects, [&](const Value *o) { return b.objects.contains(o); });
    bool bothNull = a.mayBeNull && b.mayBeNull;
    if (!same && disjoint && !bothNull && compare.isEquality())
      return build_->constant(1, compare.getPredicate() == llvm::CmpInst::ICMP_NE);
    if (!same && !(bothNull && (a.objects.empty() || b.objects.empty())))
      notCanonical(&compare, "a comparison of offsets in different on-chip objects");
    auto isArgument = [](const Value *object) { return llvm::isa<llvm::Argument>(object); };
    if ((a.mayBeNull || b.mayBeNull) && (llvm::any_of(a.objects, isArgument) || llvm::any_of(b.objects, isArgument)))
      notCanonical(&compare, "a comparison of a __local argument's offset with null");
  }
  // A constant null is as wide as any address.
  const unsigned bits = std::max(bitsOf(left), bitsOf(right));
  ValueId x = build_->zextOrTrunc(get(left), bits), y = build_->zextOrTrunc(get(right), bits);
  return build_->icmp(predicateOf(compare.getPredicate()), x, y);
}

ValueId Lowering::lowerShuffle(const llvm::ShuffleVectorInst &shuffle) {
  auto *type = llvm::cast<llvm::FixedVectorType>(shuffle.getType());
  const unsigned element = bitsOf(type->getElementType(), &shuffle);
  const int inputs = int(llvm::cast<llvm::FixedVectorType>(shuffle.getOperand(0)->getType())->getNumElements());
  std::vector<ValueId> parts;
  for (int index : shuffle.getShuffleMask()) {
    if (index < 0)
      parts.push_back(build_->poison(element));
    else
      parts.push_back(
          build_->slice(get(shuffle.getOperand(index < inputs ? 0 : 1)), unsigned(index % inputs) * element, element));
  }
  return build_->concat(parts);
}

}  // namespace weft::hls
