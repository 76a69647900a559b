// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/address_flow.h"

#include <numeric>

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "hls/transforms/primitives.h"

namespace weft::hls::transforms {
namespace {

using llvm::Instruction;
using llvm::Value;

// Numbers below this are counted as parts of an address, not as addresses: `address & 63`.
constexpr unsigned kOffsetBits = 12;

bool isSmallMask(const Value *value) {
  auto *mask = llvm::dyn_cast<llvm::ConstantInt>(value);
  return mask && mask->getValue().getActiveBits() <= kOffsetBits;
}

}  // namespace

Progression Progression::moved(uint64_t bytes, uint64_t extraStride) const {
  Progression result{offset + bytes, std::gcd(stride, extraStride)};
  if (result.stride)
    result.offset =
        uint64_t((int64_t(result.offset) % int64_t(result.stride) + int64_t(result.stride)) % int64_t(result.stride));
  return result;
}

Progression Progression::joined(const Progression &other) const {
  const uint64_t apart = offset > other.offset ? offset - other.offset : other.offset - offset;
  return moved(0, std::gcd(other.stride, apart));
}

bool Progression::overlaps(uint64_t bytes, const Progression &other, uint64_t otherBytes) const {
  const uint64_t period = std::gcd(stride, other.stride), ahead = other.offset - offset, behind = offset - other.offset;
  if (!period)
    return ahead < bytes || behind < otherBytes;
  auto modulo = [&](uint64_t distance) { return Progression{distance, period}.moved(0, 0).offset; };
  return modulo(ahead) < bytes || modulo(behind) < otherBytes;
}

const Pointee *Origins::find(const Value *object) const {
  auto *pointee = llvm::find_if(objects, [&](const Pointee &one) { return one.object == object; });
  return pointee == objects.end() ? nullptr : pointee;
}

bool Origins::join(const Pointee &pointee) {
  auto *known = const_cast<Pointee *>(find(pointee.object));
  if (!known) {
    objects.push_back(pointee);
    return true;
  }
  const Progression both = known->at.joined(pointee.at);
  const bool changed = !(both == known->at);
  known->at = both;
  return changed;
}

bool Origins::join(const Origins &other) {
  bool changed = (!mayBeNull && other.mayBeNull) || (!foreign && other.foreign);
  for (const Pointee &pointee : other.objects)
    changed |= join(pointee);
  mayBeNull |= other.mayBeNull;
  if (!foreign)
    foreign = other.foreign;
  return changed;
}

Origins Origins::anywhere() const {
  Origins result = *this;
  for (Pointee &pointee : result.objects)
    pointee.at = {0, 1};
  return result;
}

Origins inAddressSpace(const Origins &origins, unsigned space) {
  Origins result = origins;
  llvm::erase_if(result.objects,
                 [&](const Pointee &pointee) { return pointee.object->getType()->getPointerAddressSpace() != space; });
  result.mayBeNull = true;
  if (result.objects.empty() && !origins.objects.empty())
    result.foreign = origins.objects.front().object;
  return result;
}

bool isPointerPrimitive(const Value &value) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&value);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with(kPointerPrimitive);
}

bool choosesPointer(const Instruction &instruction) {
  return instruction.getType()->isPointerTy() &&
         (llvm::isa<llvm::PHINode, llvm::SelectInst>(instruction) || isPointerPrimitive(instruction));
}

AddressFlow::AddressFlow(const llvm::Function &function) : layout_(function.getDataLayout()) {
  for (const Instruction &instruction : llvm::instructions(function))
    integers_ |= llvm::isa<llvm::IntToPtrInst>(instruction) || isPointerPrimitive(instruction);
  solve(function);
}

// What is found only grows, so that this ends.
void AddressFlow::solve(const llvm::Function &function) {
  llvm::ReversePostOrderTraversal<const llvm::Function *> order(&function);
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::BasicBlock *block : order)
      for (const Instruction &instruction : *block)
        if (isTracked(instruction)) {
          Origins now = transfer(instruction);
          changed |= origins_[&instruction].join(now);
        } else if (auto *access = llvm::dyn_cast<llvm::StoreInst>(&instruction); access && integers_) {
          changed |= store(*access);
        }
  }
}

bool AddressFlow::store(const llvm::StoreInst &store) {
  if (store.getPointerAddressSpace() != 0)
    return false;
  const Origins to = (*this)(store.getPointerOperand()), value = (*this)(store.getValueOperand());
  const uint64_t bytes = layout_.getTypeStoreSize(store.getValueOperand()->getType());
  bool changed = false;
  for (const auto &[object, at] : to.objects) {
    std::vector<Cell> &cells = cells_[object];
    auto cell = llvm::find_if(cells, [&, &at = at](const Cell &one) { return one.at == at && one.bytes == bytes; });
    if (cell == cells.end()) {
      cell = cells.insert(cells.end(), {at, bytes, {}});
      changed = true;
    }
    changed |= cell->contents.join(value);
  }
  return changed;
}

bool AddressFlow::isTracked(const Instruction &instruction) const {
  llvm::Type *type = instruction.getType();
  return !llvm::isa<llvm::AllocaInst>(instruction) && !type->isVoidTy() &&
         (type->isPtrOrPtrVectorTy() || (integers_ && !type->isIntegerTy(1)));
}

Origins AddressFlow::operator()(const Value *value) const {
  if (auto *constant = llvm::dyn_cast<llvm::Constant>(value); constant && !llvm::isa<llvm::GlobalVariable>(constant))
    return ofConstant(*constant);
  Origins result;
  if (value->getType()->isPointerTy() && llvm::isa<llvm::AllocaInst, llvm::GlobalVariable, llvm::Argument>(value))
    result.join({value, {}});
  else if (llvm::isa<Instruction>(value))
    return origins_.lookup(value);
  else
    result.foreign = value;
  return result;
}

Origins AddressFlow::ofConstant(const llvm::Constant &constant) const {
  Origins result;
  if (llvm::isa<llvm::UndefValue>(constant))
    return result;
  if (constant.isNullValue())
    result.mayBeNull = true;
  else if (auto *gep = llvm::dyn_cast<llvm::GEPOperator>(&constant))
    return ofElement(*gep);
  else if (auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant))
    return expression->isCast() ? (*this)(expression->getOperand(0)) : ofOperands(*expression).anywhere();
  else
    result.foreign = &constant;
  return result;
}

Origins AddressFlow::ofOperands(const llvm::User &user) const {
  Origins result;
  for (const llvm::Use &operand : user.operands())
    if (!operand->getType()->isLabelTy() && !operand->getType()->isMetadataTy() && !llvm::isa<llvm::Function>(operand))
      result.join((*this)(operand));
  return result;
}

Origins AddressFlow::ofElement(const llvm::GEPOperator &gep) const {
  Origins base = (*this)(gep.getPointerOperand());
  const unsigned bits = layout_.getIndexTypeSizeInBits(gep.getType());
  llvm::MapVector<Value *, llvm::APInt> variable;
  llvm::APInt fixed(bits, 0);
  if (!gep.getType()->isPointerTy() || !gep.collectOffset(layout_, bits, variable, fixed))
    return base.anywhere();
  uint64_t stride = 0;
  for (const auto &[index, scale] : variable) {
    stride = std::gcd(stride, scale.abs().getZExtValue());
    // `(char *)0 + address`
    if (base.objects.empty())
      base.join((*this)(index).anywhere());
  }
  for (auto &[object, at] : base.objects)
    at = at.moved(uint64_t(fixed.getSExtValue()), stride);
  return base;
}

Origins AddressFlow::ofLoad(const llvm::LoadInst &load) const {
  Origins result;
  if (load.getPointerAddressSpace() != 0) {
    result.foreign = &load;
    return result;
  }
  const Origins from = (*this)(load.getPointerOperand());
  const uint64_t bytes = layout_.getTypeStoreSize(load.getType());
  for (const auto &[object, at] : from.objects)
    if (auto cells = cells_.find(object); cells != cells_.end())
      for (const Cell &cell : cells->second)
        if (at.overlaps(bytes, cell.at, cell.bytes))
          result.join(cell.contents);
  // A structure passed by value holds no pointers.
  for (const auto &[object, at] : from.objects)
    if (!llvm::isa<llvm::AllocaInst>(object) && !result.foreign)
      result.foreign = &load;
  return result;
}

Origins AddressFlow::ofArithmetic(const llvm::Operator &operation) const {
  const Value *left = operation.getOperand(0), *right = operation.getOperand(1);
  const Origins a = (*this)(left), b = (*this)(right);
  Origins result;
  const bool distance = operation.getOpcode() == Instruction::Sub && a.objects.size() == 1 && b.objects.size() == 1 &&
                        a.objects[0].object == b.objects[0].object;
  const bool within = operation.getOpcode() == Instruction::And && (isSmallMask(left) || isSmallMask(right));
  if (!distance && !within) {
    result.join(a.anywhere());
    result.join(b.anywhere());
    result.foreign = nullptr;
    auto *constant = llvm::dyn_cast<llvm::ConstantInt>(right);
    const bool moves = operation.getOpcode() == Instruction::Add || operation.getOpcode() == Instruction::Sub;
    if (constant && moves && constant->getBitWidth() <= 64) {
      const uint64_t bytes = uint64_t(constant->getSExtValue());
      for (auto &[object, at] : result.objects)
        at = a.find(object)->at.moved(operation.getOpcode() == Instruction::Add ? bytes : 0 - bytes, 0);
    }
  }
  if (result.objects.empty())
    result.foreign = &operation;
  return result;
}

Origins AddressFlow::transfer(const Instruction &instruction) const {
  if (auto *gep = llvm::dyn_cast<llvm::GEPOperator>(&instruction))
    return ofElement(*gep);
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return ofLoad(*load);
  switch (instruction.getOpcode()) {
  case Instruction::IntToPtr:
    return inAddressSpace((*this)(instruction.getOperand(0)), instruction.getType()->getPointerAddressSpace());
  case Instruction::Select: {
    Origins result = (*this)(instruction.getOperand(1));
    result.join((*this)(instruction.getOperand(2)));
    return result;
  }
  case Instruction::PHI:
  case Instruction::PtrToInt:
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
  case Instruction::Freeze:
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
    return ofOperands(instruction);
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return ofArithmetic(llvm::cast<llvm::Operator>(instruction));
  default:
    break;
  }
  Origins result;
  if (isPointerPrimitive(instruction)) {
    auto &call = llvm::cast<llvm::CallInst>(instruction);
    for (unsigned i = 1; i < call.arg_size(); ++i)
      result.join((*this)(call.getArgOperand(i)));
    result.mayBeNull = true;
    return result.anywhere();
  }
  if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return ofOperands(*intrinsic).anywhere();  // minimum, funnel shift …
  result.foreign = &instruction;
  return result;
}

}  // namespace weft::hls::transforms
