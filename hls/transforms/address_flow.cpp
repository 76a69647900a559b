// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/address_flow.h"

#include <functional>
#include <numeric>

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "hls/attributes.h"
#include "hls/constant_bytes.h"
#include "hls/transforms/constant_addresses.h"
#include "hls/transforms/primitives.h"

namespace weft::hls::transforms {
namespace {

using llvm::Instruction;
using llvm::Value;

// Numbers below this are counted as parts of an address, not as addresses: `address & 63`.
constexpr unsigned kOffsetBits = 12;

// What address arithmetic is made of: its result lies where its operands do.
bool isArithmetic(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return true;
  default:
    return false;
  }
}

/// Whether no address of the program reaches the object: it is what printf writes to.
bool isHidden(const Value &object) {
  auto *argument = llvm::dyn_cast<llvm::Argument>(&object);
  if (!argument)
    return false;
  const llvm::AttributeList attributes = argument->getParent()->getAttributes();
  return attributes.getParamAttr(argument->getArgNo(), kImplicit).getValueAsString() == kPrintBuffer;
}

/// Whether a pointer argument is a buffer, rather than `__local` memory.
bool isBuffer(const llvm::Argument &argument) {
  const unsigned space = argument.getType()->getPointerAddressSpace();
  return space == 1 || space == 2;
}

// All on-chip objects of an address space that the function uses.
std::vector<Pointee> objectsIn(const llvm::Function &function, unsigned space) {
  llvm::SmallSetVector<const Value *, 8> found;
  auto add = [&](const Value *value) {
    if (value->getType()->isPointerTy() && value->getType()->getPointerAddressSpace() == space)
      found.insert(llvm::getUnderlyingObject(value, /*MaxLookup=*/0));
  };
  for (const llvm::Argument &argument : function.args())
    add(&argument);
  for (const Instruction &instruction : llvm::instructions(function))
    for (const Value *operand : instruction.operand_values())
      add(operand);
  std::vector<Pointee> result;
  for (const Value *object : found)
    if (llvm::isa<llvm::AllocaInst, llvm::GlobalVariable, llvm::Argument>(object) && !isHidden(*object))
      result.push_back({object, {0, 1}});
  return result;
}

bool isSmallMask(const Value *value) {
  auto *mask = llvm::dyn_cast<llvm::ConstantInt>(value);
  return mask && mask->getValue().getActiveBits() <= kOffsetBits;
}

}  // namespace

Progression Progression::moved(uint64_t bytes, uint64_t extraStride) const {
  Progression result{offset + bytes, std::gcd(stride, extraStride)};
  if (result.stride)  // an offset is a signed number; -1 - x is ~x
    result.offset =
        int64_t(result.offset) < 0 ? result.stride - 1 - ~result.offset % result.stride : result.offset % result.stride;
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
  bool changed = (!mayBeNull && other.mayBeNull) || (!isNumber && other.isNumber) || (!foreign && other.foreign);
  for (const Pointee &pointee : other.objects)
    changed |= join(pointee);
  mayBeNull |= other.mayBeNull;
  isNumber |= other.isNumber;
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

bool isPointerPrimitive(const Value &value) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&value);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with(kPointerPrimitive);
}

Value *createPointer(llvm::IRBuilderBase &builder, Value *address, llvm::PointerType *type,
                     llvm::ArrayRef<Pointee> objects) {
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  llvm::Type *number = module.getDataLayout().getIntPtrType(type);
  llvm::FunctionCallee callee = module.getOrInsertFunction(
      (kPointerPrimitive + llvm::Twine(type->getAddressSpace())).str(), llvm::FunctionType::get(type, {number}, true));
  auto *primitive = llvm::cast<llvm::Function>(callee.getCallee());
  primitive->setMemoryEffects(llvm::MemoryEffects::none());
  for (auto kind : {llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn, llvm::Attribute::Speculatable})
    primitive->addFnAttr(kind);
  std::vector<Value *> operands = {builder.CreateZExtOrTrunc(address, number)};
  for (const auto &[object, at] : objects)
    operands.push_back(const_cast<Value *>(object));
  if (objects.empty())
    operands.push_back(llvm::ConstantPointerNull::get(type));  // of a place that only ever holds null
  return builder.CreateCall(callee, operands);
}

std::optional<unsigned> spaceOfConversion(const Instruction &instruction) {
  if (!primitiveName(instruction).starts_with("to_"))
    return std::nullopt;
  return instruction.getType()->getPointerAddressSpace();
}

bool choosesPointer(const Instruction &instruction) {
  return instruction.getType()->isPointerTy() &&
         (llvm::isa<llvm::PHINode, llvm::SelectInst>(instruction) || isPointerPrimitive(instruction));
}

AddressFlow::AddressFlow(const llvm::Function &function) : function_(function), layout_(function.getDataLayout()) {
  for (const llvm::GlobalVariable &table : function.getParent()->globals())
    if (isAddressTable(table))
      readTable(table);
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
          changed |= integers_ && escape(instruction);
        } else if (auto *access = llvm::dyn_cast<llvm::StoreInst>(&instruction); access && integers_) {
          changed |= store(*access);
        }
  }
}

void AddressFlow::readTable(const llvm::GlobalVariable &table) {
  std::vector<uint8_t> bytes(layout_.getTypeAllocSize(table.getValueType()));
  const auto note = [&](const llvm::Constant &address, const uint8_t *at) {
    Cell cell{{uint64_t(at - bytes.data()), 0}, layout_.getTypeStoreSize(address.getType()), {}};
    if (const std::optional<ConstantAddress> target = addressOf(address, layout_))
      cell.contents.join({target->object, {target->offset, 0}});
    cells_[&table].push_back(std::move(cell));
    return true;
  };
  constantBytes(*table.getInitializer(), layout_, bytes.data(), note);
}

bool AddressFlow::escape(const Origins &origins) {
  bool changed = false;
  for (const auto &[object, at] : origins.objects)
    if (object->getType()->getPointerAddressSpace() != 1)  // buffers are known anyway
      changed |= escaped_.join({object, {0, 1}});
  return changed;
}

// What an atomic operation writes, and what goes into computations that are not followed.
bool AddressFlow::escape(const Instruction &instruction) {
  if (llvm::isa<llvm::LoadInst>(instruction) || isArithmetic(instruction) ||
      origins_.lookup(&instruction).foreign != &instruction)
    return false;
  bool changed = false;
  for (const Value *operand : instruction.operand_values())
    if (!operand->getType()->isPointerTy())
      changed |= escape((*this)(operand));
  return changed;
}

bool AddressFlow::store(const llvm::StoreInst &store) {
  const Origins to = (*this)(store.getPointerOperand()), value = (*this)(store.getValueOperand());
  const uint64_t bytes = layout_.getTypeStoreSize(store.getValueOperand()->getType());
  bool changed = false;
  for (const auto &[object, at] : to.objects) {
    if (!llvm::isa<llvm::AllocaInst>(object)) {
      changed |= escape(value);
      continue;
    }
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

Origins AddressFlow::inAddressSpace(const Origins &origins, unsigned space) const {
  constexpr unsigned kConstant = 2, kGeneric = 4;
  auto isIn = [&](const Pointee &pointee) {
    const unsigned own = pointee.object->getType()->getPointerAddressSpace();
    return space == kGeneric ? own != kConstant : own == space;
  };
  Origins result = origins;
  llvm::erase_if(result.objects, std::not_fn(isIn));
  if (!origins.foreign)
    return result;
  for (const Pointee &pointee : escaped_.objects)
    if (isIn(pointee))
      result.join(pointee);
  for (const llvm::Argument &argument : function_.args())
    if (argument.getType()->isPointerTy() && !argument.hasByValAttr() && isBuffer(argument) && !isHidden(argument) &&
        isIn({&argument, {}}))
      result.join({&argument, {0, 1}});
  return result;
}

Origins AddressFlow::targets(const Value *pointer) const {
  Origins result = (*this)(pointer);
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  if (!result.objects.empty() || !(result.isNumber || result.foreign))
    return result;
  Origins any;
  any.foreign = pointer;
  result = inAddressSpace(any, space);
  if (result.objects.empty())
    for (const Pointee &pointee : objectsIn(function_, space))
      result.join(pointee);
  return result;
}

Origins AddressFlow::ofConstant(const llvm::Constant &constant) const {
  Origins result;
  if (llvm::isa<llvm::UndefValue>(constant))
    return result;
  if (constant.isNullValue())
    result.mayBeNull = true;
  else if (llvm::isa<llvm::ConstantData>(constant))
    result.isNumber = true;
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
    if (base.objects.empty()) {
      base.join((*this)(index).anywhere());
      base = inAddressSpace(base, gep.getPointerAddressSpace());
    }
  }
  for (auto &[object, at] : base.objects)
    at = at.moved(uint64_t(fixed.getSExtValue()), stride);
  return base;
}

Origins AddressFlow::ofLoad(const llvm::LoadInst &load) const {
  Origins result;
  const Origins from = (*this)(load.getPointerOperand());
  const uint64_t bytes = layout_.getTypeStoreSize(load.getType());
  for (const auto &[object, at] : from.objects) {
    bool hasAddress = false;
    if (auto cells = cells_.find(object); cells != cells_.end())
      for (const Cell &cell : cells->second)
        if (at.overlaps(bytes, cell.at, cell.bytes)) {
          result.join(cell.contents);
          hasAddress = true;
        }
    const bool isTable = hasAddress && llvm::isa<llvm::GlobalVariable>(object);
    result.mayBeNull |= isTable;  // beside the addresses
    if (!isTable && !llvm::isa<llvm::AllocaInst>(object))
      result.foreign = &load;
  }
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
    // A number beside an address is an offset; but `link ^ neighbour`, `link - base` may be another object's address.
    const bool mixes = operation.getOpcode() == Instruction::Xor
                           ? result.foreign != nullptr
                           : operation.getOpcode() == Instruction::Sub && a.foreign && !b.objects.empty();
    result.foreign = mixes ? static_cast<const Value *>(&operation) : nullptr;
    result.isNumber = false;
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
  if (isArithmetic(instruction))
    return ofArithmetic(llvm::cast<llvm::Operator>(instruction));
  switch (instruction.getOpcode()) {
  case Instruction::IntToPtr: {
    Origins result =
        inAddressSpace((*this)(instruction.getOperand(0)), instruction.getType()->getPointerAddressSpace());
    result.mayBeNull = true;
    return result;
  }
  case Instruction::AddrSpaceCast:
    return inAddressSpace((*this)(instruction.getOperand(0)), instruction.getType()->getPointerAddressSpace());
  case Instruction::Select: {
    Origins result = (*this)(instruction.getOperand(1));
    result.join((*this)(instruction.getOperand(2)));
    return result;
  }
  case Instruction::PHI:
  case Instruction::PtrToInt:
  case Instruction::BitCast:
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
  if (const std::optional<unsigned> space = spaceOfConversion(instruction)) {
    result = inAddressSpace((*this)(instruction.getOperand(0)), *space);
    result.mayBeNull = true;
    return result;
  }
  if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return ofOperands(*intrinsic).anywhere();  // minimum, funnel shift …
  result.foreign = &instruction;
  return result;
}

}  // namespace weft::hls::transforms
