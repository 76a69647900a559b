// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/constant_strings.h"

#include <llvm/Analysis/Utils/Local.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "hls/transforms/constant_addresses.h"

namespace weft::hls::transforms {
namespace {

using llvm::Constant;
using llvm::GlobalVariable;
using llvm::Value;

/// Adds the bytes of an array of characters, or of arrays of them; false: it is none.
bool addBytes(const Constant &constant, const llvm::DataLayout &layout, std::string &bytes) {
  if (auto *data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) {
    bytes += data->getRawDataValues();
    return data->getElementType()->isIntegerTy(8);
  }
  llvm::Type *type = constant.getType();
  while (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    type = array->getElementType();
  if (!type->isIntegerTy(8))
    return false;
  if (constant.isNullValue() || llvm::isa<llvm::UndefValue>(constant)) {
    bytes.append(layout.getTypeAllocSize(constant.getType()), '\0');
    return true;
  }
  if (auto *number = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    bytes += char(number->getZExtValue());
    return true;
  }
  return llvm::isa<llvm::ConstantArray>(constant) && llvm::all_of(constant.operands(), [&](const llvm::Use &element) {
           return addBytes(*llvm::cast<Constant>(element), layout, bytes);
         });
}

bool isTable(const GlobalVariable *variable) {
  return variable && variable->isConstant() && variable->hasInitializer();
}

}  // namespace

std::optional<uint32_t> StringTable::add(const GlobalVariable &object) {
  auto [entry, isNew] = objects_.try_emplace(&object, std::nullopt);
  if (!isNew)
    return entry->second;
  if (bytes_.empty())
    bytes_ += '\0';  // what the null pointer means
  std::string bytes;
  if (!isTable(&object) || !addBytes(*object.getInitializer(), layout_, bytes))
    return std::nullopt;
  entry->second = uint32_t(bytes_.size());
  bytes_ += bytes + '\0';
  return entry->second;
}

std::optional<uint32_t> StringTable::offsetOf(const Constant &pointer) {
  if (pointer.isNullValue())
    return 0;
  llvm::APInt offset(layout_.getIndexTypeSizeInBits(pointer.getType()), 0);
  const Value *base = pointer.stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
  auto *object = llvm::dyn_cast<GlobalVariable>(base);
  const std::optional<uint32_t> begin = object ? add(*object) : std::nullopt;
  if (!begin || offset.getSExtValue() < 0 ||
      uint64_t(offset.getSExtValue()) > layout_.getTypeAllocSize(object->getValueType()))
    return std::nullopt;
  return *begin + uint32_t(offset.getSExtValue());
}

Constant *StringTable::offsetIn(Constant &address) {
  const std::optional<uint32_t> offset = address.getType()->isPointerTy() ? offsetOf(address) : std::nullopt;
  return offset ? llvm::ConstantInt::get(layout_.getIntPtrType(address.getType()), *offset) : nullptr;
}

GlobalVariable *StringTable::withOffsets(GlobalVariable &table) {
  auto [entry, isNew] = tables_.try_emplace(&table, nullptr);
  if (!isNew || !isTable(&table))
    return entry->second;
  Constant *contents =
      replaceAddresses(*table.getInitializer(), [this](Constant &address) { return offsetIn(address); });
  return entry->second = contents ? &withContents(table, *contents) : nullptr;
}

Value *StringNumbers::operator()(Value *pointer) {
  phis_.clear();
  Value *result = make(pointer);
  if (result)
    return result;
  for (llvm::PHINode *phi : phis_)
    phi->replaceAllUsesWith(llvm::PoisonValue::get(phi->getType()));
  for (llvm::PHINode *phi : phis_)
    phi->eraseFromParent();
  return nullptr;
}

Value *StringNumbers::make(Value *pointer) {
  if (Value *known = known_.lookup(pointer))
    return known;
  Value *result = nullptr;
  if (auto *constant = llvm::dyn_cast<Constant>(pointer))
    return number_(*constant);
  if (auto *phi = llvm::dyn_cast<llvm::PHINode>(pointer))
    return ofPhi(*phi);
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(pointer);
  if (!instruction)
    return nullptr;
  llvm::IRBuilder<> builder(instruction);
  if (auto *select = llvm::dyn_cast<llvm::SelectInst>(pointer)) {
    Value *yes = make(select->getTrueValue()), *no = yes ? make(select->getFalseValue()) : nullptr;
    result = no ? builder.CreateSelect(select->getCondition(), yes, no) : nullptr;
  } else if (llvm::isa<llvm::FreezeInst, llvm::AddrSpaceCastInst>(pointer)) {
    result = make(instruction->getOperand(0));
  } else if (auto *gep = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer); gep && table_) {
    Value *base = make(gep->getPointerOperand());
    Value *offset = base ? llvm::emitGEPOffset(&builder, gep->getDataLayout(), gep) : nullptr;
    result = offset ? builder.CreateAdd(base, builder.CreateTrunc(offset, builder.getInt32Ty())) : nullptr;
  } else if (auto *load = llvm::dyn_cast<llvm::LoadInst>(pointer); load && table_) {
    result = ofLoad(*load);
  }
  if (result)
    known_[pointer] = result;
  return result;
}

Value *StringNumbers::ofPhi(llvm::PHINode &phi) {
  llvm::IRBuilder<> builder(&phi);
  llvm::PHINode *result = builder.CreatePHI(builder.getInt32Ty(), phi.getNumIncomingValues());
  phis_.push_back(result);
  known_[&phi] = result;  // it may lead back to itself
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    Value *value = make(phi.getIncomingValue(i));
    if (!value)
      return nullptr;
    result->addIncoming(value, phi.getIncomingBlock(i));
  }
  return result;
}

// A pointer out of a constant table: the same place of the table of offsets.
Value *StringNumbers::ofLoad(llvm::LoadInst &load) {
  const llvm::DataLayout &layout = load.getDataLayout();
  llvm::IRBuilder<> builder(&load);
  llvm::Type *index = layout.getIndexType(load.getPointerOperandType());
  Value *offset = llvm::ConstantInt::get(index, 0), *place = load.getPointerOperand();
  while (auto *gep = llvm::dyn_cast<llvm::GEPOperator>(place)) {
    offset = builder.CreateAdd(offset, llvm::emitGEPOffset(&builder, layout, gep));
    place = gep->getPointerOperand();
  }
  auto *table = llvm::dyn_cast<GlobalVariable>(place);
  GlobalVariable *offsets = table ? table_->withOffsets(*table) : nullptr;
  if (!offsets)
    return nullptr;
  Value *from = builder.CreateGEP(builder.getInt8Ty(), offsets, offset);
  Value *value = builder.CreateAlignedLoad(layout.getIntPtrType(load.getType()), from, load.getAlign());
  return builder.CreateTrunc(value, builder.getInt32Ty());
}

}  // namespace weft::hls::transforms
