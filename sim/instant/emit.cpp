// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/emit.h"

#include <llvm/IR/Verifier.h>

#include <functional>

#include "sim/instant/components/model.h"
#include "sim/instant/cycle.h"
#include "sim/instant/operations.h"

namespace weft::instant {
namespace {

/// One function: its values are computed where they are first needed.
class FunctionEmitter {
public:
  FunctionEmitter(llvm::Module &module, const std::string &name, const Circuit &circuit, const Layout &layout)
      : circuit_(circuit), layout_(layout), inUniform_(name == kUniformFunction), ir_(module.getContext()),
        build_(ir_) {
    auto *type = llvm::FunctionType::get(ir_.getVoidTy(), {ir_.getPtrTy()}, false);
    function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module);
    function_->addFnAttr(llvm::Attribute::NoUnwind);
    ir_.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "entry", function_));
    scopes_.emplace_back();
  }

  void finish() { ir_.CreateRetVoid(); }

  void assign(StorageId target, const Value &value) {
    for (unsigned i = 0; i < value.words.size(); ++i)
      ir_.CreateStore(value.words[i], at(layout_.storages[target] + i));
  }
  void assign(const Assignment &assignment) { assign(assignment.target, value(assignment.value)); }

  void event(uint32_t s, uint32_t e) {
    const Segment &segment = circuit_.segments[s];
    const Records &records = layout_.segments[s];
    const Event &event = segment.events[e];
    llvm::Value *record = recordAt(records, event.stage);
    llvm::Value *valid = nullptr;
    if (event.stage == 0) {
      valid = value(segment.accept).low();
      ir_.CreateStore(valid, record);
    } else {
      valid = ir_.CreateLoad(ir_.getInt64Ty(), record);
    }
    std::vector<SignalId> born;
    for (const auto &[signal, word] : records.fields)
      if (circuit_.signals[signal].stage == event.stage)
        born.push_back(signal);
    if (born.empty() && event.assignments.empty())
      return;
    branch(
        ir_.CreateICmpNE(valid, build_.word(0)), [&] { tokenThere(s, event, record, born); },
        [&] {
          for (const Assignment &assignment : event.assignments)
            if (assignment.zeroWithoutToken)
              assign(assignment.target, build_.zero(circuit_.storages[assignment.target].width));
        });
  }

  void registers() {
    std::vector<Value> next;
    for (const Register &reg : circuit_.registers)
      next.push_back(load(reg.next));
    llvm::Value *reset = nullptr;
    if (circuit_.reset != kNone)
      reset = ir_.CreateICmpNE(load(circuit_.reset).low(), build_.word(0));
    for (size_t i = 0; i < next.size(); ++i) {
      const Register &reg = circuit_.registers[i];
      assign(reg.current, reg.reset && reset ? build_.select(reset, build_.zero(next[i].width), next[i]) : next[i]);
    }
    ir_.CreateStore(ir_.CreateAdd(ir_.CreateLoad(ir_.getInt64Ty(), at(0)), build_.word(1)), at(0));
  }

private:
  struct Scope {
    std::map<SignalId, Value> values;
  };
  struct Token {
    uint32_t segment;
    unsigned stage;
    llvm::Value *record;
  };

  llvm::Value *at(uint32_t word) {
    return ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), function_->getArg(0), word);
  }

  llvm::Value *recordAt(const Records &records, unsigned stage) {
    llvm::Value *cycle = ir_.CreateLoad(ir_.getInt64Ty(), at(0));
    llvm::Value *number = ir_.CreateAnd(ir_.CreateSub(cycle, build_.word(stage)), records.mask);
    return ir_.CreateInBoundsGEP(ir_.getInt64Ty(), at(records.first),
                                 ir_.CreateMul(number, build_.word(records.words)));
  }

  template <class Yes, class No> void branch(llvm::Value *condition, Yes yes, No no) {
    llvm::LLVMContext &context = ir_.getContext();
    auto *thenBlock = llvm::BasicBlock::Create(context, "token", function_);
    auto *elseBlock = llvm::BasicBlock::Create(context, "none", function_);
    auto *endBlock = llvm::BasicBlock::Create(context, "end", function_);
    ir_.CreateCondBr(condition, thenBlock, elseBlock);
    ir_.SetInsertPoint(thenBlock);
    scopes_.emplace_back();
    yes();
    scopes_.pop_back();
    ir_.CreateBr(endBlock);
    ir_.SetInsertPoint(elseBlock);
    scopes_.emplace_back();
    no();
    scopes_.pop_back();
    ir_.CreateBr(endBlock);
    ir_.SetInsertPoint(endBlock);
  }

  void tokenThere(uint32_t s, const Event &event, llvm::Value *record, const std::vector<SignalId> &born) {
    token_ = Token{s, event.stage, record};
    for (SignalId signal : born) {
      const Value computed = value(signal);
      for (unsigned i = 0; i < computed.words.size(); ++i)
        ir_.CreateStore(computed.words[i], fieldAt(signal, i));
    }
    for (const Assignment &assignment : event.assignments)
      assign(assignment);
    token_.reset();
  }

  llvm::Value *fieldAt(SignalId signal, unsigned word) {
    return ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), token_->record,
                                          layout_.segments[token_->segment].fields.at(signal) + word);
  }

  Value load(StorageId storage) {
    return load(circuit_.storages[storage].width, [&](unsigned i) { return at(layout_.storages[storage] + i); });
  }
  template <class Address> Value load(unsigned width, Address address) {
    Value value{width, {}};
    for (unsigned i = 0; i < wordsOf(width); ++i)
      value.words.push_back(ir_.CreateLoad(ir_.getInt64Ty(), address(i)));
    return value;
  }

  /// Some bits of a wide net: the words that hold them.
  Value loadSlice(StorageId storage, unsigned lo, unsigned width) {
    const unsigned first = lo / 64, last = (lo + width - 1) / 64;
    const unsigned have = std::min(circuit_.storages[storage].width - 64 * first, 64 * (last - first + 1));
    const Value part = load(have, [&](unsigned i) { return at(layout_.storages[storage] + first + i); });
    return build_.slice(part, lo - 64 * first, width);
  }

  const Value *known(SignalId id) const {
    for (size_t i = scopes_.size(); i-- > 0;)
      if (const auto found = scopes_[i].values.find(id); found != scopes_[i].values.end())
        return &found->second;
    return nullptr;
  }

  /// Without recursion into what is long: operands first.
  const Value &value(SignalId root) {
    std::vector<SignalId> open = {root};
    while (!open.empty()) {
      const SignalId id = open.back();
      if (known(id)) {
        open.pop_back();
        continue;
      }
      const size_t before = open.size();
      if (!isLoaded(id))
        for (SignalId operand : circuit_.signals[id].operands)
          if (!known(operand))
            open.push_back(operand);
      if (open.size() != before)
        continue;
      open.pop_back();
      Value result = compute(id);
      scopes_.back().values[id] = std::move(result);
    }
    return *known(root);
  }

  bool isField(SignalId id) const {
    const Signal &signal = circuit_.signals[id];
    return token_ && !signal.uniform && signal.segment == token_->segment && signal.stage < token_->stage;
  }
  bool isStorageSlice(const Signal &signal) const {
    return signal.kind == Signal::Kind::Operation && signal.opcode == graph::Opcode::Slice &&
           circuit_.signals[signal.operands[0]].kind == Signal::Kind::Storage;
  }
  bool isKept(SignalId id) const { return !inUniform_ && circuit_.kept.count(id); }
  bool isLoaded(SignalId id) const { return isField(id) || isKept(id) || isStorageSlice(circuit_.signals[id]); }

  Value compute(SignalId id) {
    const Signal &signal = circuit_.signals[id];
    if (isField(id))
      return load(signal.width, [&](unsigned i) { return fieldAt(id, i); });
    if (isKept(id))
      return load(circuit_.kept.at(id));
    if (isStorageSlice(signal))
      return loadSlice(circuit_.signals[signal.operands[0]].storage, signal.lo, signal.width);
    std::vector<Value> operands;
    for (SignalId operand : signal.operands)
      operands.push_back(*known(operand));
    switch (signal.kind) {
    case Signal::Kind::Constant:
      return build_.constant(signal.constant);
    case Signal::Kind::Storage:
      return load(signal.storage);
    case Signal::Kind::Capture:
      return operands[0];
    case Signal::Kind::Valid:
      return {1, {build_.word(1)}};
    case Signal::Kind::Operator:
      return emitOperator(build_, signal, operands);
    case Signal::Kind::Operation:
      break;
    }
    return emitOperation(build_, signal, operands);
  }

  const Circuit &circuit_;
  const Layout &layout_;
  const bool inUniform_;
  llvm::IRBuilder<> ir_;
  WordBuilder build_;
  llvm::Function *function_ = nullptr;
  std::vector<Scope> scopes_;  // values of the blocks that dominate the present one
  std::optional<Token> token_;
};

}  // namespace

std::vector<CodeRange> codeRanges(const Plan &plan) {
  std::vector<CodeRange> ranges;
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    if (plan.steps[i].kind == Step::Kind::Path)
      continue;
    if (ranges.empty() || ranges.back().last != i)
      ranges.push_back({i, i, "steps" + std::to_string(i)});
    ranges.back().last = i + 1;
  }
  return ranges;
}

std::unique_ptr<llvm::Module> emitModule(llvm::LLVMContext &context, const Circuit &circuit, const Plan &plan,
                                         const Layout &layout) {
  auto module = std::make_unique<llvm::Module>("kernel", context);
  for (const CodeRange &range : codeRanges(plan)) {
    FunctionEmitter emitter(*module, range.function, circuit, layout);
    for (size_t i = range.first; i < range.last; ++i)
      if (plan.steps[i].kind == Step::Kind::Event)
        emitter.event(plan.steps[i].first, plan.steps[i].second);
      else
        emitter.assign(circuit.assignments[plan.steps[i].first]);
    emitter.finish();
  }
  FunctionEmitter uniform(*module, kUniformFunction, circuit, layout);
  for (uint32_t assignment : plan.uniform)
    uniform.assign(circuit.assignments[assignment]);
  uniform.finish();
  FunctionEmitter commit(*module, kCommitFunction, circuit, layout);
  commit.registers();
  commit.finish();
  FunctionEmitter outputs(*module, kOutputsFunction, circuit, layout);
  for (const Assignment &assignment : circuit.outputAssignments)
    outputs.assign(assignment);
  outputs.finish();
  emitCycle(*module, circuit, plan, layout);
  if (llvm::verifyModule(*module))
    throw std::logic_error("the instant engine made invalid LLVM IR");
  return module;
}

}  // namespace weft::instant
