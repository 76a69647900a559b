// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/cycle.h"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>

#include "sim/instant/components/model.h"
#include "sim/instant/emit.h"
#include "sim/instant/fifo_code.h"

namespace weft::instant {
namespace {

constexpr const char *kEvaluateModel = "weft_instant_evaluate", *kTickModel = "weft_instant_tick";

/// One function that calls others.
class CallEmitter {
public:
  CallEmitter(llvm::Module &module, const char *name, const Circuit &circuit, const Layout &layout)
      : module_(module), circuit_(circuit), layout_(layout), ir_(module.getContext()) {
    auto *type = llvm::FunctionType::get(ir_.getVoidTy(), {ir_.getPtrTy()}, false);
    function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module);
    function_->addFnAttr(llvm::Attribute::NoUnwind);
    ir_.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "entry", function_));
    reset_ = circuit.reset == kNone ? ir_.getInt64(0) : load(layout.storages[circuit.reset]);
  }

  void call(const std::string &function) { ir_.CreateCall(module_.getFunction(function), {function_->getArg(0)}); }

  void evaluate(uint32_t instance, uint32_t path) {
    const std::vector<StorageId> &inputs = circuit_.instances[instance].pathInputs[path];
    const auto isInput = [&](StorageId pin) { return std::find(inputs.begin(), inputs.end(), pin) != inputs.end(); };
    unlessAtRest(instance, isInput, [&] { callModel(kEvaluateModel, instance, {ir_.getInt32(path)}); });
  }

  void tick(uint32_t instance) {
    if (circuit_.instances[instance].fifo)
      return emitFifoTick(ir_, function_->getArg(0), layout_, circuit_.instances[instance]);
    unlessAtRest(instance, [](StorageId) { return true; }, [&] { callModel(kTickModel, instance, {}); });
  }

  void finish() { ir_.CreateRetVoid(); }

private:
  llvm::Value *load(uint32_t word) {
    return ir_.CreateLoad(ir_.getInt64Ty(),
                          ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), function_->getArg(0), word));
  }

  template <class IsInput, class Then> void unlessAtRest(uint32_t index, IsInput isInput, Then then) {
    const Instance &instance = circuit_.instances[index];
    if (instance.busy == kNone)
      return then();
    llvm::Value *any = ir_.CreateOr(reset_, load(layout_.storages[instance.busy]));
    for (size_t pin : instance.wakes)
      if (isInput(instance.pins[pin]))
        any = ir_.CreateOr(any, load(layout_.storages[instance.pins[pin]]));
    auto *block = llvm::BasicBlock::Create(module_.getContext(), "busy", function_);
    auto *next = llvm::BasicBlock::Create(module_.getContext(), "next", function_);
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
  llvm::Function *function_ = nullptr;
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
