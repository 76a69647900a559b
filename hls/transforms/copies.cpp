// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/copies.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace weft::hls::transforms {
namespace {

constexpr unsigned kCopiesWithoutNumber = 8;  // LLVM's, of a loop whose pragma says none and whose length is unknown

llvm::MDNode *loopIdWith(const llvm::Loop &loop, unsigned copies) {
  llvm::LLVMContext &context = loop.getHeader()->getContext();
  llvm::Metadata *name =
      llvm::MDString::get(context, copies == 1 ? "llvm.loop.unroll.disable" : "llvm.loop.unroll.count");
  llvm::SmallVector<llvm::Metadata *, 2> hint = {name};
  if (copies != 1)
    hint.push_back(llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), copies)));
  return llvm::makePostTransformationMetadata(context, loop.getLoopID(), {"llvm.loop.unroll."},
                                              {llvm::MDNode::get(context, hint)});
}

}  // namespace

unsigned copiesOf(const llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  const bool byCompiler = llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.enable") &&
                          evolution.getSmallConstantTripCount(&loop) == 0;
  const std::optional<int> asked = llvm::getOptionalIntLoopAttribute(&loop, "llvm.loop.unroll.count");
  const unsigned copies = asked ? unsigned(std::max(*asked, 1)) : byCompiler ? kCopiesWithoutNumber : 1;
  const unsigned most = evolution.getSmallConstantMaxTripCount(&loop);
  return most != 0 && most <= copies ? 1 : copies;
}

void setCopies(llvm::Loop &loop, unsigned copies) { loop.setLoopID(loopIdWith(loop, copies)); }

void setUnrolled(const llvm::Loop &from, llvm::Instruction &branch) {
  branch.setMetadata(llvm::LLVMContext::MD_loop, loopIdWith(from, 1));
}

}  // namespace weft::hls::transforms
