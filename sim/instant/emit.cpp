// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/emit.h"

#include <llvm/IR/Verifier.h>

#include <functional>

#include "sim/instant/components/model.h"
#include "sim/instant/cycle.h"
#include "sim/instant/operations.h"
#include "sim/instant/split_function.h"

namespace weft::instant {
namespace {

/// One function: its values are computed where they are first needed.
class FunctionEmitter {
public:
  FunctionEmitter(llvm::Module &module, const std::string &name, const Circuit &circuit, const Layout &layout)
      : circuit_(circuit), layout_(layout), inUniform_(name == kUniformFunction), ir_(module.getContext()), build_(ir_),
        function_(module, ir_, name, layout.words) {
    scopes_.emplace_back();
  }

  /// Gives the number of words of memory that the function uses.
  uint32_t finish() {
    function_.finish();
    return function_.wordsUsed();
  }

  void assign(StorageId target, const Value &value) {
    for (unsigned i = 0; i < value.words.size(); ++i)
      ir_.CreateStore(value.words[i], at(layout_.storages[target] + i));
  }
  void assign(const Assignment &assignment) {
    function_.grow(wordsOf(circuit_.storages[assignment.target].width) * kAccessSize);
    assign(assignment.target, value(assignment.value));
  }

  void event(uint32_t s, uint32_t e) {
    const Segment &segment = circuit_.segments[s];
    const Records &records = layout_.segments[s];
    const Event &event = segment.events[e];
    function_.grow(kEventSize);
    llvm::Value *accept = event.stage == 0 ? value(segment.accept).low() : nullptr;
    llvm::Value *record = recordAt(records, event.stage);
    llvm::Value *valid = accept ? accept : ir_.CreateLoad(ir_.getInt64Ty(), record);
    if (accept)
      ir_.CreateStore(accept, record);
    std::vector<SignalId> born;
    for (const auto &[signal, word] : records.fields)
      if (circuit_.signals[signal].stage == event.stage)
        born.push_back(signal);
    if (born.empty() && event.assignments.empty())
      return;
    branch(
        ir_.CreateICmpNE(valid, build_.word(0)),
        [&] { tokenThere({s, event.stage, record, function_.current()}, event, born); },
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
  // Instructions, roughly: of an event without its values, of an operation on words, of a word read or written.
  static constexpr unsigned kEventSize = 10, kOperationSize = 2, kAccessSize = 2;

  struct Known {
    Value value;
    llvm::Function *home;    // whose instructions the value is made of
    uint32_t spill = kNone;  // where it is in memory for parts of the function
  };
  struct Scope {
    std::map<SignalId, Known> values;
  };
  struct Token {
    uint32_t segment;
    unsigned stage;
    llvm::Value *record;
    llvm::Function *home;  // of `record`
  };

  llvm::Value *at(uint32_t word) {
    return ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), function_.current()->getArg(0), word);
  }

  llvm::Value *recordAt(const Records &records, unsigned stage) {
    llvm::Value *cycle = ir_.CreateLoad(ir_.getInt64Ty(), at(0));
    llvm::Value *number = ir_.CreateAnd(ir_.CreateSub(cycle, build_.word(stage)), records.mask);
    return ir_.CreateInBoundsGEP(ir_.getInt64Ty(), at(records.first),
                                 ir_.CreateMul(number, build_.word(records.words)));
  }

  template <class Yes, class No> void branch(llvm::Value *condition, Yes yes, No no) {
    llvm::LLVMContext &context = ir_.getContext();
    auto *thenBlock = llvm::BasicBlock::Create(context, "token", function_.current());
    auto *elseBlock = llvm::BasicBlock::Create(context, "none", function_.current());
    auto *endBlock = llvm::BasicBlock::Create(context, "end", function_.current());
    ir_.CreateCondBr(condition, thenBlock, elseBlock);
    fill(thenBlock, endBlock, yes);
    fill(elseBlock, endBlock, no);
    ir_.SetInsertPoint(endBlock);
  }
  template <class Content> void fill(llvm::BasicBlock *block, llvm::BasicBlock *next, Content content) {
    ir_.SetInsertPoint(block);
    scopes_.emplace_back();
    function_.enterBlock();
    content();
    function_.leaveBlock();
    scopes_.pop_back();
    ir_.CreateBr(next);
  }

  void tokenThere(Token token, const Event &event, const std::vector<SignalId> &born) {
    token_ = token;
    for (SignalId signal : born) {
      function_.grow(wordsOf(circuit_.signals[signal].width) * kAccessSize);
      const Value computed = value(signal);
      for (unsigned i = 0; i < computed.words.size(); ++i)
        ir_.CreateStore(computed.words[i], fieldAt(signal, i));
    }
    for (const Assignment &assignment : event.assignments)
      assign(assignment);
    token_.reset();
  }

  llvm::Value *fieldAt(SignalId signal, unsigned word) {
    const Records &records = layout_.segments[token_->segment];
    if (token_->home != function_.current()) {
      token_->home = function_.current();
      token_->record = recordAt(records, token_->stage);
    }
    return ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), token_->record, records.fields.at(signal) + word);
  }

  Value load(StorageId storage) {
    return load(circuit_.storages[storage].width, [&](unsigned i) { return at(layout_.storages[storage] + i); });
  }
  template <class Address> Value load(unsigned width, Address address) {
    Value value{width, {}};
    for (unsigned i = 0; i < wordsOf(width); ++i)
      value.words.push_back(ir_.CreateLoad(ir_.getInt64Ty(), address(i)));
    function_.count(wordsOf(width) * kAccessSize);
    return value;
  }

  /// Some bits of a wide net: the words that hold them.
  Value loadSlice(StorageId storage, unsigned lo, unsigned width) {
    const unsigned first = lo / 64, last = (lo + width - 1) / 64;
    const unsigned have = std::min(circuit_.storages[storage].width - 64 * first, 64 * (last - first + 1));
    const Value part = load(have, [&](unsigned i) { return at(layout_.storages[storage] + first + i); });
    return build_.slice(part, lo - 64 * first, width);
  }

  /// Where a value is, that the present function can have.
  Known *known(SignalId id) {
    for (size_t i = scopes_.size(); i-- > 0;)
      if (const auto found = scopes_[i].values.find(id); found != scopes_[i].values.end())
        return found->second.home == function_.current() || !isLoaded(id) ? &found->second : nullptr;
    return nullptr;
  }

  /// A known value in the present function.
  Value use(SignalId id) {
    Known &found = *known(id);
    if (found.home == function_.current())
      return found.value;
    if (found.spill == kNone)
      found.spill = function_.spill(found.value);
    Value value = function_.reload(found.value.width, found.spill);
    scopes_.back().values[id] = {value, function_.current(), found.spill};
    return value;
  }

  /// Without recursion into what is long: operands first.
  Value value(SignalId root) {
    std::vector<SignalId> open = {root};
    SignalId hasPart = kNone;
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
      if (hasPart != id && startsPart(id)) {
        hasPart = id;
        continue;  // operands may have to be loaded again
      }
      open.pop_back();
      Value result = compute(id);
      scopes_.back().values[id] = {std::move(result), function_.current()};
    }
    return use(root);
  }

  bool startsPart(SignalId id) {
    if (isLoaded(id))
      return false;
    const llvm::Function *const before = function_.current();
    function_.grow(wordsOf(circuit_.signals[id].width) * kOperationSize);
    return function_.current() != before;
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
  /// Made of no other value.
  bool isLoaded(SignalId id) const {
    const Signal &signal = circuit_.signals[id];
    return signal.operands.empty() || isField(id) || isKept(id) || isStorageSlice(signal);
  }

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
      operands.push_back(use(operand));
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
  SplitFunction function_;
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
                                         Layout &layout) {
  auto module = std::make_unique<llvm::Module>("kernel", context);
  uint32_t words = layout.words;
  const auto function = [&](const std::string &name, auto fill) {
    FunctionEmitter emitter(*module, name, circuit, layout);
    fill(emitter);
    words = std::max(words, emitter.finish());
  };
  for (const CodeRange &range : codeRanges(plan))
    function(range.function, [&](FunctionEmitter &emitter) {
      for (size_t i = range.first; i < range.last; ++i)
        if (plan.steps[i].kind == Step::Kind::Event)
          emitter.event(plan.steps[i].first, plan.steps[i].second);
        else
          emitter.assign(circuit.assignments[plan.steps[i].first]);
    });
  function(kUniformFunction, [&](FunctionEmitter &emitter) {
    for (uint32_t assignment : plan.uniform)
      emitter.assign(circuit.assignments[assignment]);
  });
  function(kCommitFunction, [](FunctionEmitter &emitter) { emitter.registers(); });
  function(kOutputsFunction, [&](FunctionEmitter &emitter) {
    for (const Assignment &assignment : circuit.outputAssignments)
      emitter.assign(assignment);
  });
  layout.words = words;
  emitCycle(*module, circuit, plan, layout);
  if (llvm::verifyModule(*module))
    throw std::logic_error("the instant engine made invalid LLVM IR");
  return module;
}

}  // namespace weft::instant
