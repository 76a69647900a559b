// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/code.h"

#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

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

/// As llvm::orc::ConcurrentIRCompiler, with a target machine for each compilation because threads make kernels at the
/// same time, but without the scheduler of machine instructions: it takes time by the square of a block's accesses to
/// memory, for an order that processors find themselves.
class Compiler : public llvm::orc::IRCompileLayer::IRCompiler {
public:
  explicit Compiler(llvm::orc::JITTargetMachineBuilder builder)
      : IRCompiler(llvm::orc::irManglingOptionsFromTargetOptions(builder.getOptions())), builder_(std::move(builder)) {}

  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> operator()(llvm::Module &module) override {
    auto target = builder_.createTargetMachine();
    if (!target)
      return target.takeError();
    llvm::SmallVector<char, 0> object;
    llvm::raw_svector_ostream out(object);
    llvm::legacy::PassManager passes;
    if (!addPasses(static_cast<llvm::LLVMTargetMachine &>(**target), passes, out))
      return llvm::createStringError("this processor has none for object files");
    passes.run(module);
    return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(object), module.getModuleIdentifier(),
                                                           /*RequiresNullTerminator=*/false);
  }

private:
  static bool addPasses(llvm::LLVMTargetMachine &machine, llvm::legacy::PassManager &passes,
                        llvm::raw_pwrite_stream &out) {
    auto *const functions = new llvm::MachineModuleInfoWrapperPass(&machine);  // `passes` owns what it is given
    llvm::TargetPassConfig *const config = machine.createPassConfig(passes);
    config->disablePass(&llvm::MachineSchedulerID);
    config->setDisableVerify(true);  // emitModule has verified it
    passes.add(config);
    passes.add(functions);
    if (config->addISelPasses())
      return false;
    config->addMachinePasses();
    config->setInitialized();
    if (machine.addAsmPrinter(passes, out, nullptr, llvm::CodeGenFileType::ObjectFile,
                              functions->getMMI().getContext()))
      return false;
    passes.add(llvm::createFreeMachineFunctionPass());
    return true;
  }

  llvm::orc::JITTargetMachineBuilder builder_;
};

llvm::orc::LLJIT *makeGenerator(llvm::CodeGenOptLevel level) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto target = check(llvm::orc::JITTargetMachineBuilder::detectHost());
  target.setCodeGenOptLevel(level);
  const auto compiler = [](llvm::orc::JITTargetMachineBuilder builder) {
    return std::make_unique<Compiler>(std::move(builder));
  };
  auto made = check(llvm::orc::LLJITBuilder()
                        .setJITTargetMachineBuilder(std::move(target))
                        .setCompileFunctionCreator(compiler)
                        .create());
  return made.release();
}

/// One code generator of each quality serves all kernels of the process; each has a library of its own in it. Never
/// destroyed: kernels may run until the process ends.
llvm::orc::LLJIT &generator(CodeQuality quality) {
  if (quality == CodeQuality::RunsFast) {
    static llvm::orc::LLJIT *const jit = makeGenerator(llvm::CodeGenOptLevel::Less);
    return *jit;
  }
  static llvm::orc::LLJIT *const jit = makeGenerator(llvm::CodeGenOptLevel::None);
  return *jit;
}

}  // namespace

struct Code::State {
  llvm::orc::LLJIT &jit;
  llvm::orc::JITDylib *library = nullptr;
};

Code::Code(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module, CodeQuality quality)
    : state_(std::make_unique<State>(State{generator(quality)})) {
  static std::atomic<unsigned> count{0};
  llvm::orc::LLJIT &jit = state_->jit;
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
  if (llvm::Error error = state_->jit.getExecutionSession().removeJITDylib(*state_->library))
    llvm::consumeError(std::move(error));
}

Code::Function Code::function(const std::string &name) const {
  return check(state_->jit.lookup(*state_->library, name)).toPtr<Function>();
}

}  // namespace weft::instant
