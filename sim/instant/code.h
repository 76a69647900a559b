// SPDX-License-Identifier: Apache-2.0
// A module of LLVM IR as machine code in this process.
#pragma once
#include <llvm/IR/Module.h>

#include <memory>
#include <string>

namespace weft::instant {

/// Fast code takes four to six times as long to make as code that is made fast, and runs up to 1.4 times as fast.
enum class CodeQuality { MadeFast, RunsFast };

class Code {
public:
  /// Takes the module with its context. Throws std::runtime_error with LLVM's message.
  Code(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module, CodeQuality quality);
  ~Code();

  using Function = void (*)(uint64_t *memory);
  Function function(const std::string &name) const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace weft::instant
