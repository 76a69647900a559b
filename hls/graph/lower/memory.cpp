// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include <llvm/IR/Constants.h>

#include "hls/attributes.h"
#include "hls/constant_bytes.h"
#include "hls/graph/lower/lowering.h"
#include "hls/llvm_diagnostic.h"

namespace weft::hls {

using graph::AtomicOp;
using graph::kNone;
using graph::ValueId;
using llvm::Value;

namespace {

/// An address on chip as tables hold it: each object begins at offset 0 of its memory.
bool placeAddress(const llvm::Constant &address, const llvm::DataLayout &layout, uint8_t *bytes) {
  const std::optional<ConstantAddress> target = addressOf(address, layout);
  if (!target || target->object->getAddressSpace() == 1)
    return false;
  const uint64_t number = target->offset + target->added;
  for (uint64_t i = 0; i < layout.getTypeStoreSize(address.getType()); ++i)
    bytes[i] = uint8_t(number >> (8 * i));
  return true;
}

}  // namespace

/// The on-chip memory of an object; made at its first access.
uint32_t Lowering::memoryOf(const Value *object, const llvm::Instruction &at) {
  if (llvm::isa<llvm::Argument>(object))
    return poolOfArguments();
  auto [entry, isNew] = memories_.try_emplace(object, uint32_t(kernel_.memories.size()));
  if (!isNew)
    return entry->second;
  auto *variable = llvm::dyn_cast<llvm::AllocaInst>(object);
  graph::Memory memory =
      variable ? memoryOfVariable(*variable) : memoryOfGlobal(*llvm::cast<llvm::GlobalVariable>(object), at);
  if (!memory.location.line)
    memory.location = locationOf(at);
  if (memory.bytes == 0)
    memory.bytes = 1;
  if (memory.kind == graph::Memory::Kind::Rom)
    memory.contents.resize(memory.bytes);
  kernel_.memories.push_back(std::move(memory));
  return entry->second;
}

/// All __local arguments lie in one pool.
uint32_t Lowering::poolOfArguments() {
  for (uint32_t i = 0; i < kernel_.memories.size(); ++i)
    if (kernel_.memories[i].kind == graph::Memory::Kind::Pool)
      return i;
  graph::Memory memory;
  memory.kind = graph::Memory::Kind::Pool;
  memory.name = "local_arguments";
  memory.bytes = board_.localMemoryBytes;  // the most that one group's share can be
  memory.wordBytes = 1;
  kernel_.memories.push_back(std::move(memory));
  return uint32_t(kernel_.memories.size() - 1);
}

graph::Memory Lowering::memoryOfVariable(const llvm::AllocaInst &variable) const {
  const std::optional<llvm::TypeSize> size = variable.getAllocationSize(layout_);
  if (!size || size->isScalable() || !variable.isStaticAlloca())
    notCanonical(&variable, "an alloca that is not of constant size in the entry block");
  graph::Memory memory;
  memory.kind = graph::Memory::Kind::Private;
  memory.name = variableName(variable);
  if (memory.name.empty())
    memory.name = "private";
  memory.bytes = size->getFixedValue();
  memory.wordBytes = 1;
  memory.location = locationOf(variable);
  return memory;
}

/// `__local` memory, or a constant table with its contents. `at`: an access of it.
graph::Memory Lowering::memoryOfGlobal(const llvm::GlobalVariable &global, const llvm::Instruction &at) const {
  graph::Memory memory;
  memory.name = variableName(global);
  memory.bytes = layout_.getTypeAllocSize(global.getValueType());
  memory.wordBytes = 1;
  memory.location = declarationOf(global);
  if (!memory.location.line)
    memory.location = locationOf(at);
  if (global.getAddressSpace() == 3) {
    memory.kind = global.hasAttribute(kExchange) ? graph::Memory::Kind::Exchange : graph::Memory::Kind::Local;
    return memory;
  }
  if (!global.isConstant() || !global.hasInitializer())
    refuse(&at, "variable '" + global.getName() + "' in program scope is not constant");
  memory.kind = graph::Memory::Kind::Rom;
  checkConstant(board_, kernel_, memory);  // before its contents are made
  memory.contents.resize(memory.bytes);
  const auto place = [this](const llvm::Constant &address, uint8_t *bytes) {
    return placeAddress(address, layout_, bytes);
  };
  if (!constantBytes(*global.getInitializer(), layout_, memory.contents.data(), place))
    refuse(&at, "the initialiser of '" + global.getName() + "' holds an address");
  return memory;
}

std::optional<Lowering::AccessTarget> Lowering::targetOf(const Value *pointer, const llvm::Instruction &at) {
  PointerBases bases = provenance_(pointer);
  if (bases.unknown)
    notCanonical(&at, "an address of unknown origin");
  if (bases.objects.empty() && bases.buffers.empty())
    return std::nullopt;
  AccessTarget target;
  if (bases.objects.empty()) {
    target.arguments.assign(bases.buffers.begin(), bases.buffers.end());
    return target;
  }
  target.onChip = true;
  if (!bases.buffers.empty())
    notCanonical(&at, "an address in a buffer or in on-chip memory");
  for (const Value *object : bases.objects)
    if (auto *argument = llvm::dyn_cast<llvm::Argument>(object); argument && argument->hasByValAttr())
      target.structs.push_back(argument);
  if (!target.structs.empty()) {
    if (target.structs.size() != bases.objects.size())
      refuse(&at, "an address may lie in the struct argument " + userName(*target.structs[0]) + " or elsewhere");
    return target;
  }
  target.memory = memoryOf(bases.objects[0], at);
  for (const Value *object : bases.objects)
    if (auto *argument = llvm::dyn_cast<llvm::Argument>(object))
      target.arguments.push_back(argument->getArgNo());
  std::sort(target.arguments.begin(), target.arguments.end());
  for (const Value *object : bases.objects)
    if (memoryOf(object, at) != target.memory)
      refuse(&at, "an address may lie in " + userName(*bases.objects[0]) + " or in " + userName(*object) +
                      ", which are different memories");
  return target;
}

namespace {

graph::Site::Kind kindOf(const llvm::Instruction &access) {
  return llvm::isa<llvm::LoadInst>(access)    ? graph::Site::Kind::Load
         : llvm::isa<llvm::StoreInst>(access) ? graph::Site::Kind::Store
                                              : graph::Site::Kind::Atomic;
}

}  // namespace

void Lowering::report(graph::Check check, ValueId offset, ValueId predicate) {
  graph::Op op;
  op.opcode = Opcode::Report;
  op.operands = {offset};
  op.index = uint32_t(kernel_.checks.size());
  if (predicate != kNone) {
    op.operands.push_back(predicate);
    op.predicated = true;
  }
  kernel_.checks.push_back(std::move(check));
  build_->append(std::move(op), 0);
}

void Lowering::guard(const llvm::Instruction &at, const AccessTarget &target, ValueId inside, graph::Op &op,
                     unsigned bytes) {
  const ValueId outside = build_->bitNot(inside);
  if (!target.onChip) {  // its unit reports
    op.operands[0] = build_->concat({op.operands[0], outside});
    return;
  }
  const graph::Memory &memory = kernel_.memories[target.memory];
  graph::Check check;
  check.kind = kindOf(at);
  check.bytes = bytes;
  check.variable = readableName(memory.name);
  check.variableBytes = memory.kind == graph::Memory::Kind::Pool ? 0 : memory.bytes;
  check.arguments = target.arguments;
  check.location = locationOf(at);
  report(std::move(check), op.operands[0], outside);
  if (op.opcode != Opcode::MemRead) {
    op.operands.push_back(inside);
    op.predicated = true;
  }
}

/// An access at a constant address outside its variable: the pass that found it left only this.
void Lowering::lowerStray(const llvm::CallInst &call) {
  auto number = [&](unsigned i) { return llvm::cast<llvm::ConstantInt>(call.getArgOperand(i))->getZExtValue(); };
  graph::Check check;
  check.kind = number(0) ? graph::Site::Kind::Store : graph::Site::Kind::Load;
  check.bytes = unsigned(number(2));
  check.variableBytes = number(3);
  if (const llvm::MDNode *names = call.getMetadata("weft.variable"))
    check.variable = llvm::cast<llvm::MDString>(names->getOperand(0))->getString().str();
  check.location = locationOf(call);
  report(std::move(check), build_->constant(32, number(1)), kNone);
}

ValueId Lowering::access(const llvm::Instruction &at, const AccessTarget &target, graph::Site::Kind kind,
                         AtomicOp atomic, std::vector<ValueId> operands, unsigned bits) {
  if (bits % 8 || !std::has_single_bit(bits / 8) || bits / 8 > board_.lineBytes())
    notCanonical(&at, "an access of " + llvm::Twine(bits) + " bits");
  graph::Op op;
  op.operands = std::move(operands);
  op.atomic = atomic;
  const bool load = kind == graph::Site::Kind::Load, store = kind == graph::Site::Kind::Store;
  if (target.onChip) {
    op.opcode = load ? Opcode::MemRead : store ? Opcode::MemWrite : Opcode::MemAtomic;
    op.index = target.memory;
    graph::Memory &memory = kernel_.memories[target.memory];
    memory.wordBytes = std::max(memory.wordBytes, bits / 8);
    if (!load && memory.kind == graph::Memory::Kind::Rom)
      refuse(&at, "a write to constant '" + llvm::Twine(memory.name) + "'");
    if (kind == graph::Site::Kind::Atomic && memory.kind == graph::Memory::Kind::Private)
      refuse(&at, "an atomic operation on private memory");
  } else {
    op.opcode = load ? Opcode::Load : store ? Opcode::Store : Opcode::Atomic;
    op.index = uint32_t(kernel_.sites.size());
    graph::Site site;
    site.kind = kind;
    site.bytes = bits / 8;
    site.arguments = target.arguments;
    site.isVolatile = load && at.isVolatile();
    site.location = locationOf(at);
    kernel_.sites.push_back(std::move(site));
  }
  const Value *pointer = llvm::getLoadStorePointerOperand(&at);
  auto checked = inside_.find(pointer ? pointer : at.getOperand(0));
  if (checked == inside_.end())
    return build_->append(std::move(op), store ? 0 : bits);
  guard(at, target, checked->second, op, bits / 8);
  const ValueId value = build_->append(std::move(op), store ? 0 : bits);
  if (store || !target.onChip)
    return value;
  return build_->select(checked->second, value, build_->constant(bits, 0));
}

ValueId Lowering::loadStruct(const llvm::LoadInst &load, const AccessTarget &target, unsigned bits) {
  llvm::APInt offset(layout_.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
  const Value *base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true);
  const graph::Argument &argument = kernel_.arguments[target.structs[0]->getArgNo()];
  build_->setName(argument.name);
  if (base == target.structs[0] && offset.ult(argument.bytes))
    return build_->arg(bits, argument.word, uint32_t(offset.getZExtValue() * 8));
  return readStruct(target.structs, get(load.getPointerOperand()), bits);
}

/// What was read, or zero and a report where the index leads outside the structure.
ValueId Lowering::guardStruct(const llvm::LoadInst &load, const AccessTarget &target, ValueId value) {
  auto checked = inside_.find(load.getPointerOperand());
  if (checked == inside_.end())
    return value;
  const graph::Argument &argument = kernel_.arguments[target.structs[0]->getArgNo()];
  graph::Check check;
  check.bytes = unsigned(layout_.getTypeStoreSize(load.getType()));
  check.variable = argument.name;
  check.variableBytes = argument.bytes;
  check.location = locationOf(load);
  const ValueId address = build_->zextOrTrunc(get(load.getPointerOperand()), 32);
  const ValueId offset = build_->sub(address, build_->constant(32, uint64_t(argument.word) * 8));
  report(std::move(check), offset, build_->bitNot(checked->second));
  return build_->select(checked->second, value, build_->constant(build_->width(value), 0));
}

void Lowering::lowerLoad(const llvm::LoadInst &load) {
  const unsigned bits = bitsOf(&load), stored = unsigned(layout_.getTypeStoreSizeInBits(load.getType()));
  std::optional<AccessTarget> target = targetOf(load.getPointerOperand(), load);
  if (!target) {
    values_[&load] = build_->poison(bits);
    return;
  }
  if (!target->structs.empty()) {
    values_[&load] = build_->zextOrTrunc(guardStruct(load, *target, loadStruct(load, *target, stored)), bits);
    return;
  }
  ValueId address = get(load.getPointerOperand());
  if (load.hasName())
    build_->setName(load.getName().str());
  ValueId value = access(load, *target, graph::Site::Kind::Load, AtomicOp::None, {address}, stored);
  values_[&load] = build_->zextOrTrunc(value, bits);  // a bool is a byte in memory
}

void Lowering::lowerStore(const llvm::StoreInst &store) {
  const Value *data = store.getValueOperand();
  const unsigned stored = unsigned(layout_.getTypeStoreSizeInBits(data->getType()));
  std::optional<AccessTarget> target = targetOf(store.getPointerOperand(), store);
  if (!target)
    return;
  if (!target->structs.empty())
    refuse(&store, "a write to a struct argument");
  ValueId address = get(store.getPointerOperand()), value = build_->zextOrTrunc(get(data), stored);
  access(store, *target, graph::Site::Kind::Store, AtomicOp::None, {address, value}, stored);
}

namespace {

/// None: there is no such hardware. A difference is the sum with the negative.
AtomicOp atomicOp(llvm::AtomicRMWInst::BinOp operation) {
  using Rmw = llvm::AtomicRMWInst;
  switch (operation) {
  case Rmw::Add:
  case Rmw::Sub:
    return AtomicOp::Add;
  case Rmw::And:
    return AtomicOp::And;
  case Rmw::Or:
    return AtomicOp::Or;
  case Rmw::Xor:
    return AtomicOp::Xor;
  case Rmw::Xchg:
    return AtomicOp::Xchg;
  case Rmw::Min:
    return AtomicOp::SMin;
  case Rmw::Max:
    return AtomicOp::SMax;
  case Rmw::UMin:
    return AtomicOp::UMin;
  case Rmw::UMax:
    return AtomicOp::UMax;
  default:
    return AtomicOp::None;
  }
}

}  // namespace

void Lowering::lowerAtomic(const llvm::Instruction &instruction) {
  const Value *pointer = instruction.getOperand(0);
  std::optional<AccessTarget> target = targetOf(pointer, instruction);
  const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  const Value *data = exchange ? exchange->getNewValOperand() : instruction.getOperand(1);
  const unsigned bits = bitsOf(data);
  if (bits != 32 && bits != 64)
    refuse(&instruction, "an atomic operation on " + llvm::Twine(bits) + " bits");
  if (!target) {
    values_[&instruction] = build_->poison(bitsOf(&instruction));
    return;
  }
  if (!target->structs.empty())
    refuse(&instruction, "an atomic operation on a struct argument");
  ValueId address = get(pointer), value = get(data);
  if (exchange) {
    ValueId compare = get(exchange->getCompareOperand());
    ValueId old =
        access(instruction, *target, graph::Site::Kind::Atomic, AtomicOp::CmpXchg, {address, value, compare}, bits);
    values_[&instruction] = build_->concat({old, build_->icmp(Predicate::Eq, old, compare)});
    return;
  }
  const auto &modify = llvm::cast<llvm::AtomicRMWInst>(instruction);
  const AtomicOp op = atomicOp(modify.getOperation());
  if (op == AtomicOp::None)
    refuse(&instruction,
           "atomic operation '" + llvm::AtomicRMWInst::getOperationName(modify.getOperation()) + "' has no hardware");
  if (modify.getOperation() == llvm::AtomicRMWInst::Sub)
    value = build_->sub(build_->constant(bits, 0), value);
  values_[&instruction] = access(instruction, *target, graph::Site::Kind::Atomic, op, {address, value}, bits);
}

}  // namespace weft::hls
