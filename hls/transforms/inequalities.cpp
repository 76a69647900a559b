// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/inequalities.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ConstraintSystem.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

namespace weft::hls::transforms {
namespace {

using llvm::Value;

constexpr unsigned kDeepest = 6;            // sums in sums
constexpr unsigned kMostConditions = 12;    // in conditions
constexpr size_t kMostFacts = 16;           // of branches: elimination is exponential in theory
constexpr unsigned kMostConstantBits = 40;  // of two's complement: sums of a few stay far from overflow

}  // namespace

LinearSum LinearSum::plus(const LinearSum &other, int64_t factor) const {
  LinearSum sum = *this;
  sum.constant += factor * other.constant;
  for (const auto &[value, times] : other.terms) {
    auto *term = llvm::find_if(sum.terms, [&, v = value](const auto &each) { return each.first == v; });
    if (term == sum.terms.end())
      sum.terms.emplace_back(value, factor * times);
    else if ((term->second += factor * times) == 0)
      sum.terms.erase(term);
  }
  return sum;
}

int64_t LinearSum::factorOf(const Value *value) const {
  const auto *term = llvm::find_if(terms, [&](const auto &each) { return each.first == value; });
  return term == terms.end() ? 0 : term->second;
}

Inequalities::Inequalities(const llvm::Instruction &at, const llvm::DominatorTree &dominators, bool isSigned)
    : at_(at), dominators_(dominators), isSigned_(isSigned) {
  const llvm::BasicBlock *block = at.getParent();
  for (const auto *node = dominators.getNode(block); node && node->getIDom() && notPositive_.size() < kMostFacts;
       node = node->getIDom()) {
    const llvm::BasicBlock *above = node->getIDom()->getBlock();
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(above->getTerminator());
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      continue;
    for (const unsigned side : {0u, 1u})
      if (dominators.dominates(llvm::BasicBlockEdge(above, branch->getSuccessor(side)), block))
        assume(branch->getCondition(), side == 0);
  }
}

void Inequalities::assume(Value *condition, bool holds, unsigned depth) {
  using namespace llvm::PatternMatch;
  llvm::CmpInst::Predicate predicate;
  Value *a, *b;
  if (depth == kMostConditions)
    return;
  if (match(condition, m_Not(m_Value(a)))) {
    assume(a, !holds, depth + 1);
  } else if (match(condition, m_ICmp(predicate, m_Value(a), m_Value(b)))) {
    assume(holds ? predicate : llvm::CmpInst::getInversePredicate(predicate), a, b);
  } else if (holds ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
                   : match(condition, m_LogicalOr(m_Value(a), m_Value(b)))) {
    assume(a, holds, depth + 1);
    assume(b, holds, depth + 1);
  }
}

void Inequalities::assume(llvm::CmpInst::Predicate predicate, Value *a, Value *b) {
  if (!a->getType()->isIntegerTy())
    return;
  if (predicate == llvm::CmpInst::ICMP_EQ) {
    const llvm::CmpInst::Predicate both = isSigned_ ? llvm::CmpInst::ICMP_SLE : llvm::CmpInst::ICMP_ULE;
    assume(both, a, b);
    assume(both, b, a);
    return;
  }
  const bool likewise = llvm::CmpInst::isSigned(predicate) == isSigned_ ||
                        (rangeOf(a).isAllNonNegative() && rangeOf(b).isAllNonNegative());
  if (!llvm::CmpInst::isRelational(predicate) || !likewise)
    return;
  if (llvm::ICmpInst::isGT(predicate) || llvm::ICmpInst::isGE(predicate)) {
    std::swap(a, b);
    predicate = llvm::CmpInst::getSwappedPredicate(predicate);
  }
  const std::optional<LinearSum> less = sumOf(a), greater = sumOf(b);
  if (less && greater)
    addNotPositive(*less - *greater + LinearSum{llvm::ICmpInst::isLT(predicate)});
}

void Inequalities::addNotPositive(LinearSum sum) {
  if (!sum.terms.empty())
    notPositive_.push_back(std::move(sum));
}

std::optional<LinearSum> Inequalities::constant(const llvm::APInt &value) const {
  const unsigned bits = isSigned_ ? value.getSignificantBits() : value.getActiveBits() + 1;
  if (bits > kMostConstantBits)
    return std::nullopt;
  return LinearSum{isSigned_ ? value.getSExtValue() : int64_t(value.getZExtValue())};
}

llvm::ConstantRange Inequalities::rangeOf(Value *value) const {
  return llvm::computeConstantRange(value, isSigned_, /*UseInstrInfo=*/true, /*AC=*/nullptr, &at_, &dominators_)
      .intersectWith(llvm::ConstantRange::fromKnownBits(
          llvm::computeKnownBits(value, 0, llvm::SimplifyQuery(at_.getDataLayout(), &dominators_, nullptr, &at_)),
          isSigned_));
}

std::optional<LinearSum> Inequalities::sumOf(Value *value) const { return sumOf(value, 0); }

std::optional<LinearSum> Inequalities::sumOf(Value *value, unsigned depth) const {
  using namespace llvm::PatternMatch;
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(value))
    return constant(number->getValue());
  LinearSum whole{0, {{value, 1}}};
  if (depth == kDeepest)
    return whole;
  Value *a, *b;
  if (match(value, m_SExt(m_Value(a))) && isSigned_)
    return sumOf(a, depth + 1);
  if (match(value, m_ZExt(m_Value(a))) && (!isSigned_ || rangeOf(a).isAllNonNegative()))
    return sumOf(a, depth + 1);
  if (match(value, m_Trunc(m_Value(a)))) {
    const unsigned bits = value->getType()->getIntegerBitWidth();
    const llvm::ConstantRange range = rangeOf(a);
    const bool same = isSigned_ ? range.getMinSignedBits() <= bits : range.getActiveBits() <= bits;
    return same ? sumOf(a, depth + 1) : whole;
  }
  const bool adds = match(value, m_Add(m_Value(a), m_Value(b)));
  if (!adds && !match(value, m_Sub(m_Value(a), m_Value(b))))
    return whole;
  const auto *operation = llvm::cast<llvm::OverflowingBinaryOperator>(value);
  std::optional<LinearSum> first = sumOf(a, depth + 1), second = sumOf(b, depth + 1);
  if (!first || !second)
    return isSigned_ ? std::nullopt : std::optional(whole);
  if (isSigned_ ? operation->hasNoSignedWrap() : operation->hasNoUnsignedWrap())
    return adds ? *first + *second : *first - *second;
  // What is added to an unsigned number may be a difference from it.
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(b); number && adds && number->isNegative())
    second = LinearSum{number->getSExtValue()};
  const LinearSum sum = adds ? *first + *second : *first - *second;
  return isExact(sum, value->getType()) ? sum : whole;
}

bool Inequalities::isExact(const LinearSum &sum, llvm::Type *type) const {
  // Of wide types a part will do.
  const unsigned bits = std::min(type->getIntegerBitWidth(), kMostConstantBits - 1);
  const LinearSum low{isSigned_ ? -(int64_t(1) << (bits - 1)) : 0};
  const LinearSum high{(int64_t(1) << (isSigned_ ? bits - 1 : bits)) - 1};
  // One value is a number of its own type, however large.
  if (sum.constant == 0 && sum.terms.size() == 1 && sum.terms.begin()->second == 1 &&
      sum.terms.begin()->first->getType()->getIntegerBitWidth() <= type->getIntegerBitWidth())
    return true;
  return implies(low - sum) && implies(sum - high);
}

void Inequalities::addRange(Value *value, std::vector<LinearSum> &rows) const {
  const llvm::ConstantRange range = rangeOf(value);
  const LinearSum itself{0, {{value, 1}}};
  if (const auto low = constant(isSigned_ ? range.getSignedMin() : range.getUnsignedMin()))
    rows.push_back(*low - itself);
  if (const auto high = constant(isSigned_ ? range.getSignedMax() : range.getUnsignedMax()))
    rows.push_back(itself - *high);
}

bool Inequalities::implies(const LinearSum &sum) const {
  if (sum.terms.empty())
    return sum.constant <= 0;
  std::vector<LinearSum> rows = notPositive_;
  rows.push_back(sum);
  llvm::SmallSetVector<Value *, 8> values;
  for (const LinearSum &each : rows)
    for (const auto &term : each.terms)
      values.insert(term.first);
  rows.pop_back();
  for (Value *value : values)
    addRange(value, rows);
  const auto rowOf = [&](const LinearSum &each) {
    llvm::SmallVector<int64_t, 8> row = {-each.constant};
    for (const Value *value : values)
      row.push_back(each.factorOf(value));
    return row;
  };
  llvm::ConstraintSystem system;
  for (const LinearSum &each : rows)
    system.addVariableRow(rowOf(each));
  return system.isConditionImplied(rowOf(sum));
}

}  // namespace weft::hls::transforms
