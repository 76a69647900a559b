// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/split_function.h"

#include "sim/instant/components/model.h"

namespace weft::instant {
namespace {

// Code generation of a kernel of 2,000 operations takes a tenth less than with twice this length, and each of its
// cycles 2 hundredths more instructions, for values that go through memory between functions.
constexpr unsigned kLongest = 400;

}  // namespace

SplitFunction::SplitFunction(llvm::Module &module, llvm::IRBuilder<> &ir, const std::string &name, uint32_t firstSpill)
    : module_(module), ir_(ir), nextSpill_(firstSpill) {
  llvm::Function *function = make(name, llvm::Function::ExternalLinkage);
  levels_.push_back({function, nullptr, {}});
  ir_.SetInsertPoint(&function->getEntryBlock());
}

llvm::Function *SplitFunction::make(const std::string &name, llvm::GlobalValue::LinkageTypes linkage) {
  auto *type = llvm::FunctionType::get(ir_.getVoidTy(), {ir_.getPtrTy()}, false);
  llvm::Function *function = llvm::Function::Create(type, linkage, name, module_);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  llvm::BasicBlock::Create(module_.getContext(), "entry", function);
  return function;
}

void SplitFunction::grow(unsigned size) {
  unsigned &present = sizes_[current()];
  if (present == 0 || present + size <= kLongest) {
    present += size;
    return;
  }
  Level &level = levels_.back();
  endPart(level);
  level.part = make("part", llvm::Function::PrivateLinkage);
  ir_.CreateCall(level.part, {level.owner->getArg(0)});
  level.inOwner = ir_.saveIP();
  sizes_[level.part] = size;
  ir_.SetInsertPoint(&level.part->getEntryBlock());
}

void SplitFunction::endPart(Level &level) {
  if (!level.part)
    return;
  ir_.CreateRetVoid();
  ir_.restoreIP(level.inOwner);
  level.part = nullptr;
}

void SplitFunction::leaveBlock() {
  endPart(levels_.back());
  levels_.pop_back();
}

void SplitFunction::finish() {
  endPart(levels_.back());
  ir_.CreateRetVoid();
}

uint32_t SplitFunction::spill(const Value &value) {
  const uint32_t place = nextSpill_;
  nextSpill_ += wordsOf(value.width);
  for (unsigned i = 0; i < value.words.size(); ++i) {
    auto *made = llvm::dyn_cast<llvm::Instruction>(value.words[i]);
    // What is no instruction is a constant, which any part can store.
    llvm::IRBuilder<> behind(ir_.getContext());
    if (made)
      behind.SetInsertPoint(made->getParent(), std::next(made->getIterator()));
    llvm::IRBuilder<> &ir = made ? behind : ir_;
    llvm::Function *function = ir.GetInsertBlock()->getParent();
    ir.CreateStore(value.words[i], ir.CreateConstInBoundsGEP1_64(ir.getInt64Ty(), function->getArg(0), place + i));
  }
  return place;
}

Value SplitFunction::reload(unsigned width, uint32_t place) {
  Value value{width, {}};
  for (unsigned i = 0; i < wordsOf(width); ++i)
    value.words.push_back(ir_.CreateLoad(
        ir_.getInt64Ty(), ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), current()->getArg(0), place + i)));
  return value;
}

}  // namespace weft::instant
