// SPDX-License-Identifier: Apache-2.0
// The cases of a switch that only choose constants become one block, which looks them up in a table on chip if the
// cases lie close together. That takes less hardware than multiplexers. Many cases that only choose among values become
// one block with a tree of selections: the same hardware, but LLVM's time grows with the square of the number of empty
// blocks that lead to one.
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "hls/builtins/link_builtins.h"
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

using llvm::APInt;
using llvm::BasicBlock;
using llvm::Constant;
using llvm::Instruction;
using llvm::SwitchInst;
using llvm::Value;

constexpr size_t kLeastCases = 8;  // ECP5: 300 look-up tables as multiplexers of 32 bits, 100 as a table
constexpr size_t kLeastInTree = 256;
constexpr uint64_t kMostRowsPerCase = 2;
constexpr size_t kMostInstructions = 32;  // of a block that is evaluated for each of its cases
constexpr unsigned kConstantSpace = 2;

using Values = llvm::SmallVector<Value *, 2>;

/// Where control goes from an edge of the switch, and with which values for the phis there.
struct Outcome {
  BasicBlock *join = nullptr;
  Values values;
  bool areConstants = true;
};

struct Case {
  APInt value;
  BasicBlock *target;
  Values results;
};

bool bySignedValue(const Case &a, const Case &b) { return a.value.slt(b.value); }

/// Evaluates what stands on the edges of one switch.
class Evaluation {
public:
  explicit Evaluation(const SwitchInst &choice)
      : choice_(choice), layout_(choice.getModule()->getDataLayout()), block_(choice.getParent()) {}

  /// `value`: of the switch's condition; nullptr if it is not known. No outcome: it does not only choose values.
  std::optional<Outcome> outcome(BasicBlock &target, Constant *value) {
    known_.clear();
    if (value)
      known_[choice_.getCondition()] = value;
    auto [passed, isNew] = passed_.try_emplace(&target);
    if (isNew)
      passed->second = isPassedOnly(target);
    if (!passed->second)
      return outcomeAt(target, block_);
    for (Instruction &instruction : llvm::make_range(target.begin(), target.getTerminator()->getIterator()))
      if (!evaluate(instruction))
        return std::nullopt;
    return outcomeAt(*target.getSingleSuccessor(), &target);
  }

private:
  /// A block between the switch and a join, which gives values to the join's phis only.
  bool isPassedOnly(const BasicBlock &target) const {
    const BasicBlock *next = target.getSingleSuccessor();
    return next && next != &target && next != block_ && target.getUniquePredecessor() == block_ &&
           !llvm::isa<llvm::PHINode>(target.front()) && target.size() <= kMostInstructions &&
           llvm::none_of(target, [&](const Instruction &one) { return one.isUsedOutsideOfBlock(&target); });
  }

  Constant *constant(Value *value) const {
    auto *own = llvm::dyn_cast<Constant>(value);
    return own ? own : known_.lookup(value);
  }

  static bool fitsTable(const Constant &constant) {
    const llvm::Type &type = *constant.getType();
    return llvm::isa<llvm::ConstantData>(constant) && (type.isHalfTy() || type.isFloatTy() || type.isDoubleTy() ||
                                                       (type.isIntegerTy() && type.getIntegerBitWidth() <= 64));
  }

  bool evaluate(Instruction &instruction) {
    llvm::SmallVector<Constant *> operands;
    for (Value *operand : instruction.operands())
      operands.push_back(constant(operand));
    if (llvm::is_contained(operands, nullptr) || instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects())
      return false;
    return (known_[&instruction] = llvm::ConstantFoldInstOperands(&instruction, operands, layout_));
  }

  std::optional<Outcome> outcomeAt(BasicBlock &join, const BasicBlock *from) {
    Outcome outcome;
    outcome.join = &join;
    for (llvm::PHINode &phi : join.phis()) {
      Value *value = incoming(phi).lookup(from);
      Constant *result = constant(value);
      outcome.areConstants &= result && fitsTable(*result);
      outcome.values.push_back(result ? result : value);
    }
    return outcome;
  }

  /// A phi's own search takes time in proportion to its operands.
  const llvm::DenseMap<const BasicBlock *, Value *> &incoming(const llvm::PHINode &phi) {
    auto [entry, isNew] = incoming_.try_emplace(&phi);
    if (isNew)
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
        entry->second[phi.getIncomingBlock(i)] = phi.getIncomingValue(i);
    return entry->second;
  }

  const SwitchInst &choice_;
  const llvm::DataLayout &layout_;
  const BasicBlock *const block_;
  llvm::DenseMap<const BasicBlock *, bool> passed_;  // targets, of which one may have all the cases
  llvm::DenseMap<const Value *, Constant *> known_;
  llvm::DenseMap<const llvm::PHINode *, llvm::DenseMap<const BasicBlock *, Value *>> incoming_;
};

/// The cases of one switch that choose values for the phis of one block: all of them constants, or not.
class Group {
public:
  Group(SwitchInst &choice, BasicBlock &join, bool areConstants, std::vector<Case> cases,
        const board::Description &board)
      : choice_(choice), join_(join), areConstants_(areConstants), cases_(std::move(cases)), board_(board),
        module_(*choice.getModule()), build_(choice.getContext()) {
    llvm::sort(cases_, bySignedValue);
  }

  bool replace(const std::optional<Outcome> &otherwise) {
    if (cases_.size() < kLeastCases)
      return false;
    const bool isTable = areConstants_ && planTable();
    if (!isTable && cases_.size() < kLeastInTree)
      return false;
    auto *lookup = BasicBlock::Create(choice_.getContext(), "cases", join_.getParent(), &join_);
    if (isTable && otherwise && otherwise->areConstants && otherwise->join == &join_)
      fillHoles(*lookup, otherwise->values);
    build_.SetInsertPoint(lookup);
    build_.SetCurrentDebugLocation(choice_.getDebugLoc());
    llvm::SmallVector<Value *> results;
    for (size_t phi = 0; phi < cases_.front().results.size(); ++phi)
      results.push_back(isTable ? inTable(phi) : inTree(phi, cases_));
    build_.CreateBr(&join_);
    redirect(*lookup, results);
    return true;
  }

private:
  /// Chooses the table's first row; false if there would be too many rows.
  bool planTable() {
    first_ = cases_.front().value;
    if (first_.isNonNegative() && first_.ule(cases_.size() / 4))
      first_ = APInt(first_.getBitWidth(), 0);  // a few rows for a subtraction
    const APInt last = cases_.back().value - first_;
    if (last.uge(kMostRowsPerCase * cases_.size()))
      return false;
    rows_ = last.getZExtValue() + 1;
    uint64_t bytes = 0;
    for (size_t phi = 0; phi < cases_.front().results.size(); ++phi)
      bytes += rows_ * module_.getDataLayout().getTypeAllocSize(storedType(phi));
    for (const llvm::GlobalVariable &variable : module_.globals())
      if (variable.getAddressSpace() == kConstantSpace)
        bytes += module_.getDataLayout().getTypeAllocSize(variable.getValueType());
    return bytes <= board_.constantBufferBytes;
  }

  /// What the default gives, values between the cases give too: then one range is compared with.
  void fillHoles(BasicBlock &lookup, const Values &results) {
    llvm::DenseSet<uint64_t> taken;
    for (const auto &one : choice_.cases())
      if (const uint64_t i = row(one.getCaseValue()->getValue()); i < rows_)
        taken.insert(i);
    for (uint64_t i = 0; i < rows_; ++i)
      if (!taken.contains(i))
        cases_.push_back({first_ + i, nullptr, results});
    for (const Case &one : cases_)
      if (!one.target)
        choice_.addCase(llvm::ConstantInt::get(choice_.getContext(), one.value), &lookup);
  }

  uint64_t row(const APInt &value) const { return (value - first_).getZExtValue(); }

  Value *inTable(size_t phi) {
    llvm::Type *type = cases_.front().results[phi]->getType(), *stored = storedType(phi);
    std::vector<Constant *> rows(rows_, Constant::getNullValue(stored));
    for (const Case &one : cases_)
      if (auto *number = llvm::dyn_cast<llvm::ConstantInt>(one.results[phi]))
        rows[row(one.value)] =
            llvm::ConstantInt::get(stored, number->getValue().zextOrTrunc(stored->getIntegerBitWidth()));
      else if (auto *real = llvm::dyn_cast<llvm::ConstantFP>(one.results[phi]))
        rows[row(one.value)] = real;
    auto *array = llvm::ArrayType::get(stored, rows_);
    auto *table = new llvm::GlobalVariable(module_, array, /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage,
                                           llvm::ConstantArray::get(array, rows), "cases", nullptr,
                                           llvm::GlobalValue::NotThreadLocal, kConstantSpace);
    table->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    table->addAttribute(builtins::kUncheckedVariable);  // the switch has seen to it
    Value *index = build_.CreateSub(choice_.getCondition(), build_.getInt(first_));
    index = build_.CreateZExtOrTrunc(index, module_.getDataLayout().getIndexType(table->getType()));
    Value *result = build_.CreateLoad(stored, build_.CreateInBoundsGEP(array, table, {build_.getInt32(0), index}));
    return type->isIntegerTy() ? build_.CreateZExtOrTrunc(result, type) : result;
  }

  /// As narrow as holds all numbers.
  llvm::Type *storedType(size_t phi) const {
    llvm::Type *type = cases_.front().results[phi]->getType();
    if (!type->isIntegerTy())
      return type;
    unsigned bits = 8;
    for (const Case &one : cases_)
      if (auto *number = llvm::dyn_cast<llvm::ConstantInt>(one.results[phi]))
        bits = std::max(bits, unsigned(llvm::PowerOf2Ceil(number->getValue().getActiveBits())));
    return llvm::Type::getIntNTy(type->getContext(), bits);
  }

  /// A balanced tree: one of the cases is met.
  Value *inTree(size_t phi, llvm::ArrayRef<Case> cases) {
    auto isFirst = [&](const Case &one) { return one.results[phi] == cases.front().results[phi]; };
    if (llvm::all_of(cases, isFirst))
      return cases.front().results[phi];
    const size_t half = cases.size() / 2;
    Value *isBelow = build_.CreateICmpSLT(choice_.getCondition(), build_.getInt(cases[half].value));
    Value *below = inTree(phi, cases.take_front(half)), *above = inTree(phi, cases.drop_front(half));
    return build_.CreateSelect(isBelow, below, above);
  }

  /// The cases go to `lookup`, which goes to the join.
  void redirect(BasicBlock &lookup, llvm::ArrayRef<Value *> results) {
    unsigned direct = 0;  // edges of the switch to the join
    llvm::SetVector<BasicBlock *> targets;
    llvm::DenseSet<APInt> values;
    for (const Case &one : cases_)
      values.insert(one.value);
    for (auto one : choice_.cases()) {
      BasicBlock *target = one.getCaseSuccessor();
      if (target == &lookup || !values.contains(one.getCaseValue()->getValue()))
        continue;
      one.setSuccessor(&lookup);
      if (target == &join_)
        ++direct;
      else
        targets.insert(target);
    }
    targets.remove_if([](BasicBlock *target) { return !llvm::pred_empty(target); });
    for (auto [phi, result] : llvm::zip(join_.phis(), results)) {
      unsigned left = direct;
      phi.removeIncomingValueIf(
          [&, &phi = phi](unsigned i) {
            BasicBlock *from = phi.getIncomingBlock(i);
            if (from != choice_.getParent())
              return targets.contains(from);
            const bool removed = left > 0;
            left -= removed;
            return removed;
          },
          /*DeletePHIIfEmpty=*/false);
      phi.addIncoming(result, &lookup);
    }
    for (BasicBlock *target : targets)
      removeBlock(*target);
  }

  /// The join's phis know nothing of it any more.
  static void removeBlock(BasicBlock &block) {
    llvm::ReplaceInstWithInst(block.getTerminator(), new llvm::UnreachableInst(block.getContext()));
    llvm::DeleteDeadBlock(&block);
  }

  SwitchInst &choice_;
  BasicBlock &join_;
  const bool areConstants_;
  std::vector<Case> cases_;
  const board::Description &board_;
  llvm::Module &module_;
  llvm::IRBuilder<> build_;
  APInt first_;
  uint64_t rows_ = 0;
};

bool tabulate(SwitchInst &choice, const board::Description &board) {
  llvm::MapVector<std::pair<BasicBlock *, unsigned>, std::vector<Case>> groups;  // 1: of constants
  Evaluation evaluation(choice);
  for (const auto &one : choice.cases())
    if (auto outcome = evaluation.outcome(*one.getCaseSuccessor(), one.getCaseValue()))
      groups[{outcome->join, outcome->areConstants}].push_back(
          {one.getCaseValue()->getValue(), one.getCaseSuccessor(), std::move(outcome->values)});
  const std::optional<Outcome> otherwise = evaluation.outcome(*choice.getDefaultDest(), nullptr);
  bool changed = false;
  for (auto &[key, cases] : groups)
    changed |= Group(choice, *key.first, key.second != 0, std::move(cases), board).replace(otherwise);
  return changed;
}

}  // namespace

llvm::PreservedAnalyses TabulateSwitches::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  llvm::SmallVector<SwitchInst *> switches;
  for (BasicBlock &block : function)
    if (auto *choice = llvm::dyn_cast<SwitchInst>(block.getTerminator()))
      if (choice->getNumCases() >= kLeastCases && choice->getCondition()->getType()->getIntegerBitWidth() <= 64)
        switches.push_back(choice);
  bool changed = false;
  for (SwitchInst *choice : switches)
    changed |= tabulate(*choice, environment.board);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
