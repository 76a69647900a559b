// SPDX-License-Identifier: Apache-2.0
// Each on-chip object is a memory of its own, so the hardware must know which one an access means. Where a pointer may
// point into several (ping-pong buffers, pointers kept in structures), they become parts of one object and the pointer
// an offset within it.
#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/Support/Alignment.h>

#include "hls/transforms/address_flow.h"
#include "hls/transforms/passes.h"
#include "hls/transforms/tagged_addresses.h"

namespace weft::hls::transforms {
namespace {

using llvm::Value;

// Objects that are laid out together.
struct Group {
  std::vector<Value *> objects;
  bool leavesNull = false;  // offset 0 stays free, for a pointer that may be null is compared
};

// Of all of them: an access outside the whole is reported by it.
std::string joinedName(llvm::ArrayRef<Value *> objects) {
  std::string name;
  for (const Value *object : objects)
    if (object->hasName())
      name += (name.empty() ? "" : "+") + object->getName().str();
  return name;
}

// The layout of several objects in one.
struct Layout {
  llvm::SmallVector<uint64_t> offsets;
  uint64_t bytes = 0;
  llvm::Align align;

  explicit Layout(bool leavesNull) : bytes(leavesNull) {}
  uint64_t add(uint64_t size, llvm::Align objectAlign) {
    bytes = llvm::alignTo(bytes, objectAlign);
    offsets.push_back(bytes);
    bytes += size;
    align = std::max(align, objectAlign);
    return offsets.back();
  }
};

void mergeAllocas(const Group &group) {
  llvm::ArrayRef<Value *> objects = group.objects;
  auto *first = llvm::cast<llvm::AllocaInst>(objects.front());
  llvm::Function &function = *first->getFunction();
  Layout layout(group.leavesNull);
  for (Value *object : objects) {
    auto *alloca = llvm::cast<llvm::AllocaInst>(object);
    layout.add(alloca->getAllocationSize(function.getDataLayout())->getFixedValue(), alloca->getAlign());
  }
  llvm::IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
  auto *merged =
      builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), layout.bytes), nullptr, joinedName(objects));
  merged->setDebugLoc(first->getDebugLoc());
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

void mergeGlobals(const Group &group) {
  llvm::ArrayRef<Value *> objects = group.objects;
  auto *first = llvm::cast<llvm::GlobalVariable>(objects.front());
  llvm::Module &module = *first->getParent();
  const llvm::DataLayout &dataLayout = module.getDataLayout();
  llvm::Type *byte = llvm::Type::getInt8Ty(module.getContext());
  Layout layout(group.leavesNull);
  llvm::SmallVector<llvm::Constant *> parts;
  for (Value *object : objects) {
    auto *variable = llvm::cast<llvm::GlobalVariable>(object);
    uint64_t end = parts.empty() ? 0 : layout.bytes;
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
  merged->setName(joinedName(objects));
  merged->copyMetadata(first, 0);
  merged->setAlignment(layout.align);
  for (size_t i = 0; i < objects.size(); ++i) {
    auto *variable = llvm::cast<llvm::GlobalVariable>(objects[i]);
    auto *offset = llvm::ConstantInt::get(dataLayout.getIndexType(merged->getType()), layout.offsets[i]);
    variable->replaceAllUsesWith(
        llvm::ConstantExpr::getInBoundsGetElementPtr(byte, merged, llvm::ArrayRef<llvm::Constant *>{offset}));
    variable->eraseFromParent();
  }
}

// Objects that some pointer of the module may mean alternatively.
class Grouping {
public:
  explicit Grouping(llvm::Module &module) : module_(module) {
    for (llvm::Function &function : module) {
      if (function.isDeclaration())
        continue;
      const AddressFlow flow(function);
      for (llvm::Instruction &instruction : llvm::instructions(function))
        if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction); compare && comparesOffsets(*compare))
          joinCompared(*compare, onChip(flow(compare->getOperand(0))), onChip(flow(compare->getOperand(1))));
        else if (choosesPointer(instruction))
          join(flow(&instruction));
    }
  }

  // In the order of the module, so that the result does not depend on addresses.
  std::vector<Group> groups() const {
    llvm::MapVector<Value *, Group> byLeader;
    auto add = [&](Value &object) {
      if (classes_.findValue(&object) == classes_.end())
        return;
      Group &group = byLeader[classes_.getLeaderValue(&object)];
      group.objects.push_back(&object);
      group.leavesNull |= nullable_.contains(&object);
    };
    for (llvm::GlobalVariable &variable : module_.globals())
      add(variable);
    for (llvm::Function &function : module_)
      for (llvm::Instruction &instruction : llvm::instructions(function))
        if (llvm::isa<llvm::AllocaInst>(instruction))
          add(instruction);
    std::vector<Group> result;
    for (auto &[leader, group] : byLeader)
      if (group.objects.size() > 1 || group.leavesNull)
        result.push_back(std::move(group));
    return result;
  }

private:
  static bool isOnChip(const Value &object) {
    return object.getType()->getPointerAddressSpace() != 1 && !llvm::isa<llvm::Argument>(object);
  }
  static Origins onChip(Origins origins) {
    llvm::erase_if(origins.objects, [](const Pointee &pointee) { return !isOnChip(*pointee.object); });
    return origins;
  }

  /// Tagged addresses have been seen to (tag_pointers.cpp).
  static bool comparesOffsets(const llvm::ICmpInst &compare) {
    return compare.getOperand(0)->getType()->isPointerTy() || !compare.getFunction()->hasFnAttribute(kTaggedAttribute);
  }

  void unite(const Origins &a, const Origins &b) {
    for (const Origins *origins : {&a, &b})
      for (const auto &[object, at] : origins->objects)
        classes_.unionSets(const_cast<Value *>((a.objects.empty() ? b : a).objects.front().object),
                           const_cast<Value *>(object));
  }

  // Within one object offsets compare as addresses do; 0 is null's. What can never be equal is left to the lowering.
  void joinCompared(const llvm::ICmpInst &compare, const Origins &a, const Origins &b) {
    const bool meet = llvm::any_of(a.objects, [&](const Pointee &pointee) { return b.contains(pointee.object); });
    if (compare.isEquality() && !meet && !(a.mayBeNull && b.mayBeNull))
      return;
    if (a.mayBeNull || b.mayBeNull)
      for (const Origins *origins : {&a, &b})
        for (const auto &[object, at] : origins->objects) {
          classes_.insert(const_cast<Value *>(object));
          nullable_.insert(object);
        }
    if (!a.objects.empty() && !b.objects.empty())
      unite(a, b);
  }

  void join(const Origins &origins) {
    if (origins.objects.size() < 2)
      return;
    // Arguments lie in one memory already: the pool of local arguments, or global memory. One that is mixed with
    // variables has been told apart by its tag (tag_pointers.cpp).
    if (llvm::any_of(origins.objects, [](const Pointee &one) { return llvm::isa<llvm::Argument>(one.object); }))
      return;
    unite(origins, origins);
  }

  llvm::Module &module_;
  llvm::EquivalenceClasses<Value *> classes_;
  llvm::SmallPtrSet<const Value *, 8> nullable_;
};

}  // namespace

llvm::PreservedAnalyses MergeObjects::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  auto groups = Grouping(module).groups();
  for (const Group &group : groups)
    if (llvm::isa<llvm::AllocaInst>(group.objects.front()))
      mergeAllocas(group);
    else
      mergeGlobals(group);
  return groups.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
