// SPDX-License-Identifier: Apache-2.0
// Each on-chip object is a memory of its own, so the hardware must know which one an access means. Where a phi or
// select may point into several (ping-pong buffers), they become parts of one object and the pointer an offset within
// it.
#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/Support/Alignment.h>

#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

using llvm::Value;

bool isOnChip(const Value &pointer) { return pointer.getType()->getPointerAddressSpace() != 1; }

bool isObject(const Value *value) { return llvm::isa<llvm::AllocaInst, llvm::GlobalVariable, llvm::Argument>(value); }

std::string objectName(const Value &object) {
  return object.hasName() ? "'" + object.getName().str() + "'" : "a variable without a name";
}

// The layout of several objects in one.
struct Layout {
  llvm::SmallVector<uint64_t> offsets;
  uint64_t bytes = 0;
  llvm::Align align;

  uint64_t add(uint64_t size, llvm::Align objectAlign) {
    bytes = llvm::alignTo(bytes, objectAlign);
    offsets.push_back(bytes);
    bytes += size;
    align = std::max(align, objectAlign);
    return offsets.back();
  }
};

void mergeAllocas(llvm::ArrayRef<Value *> objects) {
  auto *first = llvm::cast<llvm::AllocaInst>(objects.front());
  llvm::Function &function = *first->getFunction();
  Layout layout;
  for (Value *object : objects) {
    auto *alloca = llvm::cast<llvm::AllocaInst>(object);
    layout.add(alloca->getAllocationSize(function.getDataLayout())->getFixedValue(), alloca->getAlign());
  }
  llvm::IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
  auto *merged =
      builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), layout.bytes), nullptr, first->getName());
  merged->setAlignment(layout.align);
  for (size_t i = 0; i < objects.size(); ++i) {
    auto *alloca = llvm::cast<llvm::AllocaInst>(objects[i]);
    // A part's lifetime is not the whole's.
    for (llvm::User *user : llvm::make_early_inc_range(alloca->users()))
      if (auto *marker = llvm::dyn_cast<llvm::IntrinsicInst>(user); marker && marker->isLifetimeStartOrEnd())
        marker->eraseFromParent();
    builder.SetInsertPoint(merged->getNextNode());
    alloca->replaceAllUsesWith(builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), merged, layout.offsets[i]));
    alloca->eraseFromParent();
  }
}

void mergeGlobals(llvm::ArrayRef<Value *> objects) {
  auto *first = llvm::cast<llvm::GlobalVariable>(objects.front());
  llvm::Module &module = *first->getParent();
  const llvm::DataLayout &dataLayout = module.getDataLayout();
  llvm::Type *byte = llvm::Type::getInt8Ty(module.getContext());
  Layout layout;
  llvm::SmallVector<llvm::Constant *> parts;
  for (Value *object : objects) {
    auto *variable = llvm::cast<llvm::GlobalVariable>(object);
    uint64_t end = layout.bytes;
    uint64_t size = dataLayout.getTypeAllocSize(variable->getValueType());
    uint64_t offset = layout.add(size, dataLayout.getPreferredAlign(variable));
    if (offset != end)
      parts.push_back(llvm::UndefValue::get(llvm::ArrayType::get(byte, offset - end)));
    parts.push_back(variable->getInitializer());
  }
  llvm::Constant *contents = llvm::ConstantStruct::getAnon(module.getContext(), parts, /*Packed=*/true);
  auto *merged =
      new llvm::GlobalVariable(module, contents->getType(), first->isConstant(), first->getLinkage(), contents, "",
                               first, llvm::GlobalValue::NotThreadLocal, first->getAddressSpace());
  merged->takeName(first);
  merged->setAlignment(layout.align);
  for (size_t i = 0; i < objects.size(); ++i) {
    auto *variable = llvm::cast<llvm::GlobalVariable>(objects[i]);
    auto *offset = llvm::ConstantInt::get(dataLayout.getIndexType(merged->getType()), layout.offsets[i]);
    variable->replaceAllUsesWith(
        llvm::ConstantExpr::getInBoundsGetElementPtr(byte, merged, llvm::ArrayRef<llvm::Constant *>{offset}));
    variable->eraseFromParent();
  }
}

// Objects that some pointer of the module may mean alternatively; refuses mixtures that cannot be laid out together.
class Grouping {
public:
  Grouping(llvm::Module &module, Refusals &refusals) : module_(module), refusals_(refusals) {
    for (llvm::Function &function : module)
      for (llvm::Instruction &instruction : llvm::instructions(function))
        if (llvm::isa<llvm::PHINode, llvm::SelectInst>(instruction) && instruction.getType()->isPointerTy() &&
            isOnChip(instruction))
          join(instruction);
  }

  // In the order of the module, so that the result does not depend on addresses.
  std::vector<std::vector<Value *>> groups() const {
    llvm::MapVector<Value *, std::vector<Value *>> byLeader;
    auto add = [&](Value &object) {
      if (classes_.findValue(&object) != classes_.end())
        byLeader[classes_.getLeaderValue(&object)].push_back(&object);
    };
    for (llvm::GlobalVariable &variable : module_.globals())
      add(variable);
    for (llvm::Function &function : module_)
      for (llvm::Instruction &instruction : llvm::instructions(function))
        if (llvm::isa<llvm::AllocaInst>(instruction))
          add(instruction);
    std::vector<std::vector<Value *>> result;
    for (auto &[leader, members] : byLeader)
      if (members.size() > 1)
        result.push_back(std::move(members));
    return result;
  }

private:
  void join(llvm::Instruction &pointer) {
    llvm::SmallVector<const Value *> found;
    llvm::getUnderlyingObjects(&pointer, found, nullptr, /*MaxLookup=*/0);
    llvm::SmallVector<Value *> objects;
    for (const Value *object : found)
      if (isObject(object))
        objects.push_back(const_cast<Value *>(object));
    if (objects.size() < 2)
      return;
    auto isArgument = [](Value *object) { return llvm::isa<llvm::Argument>(object); };
    // Arguments lie in one memory already: the pool of local arguments, or global memory.
    if (llvm::all_of(objects, isArgument))
      return;
    if (auto argument = llvm::find_if(objects, isArgument); argument != objects.end()) {
      Value *other = *llvm::find_if_not(objects, isArgument);
      refusals_.add(pointer, "a pointer that may mean either the argument " + objectName(**argument) +
                                 " or the variable " + objectName(*other) + " is not supported");
      return;
    }
    for (Value *object : objects)
      classes_.unionSets(objects.front(), object);
  }

  llvm::Module &module_;
  Refusals &refusals_;
  llvm::EquivalenceClasses<Value *> classes_;
};

}  // namespace

llvm::PreservedAnalyses MergeObjects::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  auto groups = Grouping(module, environment.refusals).groups();
  for (auto &group : groups)
    if (llvm::isa<llvm::AllocaInst>(group.front()))
      mergeAllocas(group);
    else
      mergeGlobals(group);
  return groups.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
