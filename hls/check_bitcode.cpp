// SPDX-License-Identifier: Apache-2.0
#include "hls/check_bitcode.h"

#include <llvm/IR/Verifier.h>

#include "hls/frontend/frontend.h"
#include "hls/llvm_diagnostic.h"

namespace weft::hls {
namespace {

constexpr char kHint[] = "build the program again from its source";

llvm::Error refuse(const llvm::Twine &message) { return programError("the program's LLVM IR " + message, kHint); }

llvm::Error checkSymbol(const llvm::GlobalValue &symbol) {
  const llvm::StringRef name = symbol.getName();
  const auto *function = llvm::dyn_cast<llvm::Function>(&symbol);
  if (name.starts_with("__weft_"))
    return refuse("has the symbol '" + name + "', which is the compiler's own");
  if (!function)
    return llvm::Error::success();
  if (name.starts_with("llvm.") && function->getIntrinsicID() == llvm::Intrinsic::not_intrinsic)
    return refuse("has the unknown intrinsic '" + name + "'");
  const llvm::CallingConv::ID convention = function->getCallingConv();
  if (!function->isIntrinsic() && convention != llvm::CallingConv::SPIR_KERNEL &&
      convention != llvm::CallingConv::SPIR_FUNC && convention != llvm::CallingConv::C)
    return refuse("has the function '" + name + "' with a calling convention that OpenCL C has not");
  return llvm::Error::success();
}

}  // namespace

llvm::Error checkBitcode(const llvm::Module &module, const board::Description &board) {
  if (module.getTargetTriple() != frontend::targetTriple(board))
    return programError("the program was compiled for another address size", kHint);
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (llvm::verifyModule(module, &stream))
    return refuse("is not valid: " + llvm::StringRef(problem).split('\n').first);
  if (module.getDataLayoutStr() != frontend::dataLayout(board))
    return refuse("has another data layout than this compiler's");
  if (!module.getModuleInlineAsm().empty() || !module.alias_empty() || !module.ifunc_empty())
    return refuse("has assembly or aliases, which OpenCL C has not");
  for (const llvm::GlobalValue &symbol : module.global_values())
    if (llvm::Error error = checkSymbol(symbol))
      return error;
  return llvm::Error::success();
}

}  // namespace weft::hls
