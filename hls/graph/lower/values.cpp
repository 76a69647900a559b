// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include <llvm/IR/Operator.h>

#include "hls/graph/lower/lowering.h"
#include "hls/uniform_groups.h"
#include "hls/wide_ids.h"
#include "weft_abi.h"

namespace weft::hls {

using graph::ValueId;
using llvm::Value;

namespace {
graph::Bits bitsOfInteger(const llvm::APInt &value) {
  graph::Bits result(value.getBitWidth());
  for (unsigned i = 0; i < value.getBitWidth(); i += 64) {
    unsigned count = std::min(64u, value.getBitWidth() - i);
    result.insert(i, graph::Bits(count, value.extractBitsAsZExtValue(count, i)));
  }
  return result;
}
}  // namespace

/// Bits of a value of a type without pointers.
unsigned Lowering::bitsOf(const llvm::Type *type, const Value *at) const {
  if (auto *integer = llvm::dyn_cast<llvm::IntegerType>(type))
    return integer->getBitWidth();
  if (type->isFloatTy())
    return 32;
  if (type->isDoubleTy())
    return 64;
  if (type->isHalfTy())
    return 16;
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return vector->getNumElements() * bitsOf(vector->getElementType(), at);
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {  // results of *.with.overflow and cmpxchg
    unsigned sum = 0;
    for (const llvm::Type *element : structure->elements())
      sum += bitsOf(element, at);
    return sum;
  }
  notCanonical(at, "a value of an unexpected type");
}

unsigned Lowering::bitsOf(const Value *value) const {
  return value->getType()->isPointerTy() ? pointerBits(value) : bitsOf(value->getType(), value);
}

unsigned Lowering::pointerBits(const Value *pointer) const {
  // Offsets within an on-chip object; pointers to constant memory may be either.
  PointerBases bases = provenance_(pointer);
  if (!bases.objects.empty() && bases.buffers.empty())
    return 32;
  unsigned space = pointer->getType()->getPointerAddressSpace();
  return bases.buffers.empty() && space != 1 && space != 2 ? 32 : kernel_.addressBits;
}

ValueId Lowering::get(const Value *value) {
  if (Liveness::entryValue(value)) {
    // Equal id calls share one 32-bit parameter.
    auto found = values_.find(liveness_.carried(value));
    if (found == values_.end())
      notCanonical(value, "an id is not available here");
    return build_->zextOrTrunc(found->second, bitsOf(value));
  }
  if (auto found = values_.find(value); found != values_.end())
    return found->second;
  ValueId result = materialise(value);
  values_[value] = result;
  return result;
}

/// A value that is available in every node.
ValueId Lowering::materialise(const Value *value) {
  if (auto *argument = llvm::dyn_cast<llvm::Argument>(value)) {
    const graph::Argument &description = kernel_.arguments[argument->getArgNo()];
    if (argument->hasByValAttr())
      return build_->constant(32, structAddress(*argument));
    build_->setName(description.name);
    return build_->arg(bitsOf(value), description.word);
  }
  if (llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(value))
    return build_->constant(32, 0);  // an object starts at offset 0 of its memory
  if (auto *constant = llvm::dyn_cast<llvm::Constant>(value))
    return constantValue(constant);
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (!instruction || liveness_.carried(value))
    notCanonical(value, "a value is not available here");
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(instruction))
    return primitive(*call, call->getCalledFunction()->getName());
  return lowerPure(*instruction);
}

ValueId Lowering::constantValue(const llvm::Constant *constant) {
  if (llvm::isa<llvm::UndefValue>(constant))  // poison, too
    return build_->poison(bitsOf(constant));
  if (auto *gep = llvm::dyn_cast<llvm::GEPOperator>(constant))
    return address(*gep);
  if (auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(constant)) {
    if (expression->isCast() && expression->getOperand(0)->getType()->isPointerTy())
      return build_->zextOrTrunc(get(expression->getOperand(0)), bitsOf(constant));
    if (const auto operation = graph::loweredTo(expression->getOpcodeName()))  // a sum with an address
      return lowerAlike(*operation, *expression);
    notCanonical(constant, "an unexpected constant expression");
  }
  if (constant->isNullValue())
    return build_->constant(bitsOf(constant), 0);
  if (auto *integer = llvm::dyn_cast<llvm::ConstantInt>(constant))
    return build_->constant(bitsOfInteger(integer->getValue()));
  if (auto *real = llvm::dyn_cast<llvm::ConstantFP>(constant)) {
    bitsOf(constant);  // refuses other formats
    return build_->constant(bitsOfInteger(real->getValueAPF().bitcastToAPInt()));
  }
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(constant->getType())) {
    std::vector<ValueId> parts;
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      const llvm::Constant *element = constant->getAggregateElement(i);
      if (!element)
        notCanonical(constant, "an unexpected vector constant");
      parts.push_back(get(element));
    }
    return build_->concat(parts);
  }
  notCanonical(constant, "an unexpected constant");
}

/// A call of a work-item function other than the ids: its value is the same for the whole launch.
ValueId Lowering::primitive(const llvm::CallInst &call, llvm::StringRef name) {
  using namespace abi::word;
  const unsigned bits = bitsOf(&call);
  if (name == "__weft_work_dim")
    return build_->arg(bits, WORK_DIM);
  if (name == "__weft_apart")
    return buffersApart(call);
  if (name == "__weft_local_bytes") {
    const auto *argument = llvm::dyn_cast<llvm::Argument>(call.getArgOperand(0));
    if (!argument)
      notCanonical(&call, "an unknown primitive");
    const auto most = unsigned(std::bit_width(board_.localMemoryBytes));
    return build_->zextOrTrunc(build_->arg(most, kernel_.arguments[argument->getArgNo()].word + 1), bits);
  }
  const bool wideIds = hasWideIds(function_), hasParts = wideIds || !hasUniformGroups(function_);
  const uint32_t first = name == "__weft_global_size"           ? GLOBAL_SIZE_X
                         : name == "__weft_local_size"          ? LOCAL_SIZE_X
                         : name == "__weft_num_groups"          ? (hasParts ? RANGE_GROUPS_X : NUM_GROUPS_X)
                         : name == "__weft_global_offset"       ? (hasParts ? RANGE_OFFSET_X : GLOBAL_OFFSET_X)
                         : name == "__weft_first_group"         ? FIRST_GROUP_X
                         : name == "__weft_part_offset"         ? PART_OFFSET_X
                         : name == "__weft_enqueued_local_size" ? ENQUEUED_SIZE_X
                                                                : 0xffff;
  auto *dimension = call.arg_size() == 1 ? llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0)) : nullptr;
  if (first == 0xffff || !dimension || dimension->getZExtValue() > 2)
    notCanonical(&call, "an unknown primitive");
  const unsigned d = unsigned(dimension->getZExtValue());
  if (first == LOCAL_SIZE_X && kernel_.requiredSize[d] && hasUniformGroups(function_))
    return build_->constant(bits, *kernel_.requiredSize[d]);
  const bool isLocal = first == LOCAL_SIZE_X || first == ENQUEUED_SIZE_X;
  return build_->zextOrTrunc(build_->arg(wideIds && !isLocal ? bits : 32, first + d), bits);
}

ValueId Lowering::buffersApart(const llvm::CallInst &call) {
  const auto argument = [&](unsigned operand) {
    const auto *number = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(operand));
    const size_t index = number ? number->getZExtValue() : kernel_.arguments.size();
    if (index >= kernel_.arguments.size() || kernel_.arguments[index].kind != graph::Argument::Kind::Buffer)
      notCanonical(&call, "a comparison of what are no buffers");
    return uint32_t(index);
  };
  if (argument(0) == argument(1))
    notCanonical(&call, "a comparison of a buffer with itself");
  return build_->apart(argument(0), argument(1));
}

/// GEP arithmetic in the width of the address: a global address, or an offset in an on-chip object.
ValueId Lowering::address(const llvm::GEPOperator &gep) {
  const unsigned bits = pointerBits(&gep), indexBits = layout_.getIndexTypeSizeInBits(gep.getType());
  llvm::MapVector<Value *, llvm::APInt> variable;
  llvm::APInt fixed(indexBits, 0);
  if (!gep.collectOffset(layout_, indexBits, variable, fixed))
    notCanonical(&gep, "an address of unknown form");
  ValueId result = build_->zextOrTrunc(get(gep.getPointerOperand()), bits);
  for (const auto &[index, scale] : variable) {
    ValueId scaled = build_->sextOrTrunc(get(index), bits);
    scaled = build_->binary(graph::Opcode::Mul, scaled, build_->constant(bits, scale.sextOrTrunc(64).getZExtValue()));
    result = build_->add(result, scaled);
  }
  return build_->add(result, build_->constant(bits, fixed.sextOrTrunc(64).getZExtValue()));
}

}  // namespace weft::hls
