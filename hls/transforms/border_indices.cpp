// SPDX-License-Identifier: Apache-2.0
// An index at a border mostly is a neighbour of the one that it stands for: where `clamp(x - 1, 0, n - 1)` is not x - 1
// it is x, if x is not negative. Written as that neighbour, `x < 1 ? x : x - 1`, all that work-items load is their
// row's (hls/graph/transforms/split_borders.cpp, ADR 85), and the border takes no access of its own.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "hls/transforms/index_terms.h"
#include "hls/transforms/inequalities.h"
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

using llvm::Instruction;
using llvm::Value;

constexpr int64_t kFarthest = 3;  // from the index to what is taken instead of it: half of a filter of seven taps
constexpr unsigned kMostSteps = 8;

bool leadsOn(const Instruction &instruction) {
  return isIndexTerm(instruction) ||
         llvm::isa<llvm::GetElementPtrInst, llvm::SelectInst, llvm::MinMaxIntrinsic>(instruction);
}

/// Whether an address that is loaded from is made of it.
bool isIndex(const Value &value, unsigned steps = 0) {
  return llvm::any_of(value.users(), [&](const llvm::User *user) {
    if (llvm::isa<llvm::LoadInst>(user))
      return llvm::isa<llvm::GetElementPtrInst>(value);
    const auto *instruction = llvm::dyn_cast<Instruction>(user);
    return instruction && steps < kMostSteps && leadsOn(*instruction) && isIndex(*instruction, steps + 1);
  });
}

/// What takes `border` instead of `index` where a condition holds.
struct Choice {
  Value *index, *border;
  llvm::CmpInst::Predicate predicate;  // of a and b, the border's condition; BAD_ICMP_PREDICATE: of a alone
  Value *a, *b;
  bool holds = true;  // otherwise it is the index that is taken where it holds
};

/// Either value may be the border.
llvm::SmallVector<Choice, 2> choicesOf(Instruction &instruction) {
  if (auto *extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction)) {
    const llvm::CmpInst::Predicate first = extreme->getPredicate();  // where it holds, the left one is taken
    Value *a = extreme->getLHS(), *b = extreme->getRHS();
    return {{a, b, llvm::CmpInst::getSwappedPredicate(first), a, b}, {b, a, first, a, b}};
  }
  if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    Value *yes = select->getTrueValue(), *no = select->getFalseValue(), *condition = select->getCondition();
    return {{yes, no, llvm::CmpInst::BAD_ICMP_PREDICATE, condition, nullptr, false},
            {no, yes, llvm::CmpInst::BAD_ICMP_PREDICATE, condition, nullptr, true}};
  }
  return {};
}

/// Distances from the index to its border, where that is taken.
struct Distances {
  int64_t low, high;
};

/// Nothing: they are not known, or too many or too far. The index has to be exact where the border is taken: it is
/// computed there, too.
std::optional<Distances> distancesOf(const Choice &choice, Inequalities facts) {
  if (choice.predicate == llvm::CmpInst::BAD_ICMP_PREDICATE)
    facts.assume(choice.a, choice.holds);
  else
    facts.assume(choice.predicate, choice.a, choice.b);
  const std::optional<LinearSum> index = facts.sumOf(choice.index), border = facts.sumOf(choice.border);
  if (!index || !border || !facts.isExact(*index, choice.index->getType()))
    return std::nullopt;
  const LinearSum apart = *border - *index;
  if (apart.terms.empty())  // as it is written already
    return std::nullopt;
  Distances found{kFarthest, -kFarthest};
  while (found.low >= -kFarthest && !facts.implies(LinearSum{found.low} - apart))
    --found.low;
  while (found.high <= kFarthest && !facts.implies(apart - LinearSum{found.high}))
    ++found.high;
  if (found.low < -kFarthest || found.high > kFarthest || found.high - found.low >= kFarthest)
    return std::nullopt;
  return found;
}

Value *away(llvm::IRBuilder<> &builder, Value *index, int64_t distance) {
  if (distance == 0)
    return index;
  return builder.CreateNSWAdd(index, llvm::ConstantInt::getSigned(index->getType(), distance));
}

/// The choice by distances from the index.
Value *rewritten(llvm::IRBuilder<> &builder, const Choice &choice, const Distances &distances) {
  if (distances.low > distances.high)  // the border is never taken
    return choice.index;
  Value *border = away(builder, choice.index, distances.high);
  for (int64_t d = distances.high; d-- > distances.low;) {
    Value *element = away(builder, choice.index, d);
    border = builder.CreateSelect(builder.CreateICmpEQ(element, choice.border), element, border);
  }
  if (border == choice.index)
    return border;
  const bool compares = choice.predicate != llvm::CmpInst::BAD_ICMP_PREDICATE;
  Value *taken = compares ? builder.CreateICmp(choice.predicate, choice.a, choice.b) : choice.a;
  return choice.holds ? builder.CreateSelect(taken, border, choice.index)
                      : builder.CreateSelect(taken, choice.index, border);
}

/// A difference that stops at 0, of what is not negative, as a choice.
bool expandSaturated(Instruction &instruction) {
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!call || call->getIntrinsicID() != llvm::Intrinsic::usub_sat || !isIndex(*call))
    return false;
  auto *less = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1));
  Value *from = call->getArgOperand(0);
  if (!less || less->getValue().ugt(kFarthest) ||
      !llvm::isKnownNonNegative(from, llvm::SimplifyQuery(call->getDataLayout(), call)))
    return false;
  llvm::IRBuilder<> builder(call);
  Value *difference = away(builder, from, -int64_t(less->getZExtValue()));
  call->replaceAllUsesWith(
      builder.CreateSelect(builder.CreateICmpSLT(from, less), llvm::ConstantInt::get(call->getType(), 0), difference));
  call->eraseFromParent();
  return true;
}

bool rewrite(Instruction &instruction, const llvm::DominatorTree &dominators) {
  if (!instruction.getType()->isIntegerTy() || instruction.getType()->isIntegerTy(1) || !isIndex(instruction))
    return false;
  for (const bool isSigned : {true, false}) {
    const Inequalities facts(instruction, dominators, isSigned);
    for (const Choice &choice : choicesOf(instruction)) {
      const std::optional<Distances> distances = distancesOf(choice, facts);
      if (!distances)
        continue;
      llvm::IRBuilder<> builder(&instruction);
      instruction.replaceAllUsesWith(rewritten(builder, choice, *distances));
      instruction.eraseFromParent();
      return true;
    }
  }
  return false;
}

}  // namespace

llvm::PreservedAnalyses BorderIndices::run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
  const auto &dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  bool changed = false;
  for (Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
    changed |= expandSaturated(instruction);
  for (Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
    if (llvm::isa<llvm::SelectInst, llvm::MinMaxIntrinsic>(instruction))
      changed |= rewrite(instruction, dominators);
  if (!changed)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

}  // namespace weft::hls::transforms
