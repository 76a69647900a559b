// SPDX-License-Identifier: Apache-2.0
// A range may be launched in parts (docs/adr/0021 and 0022), in each of which the hardware counts ids from 0 or the
// part's offset. Ids in the range are those and where the part begins.
#include "hls/transforms/passes.h"
#include "hls/transforms/primitives.h"
#include "hls/uniform_groups.h"
#include "hls/wide_ids.h"

namespace weft::hls::transforms {
namespace {

using llvm::CallInst;
using llvm::Value;

/// `name(dimension)`, of the type of another primitive's call.
Value *beginOf(CallInst &call, llvm::StringRef name, llvm::IRBuilder<> &builder) {
  const llvm::Function &like = *call.getCalledFunction();
  auto *function =
      llvm::cast<llvm::Function>(call.getModule()->getOrInsertFunction(name, like.getFunctionType()).getCallee());
  if (function->use_empty()) {
    function->setAttributes(like.getAttributes());
    if (hasWideIds(*call.getFunction()))
      function->removeRetAttr(llvm::Attribute::Range);
  }
  return builder.CreateCall(function, {call.getArgOperand(0)});
}

void addBegin(CallInst &call, llvm::StringRef begin) {
  llvm::IRBuilder<> builder(call.getNextNode());
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  Value *sum = builder.CreateAdd(&call, beginOf(call, begin, builder));
  auto *first = llvm::cast<llvm::Instruction>(sum);
  if (!hasWideIds(*call.getFunction()))  // of two numbers of 32 bits, and one itself
    sum = builder.CreateZExt(builder.CreateTrunc(sum, builder.getInt32Ty()), call.getType());
  call.replaceUsesWithIf(sum, [&](const llvm::Use &use) { return use.getUser() != first; });
}

}  // namespace

llvm::PreservedAnalyses PartIds::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  const bool isWide = hasWideIds(function), hasParts = isWide || !hasUniformGroups(function);
  if (!hasParts)
    return llvm::PreservedAnalyses::all();
  std::vector<CallInst *> globalIds, groupIds;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (const llvm::StringRef name = primitiveName(instruction); name == "global_id" || name == "group_id")
      (name == "global_id" ? globalIds : groupIds).push_back(llvm::cast<CallInst>(&instruction));
  for (CallInst *call : groupIds)
    addBegin(*call, "__weft_first_group");
  if (isWide)
    for (CallInst *call : globalIds)
      addBegin(*call, "__weft_part_offset");
  return llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
