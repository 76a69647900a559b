// SPDX-License-Identifier: Apache-2.0
// A kernel contains what other functions of its program do, so it may use only what all of them permit. The library
// permits everything: its accuracy without subnormals, infinities and NaN is what the options ask for.
#include "hls/attributes.h"
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {

llvm::PreservedAnalyses PermitMath::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  for (const char *option : {kFlushSubnormals, kFiniteMath}) {
    const bool forbidden = llvm::any_of(
        module, [&](const llvm::Function &each) { return each.getFnAttribute(option).getValueAsString() == "false"; });
    if (forbidden)
      for (llvm::Function &function : module)
        function.removeFnAttr(option);
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
