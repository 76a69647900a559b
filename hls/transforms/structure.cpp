// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/structure.h"

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Scalar/StructurizeCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/UnifyLoopExits.h>

#include "hls/transforms/canonical_verify.h"
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {

llvm::Expected<std::unique_ptr<llvm::Module>> structured(const llvm::Function &function,
                                                         const board::Description &board) {
  llvm::ValueToValueMapTy values;
  std::unique_ptr<llvm::Module> module =
      llvm::CloneModule(*function.getParent(), values, [&](const llvm::GlobalValue *value) {
        return value == &function || !llvm::isa<llvm::Function>(value);
      });
  auto &copy = llvm::cast<llvm::Function>(*values[&function]);
  for (llvm::Function &other : llvm::make_early_inc_range(*module))
    if (&other != &copy && other.use_empty())
      other.eraseFromParent();

  Refusals refusals;
  Environment environment{board, refusals};
  llvm::FunctionAnalysisManager analyses;
  llvm::PassBuilder().registerFunctionAnalyses(analyses);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SimplifyCFGPass());     // without the blocks that loops were given
  passes.addPass(llvm::UnifyLoopExitsPass());  // the next one loses loops that are left to several places
  passes.addPass(llvm::StructurizeCFGPass());
  passes.addPass(llvm::SimplifyCFGPass(llvm::SimplifyCFGOptions().needCanonicalLoops(true)));
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(IsolateBarriers(environment));  // again: blocks were joined
  passes.run(copy, analyses);
  if (!refusals.empty())
    return refusals.take();
  if (llvm::Error error = canonicalVerify(*module, board))
    return error;
  return module;
}

}  // namespace weft::hls::transforms
