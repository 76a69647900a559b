// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/cycle.h"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>

#include "sim/instant/components/model.h"
#include "sim/instant/emit.h"
#include "sim/instant/fifo_code.h"
#include "sim/instant/split_function.h"

namespace weft::instant {
namespace {

constexpr const char *kEvaluateModel = "weft_instant_evaluate", *kTickModel = "weft_instant_tick";

/// One function that calls others.
class CallEmitter {
public:
  CallEmitter(llvm::Module &module, const char *name, const Circuit &circuit, const Layout &layout)
      : module_(module), circuit_(circuit), layout_(layout), ir_(module.getContext()),
        function_(module, ir_, name, layout.words), fifos_(module, layout) {}

  void call(const std::string &function) { ir_.CreateCall(module_.getFunction(function), {memory()}); }

  void evaluate(uint32_t instance, uint32_t path) {
    const std::vector<StorageId> &inputs = circuit_.instances[instance].pathInputs[path];
    const auto isInput = [&](StorageId pin) { return std::find(inputs.begin(), inputs.end(), pin) != inputs.end(); };
    unlessAtRest(instance, isInput, [&] { callModel(kEvaluateModel, instance, {ir_.getInt32(path)}); });
  }

  void tick(uint32_t instance) {
    if (circuit_.instances[instance].fifo) {
      function_.grow(kFifoSize);
      return fifos_.emitTick(ir_, memory(), circuit_.instances[instance]);
    }
    unlessAtRest(instance, [](StorageId) { return true; }, [&] { callModel(kTickModel, instance, {}); });
  }

  void finish() { function_.finish(); }

private:
  // Instructions, about.
  static constexpr unsigned kFifoSize = 30, kCallSize = 8;

  llvm::Value *memory() const { return function_.current()->getArg(0); }
  llvm::Value *load(uint32_t word) {
    return ir_.CreateLoad(ir_.getInt64Ty(), ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), memory(), word));
  }
  /// rst_i: loaded once in each part of the function.
  llvm::Value *reset() {
    if (resetIn_ != function_.current()) {
      resetIn_ = function_.current();
      reset_ = circuit_.reset == kNone ? ir_.getInt64(0) : load(layout_.storages[circuit_.reset]);
    }
    return reset_;
  }

  template <class IsInput, class Then> void unlessAtRest(uint32_t index, IsInput isInput, Then then) {
    const Instance &instance = circuit_.instances[index];
    function_.grow(kCallSize + 2 * unsigned(instance.wakes.size()));
    if (instance.busy == kNone)
      return then();
    llvm::Value *any = ir_.CreateOr(reset(), load(layout_.storages[instance.busy]));
    for (size_t pin : instance.wakes)
      if (isInput(instance.pins[pin]))
        any = ir_.CreateOr(any, load(layout_.storages[instance.pins[pin]]));
    auto *block = llvm::BasicBlock::Create(module_.getContext(), "busy", function_.current());
    auto *next = llvm::BasicBlock::Create(module_.getContext(), "next", function_.current());
    ir_.CreateCondBr(ir_.CreateICmpNE(any, ir_.getInt64(0)), block, next);
    ir_.SetInsertPoint(block);
    then();
    ir_.CreateBr(next);
    ir_.SetInsertPoint(next);
  }

  void callModel(const char *name, uint32_t instance, std::vector<llvm::Value *> more) {
    std::vector<llvm::Value *> arguments = {ir_.CreateIntToPtr(load(layout_.models + instance), ir_.getPtrTy())};
    arguments.insert(arguments.end(), more.begin(), more.end());
    std::vector<llvm::Type *> types;
    for (llvm::Value *argument : arguments)
      types.push_back(argument->getType());
    ir_.CreateCall(module_.getOrInsertFunction(name, llvm::FunctionType::get(ir_.getVoidTy(), types, false)),
                   arguments);
  }

  llvm::Module &module_;
  const Circuit &circuit_;
  const Layout &layout_;
  llvm::IRBuilder<> ir_;
  SplitFunction function_;
  FifoCode fifos_;
  llvm::Function *resetIn_ = nullptr;
  llvm::Value *reset_ = nullptr;
};

}  // namespace

void emitCycle(llvm::Module &module, const Circuit &circuit, const Plan &plan, const Layout &layout) {
  CallEmitter settle(module, kSettleFunction, circuit, layout);
  const std::vector<CodeRange> ranges = codeRanges(plan);
  size_t range = 0;
  for (size_t i = 0; i < plan.steps.size(); ++i)
    if (plan.steps[i].kind == Step::Kind::Path)
      settle.evaluate(plan.steps[i].first, plan.steps[i].second);
    else if (range < ranges.size() && ranges[range].first == i)
      settle.call(ranges[range++].function);
  settle.finish();
  CallEmitter tick(module, kTickFunction, circuit, layout);
  for (uint32_t instance : plan.ticks)
    tick.tick(instance);
  tick.call(kCommitFunction);
  tick.finish();
}

std::vector<std::pair<std::string, void *>> modelFunctions() {
  const auto evaluate = [](Model *model, unsigned path) { model->evaluate(path); };
  const auto tick = [](Model *model) { model->tick(); };
  return {{kEvaluateModel, reinterpret_cast<void *>(+evaluate)}, {kTickModel, reinterpret_cast<void *>(+tick)}};
}

}  // namespace weft::instant
