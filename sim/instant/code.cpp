// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/code.h"

#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/TargetSelect.h>

#include <atomic>
#include <mutex>
#include <stdexcept>

#include "sim/instant/cycle.h"
#include "sim/instant/operations.h"

namespace weft::instant {
namespace {

void check(llvm::Error error) {
  if (error)
    throw std::runtime_error("the instant engine's code generator: " + llvm::toString(std::move(error)));
}

template <class T> T check(llvm::Expected<T> value) {
  check(value.takeError());
  return static_cast<T &&>(*value);
}

/// One code generator serves all kernels of the process; each has a library of its own in it.
llvm::orc::LLJIT &generator() {
  static llvm::orc::LLJIT &jit = [&]() -> llvm::orc::LLJIT & {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    auto target = check(llvm::orc::JITTargetMachineBuilder::detectHost());
    target.setCodeGenOptLevel(llvm::CodeGenOptLevel::Less);
    // A target machine for each compilation: threads make kernels at the same time.
    const auto compiler = [](llvm::orc::JITTargetMachineBuilder builder) {
      return std::make_unique<llvm::orc::ConcurrentIRCompiler>(std::move(builder));
    };
    auto made = check(llvm::orc::LLJITBuilder()
                          .setJITTargetMachineBuilder(std::move(target))
                          .setCompileFunctionCreator(compiler)
                          .create());
    return *made.release();  // never destroyed: kernels may run until the process ends
  }();
  return jit;
}

}  // namespace

struct Code::State {
  llvm::orc::JITDylib *library = nullptr;
};

Code::Code(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module)
    : state_(std::make_unique<State>()) {
  static std::atomic<unsigned> count{0};
  llvm::orc::LLJIT &jit = generator();
  state_->library = &check(jit.createJITDylib("kernel" + std::to_string(count++)));
  llvm::orc::SymbolMap symbols;
  for (const auto &functions : {operatorFunctions(), modelFunctions()})
    for (const auto &[name, address] : functions)
      symbols[jit.mangleAndIntern(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                            llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  check(state_->library->define(llvm::orc::absoluteSymbols(std::move(symbols))));
  module->setDataLayout(jit.getDataLayout());
  module->setTargetTriple(jit.getTargetTriple().str());
  check(jit.addIRModule(*state_->library, llvm::orc::ThreadSafeModule(std::move(module), std::move(context))));
}

Code::~Code() {
  if (llvm::Error error = generator().getExecutionSession().removeJITDylib(*state_->library))
    llvm::consumeError(std::move(error));
}

Code::Function Code::function(const std::string &name) const {
  return check(generator().lookup(*state_->library, name)).toPtr<Function>();
}

}  // namespace weft::instant
