// SPDX-License-Identifier: Apache-2.0
// The memory through which work-group functions exchange values: a __local variable of the kernel, with two values for
// each work-item of its largest group. Functions share it, since none begins before the one before has been left.
#include "hls/attributes.h"
#include "hls/largest_group.h"
#include "hls/transforms/passes.h"
#include "hls/transforms/primitives.h"

namespace weft::hls::transforms {
namespace {

using llvm::CallInst;
using llvm::Value;

constexpr uint64_t kAlignment = 8;  // of the largest value

uint64_t bytesOf(const CallInst &call) { return llvm::cast<llvm::ConstantInt>(call.getArgOperand(2))->getZExtValue(); }

/// The largest group of the kernel, rounded up to a power of two so that every masked id lies inside.
uint64_t groupSize(const llvm::Function &kernel, const board::Description &board) {
  const llvm::MDNode *required = kernel.getMetadata("reqd_work_group_size");
  if (!required)
    return llvm::PowerOf2Ceil(largestGroup(kernel, board));
  uint64_t size = 1;
  for (const llvm::MDOperand &each : required->operands())
    size *= llvm::mdconst::extract<llvm::ConstantInt>(each)->getZExtValue();
  return llvm::PowerOf2Ceil(std::min<uint64_t>(size, board.maxWorkGroupSize));
}

void place(CallInst &call, llvm::GlobalVariable &scratch, uint64_t size, uint64_t bytes) {
  llvm::IRBuilder<> builder(&call);
  Value *id = builder.CreateAnd(call.getArgOperand(0), size - 1);
  Value *half = builder.CreateAnd(call.getArgOperand(1), 1);
  Value *index = builder.CreateOr(builder.CreateShl(id, 1), half);
  Value *offset = builder.CreateMul(index, builder.getInt32(uint32_t(bytes)));
  call.replaceAllUsesWith(builder.CreateGEP(builder.getInt8Ty(), &scratch, offset));
  call.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses GroupScratch::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  llvm::Function *primitive = module.getFunction("__weft_group_scratch");
  if (!primitive)
    return llvm::PreservedAnalyses::all();
  llvm::MapVector<llvm::Function *, std::vector<CallInst *>> calls;
  for (llvm::User *user : primitive->users())
    calls[llvm::cast<CallInst>(user)->getFunction()].push_back(llvm::cast<CallInst>(user));
  for (auto &[kernel, uses] : calls) {
    const uint64_t size = groupSize(*kernel, environment.board);
    uint64_t bytes = 0;
    for (const CallInst *call : uses)
      bytes = std::max(bytes, bytesOf(*call));
    auto *type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), 2 * size * bytes);
    auto *scratch =
        new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage, llvm::UndefValue::get(type),
                                 "work_group_functions", nullptr, llvm::GlobalValue::NotThreadLocal, 3);
    scratch->addAttribute(kExchange);
    scratch->setAlignment(llvm::Align(kAlignment));
    for (CallInst *call : uses)
      place(*call, *scratch, size, bytes);
  }
  primitive->eraseFromParent();
  return llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
