// SPDX-License-Identifier: Apache-2.0
// An index of fewer bits than an address is a sum mostly, of which the program says that it does not overflow. The sum
// of the extended terms is the same, and shows how indices of neighbouring work-items differ (hls/graph/shapes.h): an
// extension of the sum would hide it. So would one of a sum's multiple, `(x + 1) * 2`, or of a sum at a border,
// `clamp(x + 1, 0, n - 1)`. InstCombine writes sums without carries as disjunctions, and differences without borrows
// from a constant, `n - 1 - x`, as exclusive ones: in indices they become sums and differences again.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "hls/transforms/index_terms.h"
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

using llvm::Instruction;
using llvm::Value;

constexpr unsigned kMostTerms = 8;  // so few that the sum stays far below what 64 bits hold

/// Whether it is a multiple of its first operand.
bool isMultiple(const llvm::BinaryOperator &value) {
  return (value.getOpcode() == Instruction::Mul || value.getOpcode() == Instruction::Shl) &&
         llvm::isa<llvm::ConstantInt>(value.getOperand(1));
}

/// Whether it is an index of an address, or a term of one, or may be chosen for one.
bool isIndex(const Instruction &value, unsigned depth = 0) {
  constexpr unsigned kMostSums = 4;
  return llvm::any_of(value.users(), [&](const llvm::User *user) {
    if (const auto *pointer = llvm::dyn_cast<llvm::GetElementPtrInst>(user))
      return pointer->getPointerOperand() != &value;
    if (llvm::isa<llvm::SelectInst, llvm::MinMaxIntrinsic>(user))
      return depth < kMostSums && isIndex(*llvm::cast<Instruction>(user), depth + 1);
    const auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(user);
    return sum && (sum->getOpcode() == Instruction::Add || sum->getOpcode() == Instruction::Sub || isMultiple(*sum)) &&
           depth < kMostSums && isIndex(*sum, depth + 1);
  });
}

bool isExact(const llvm::BinaryOperator &value, bool isSigned) {
  return isSigned ? value.hasNoSignedWrap() : value.hasNoUnsignedWrap();
}

/// A sum or difference that does not overflow in the extension's sense; null: it is none.
llvm::BinaryOperator *exactSum(Value *value, bool isSigned) {
  auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (!sum || (sum->getOpcode() != Instruction::Add && !(isSigned && sum->getOpcode() == Instruction::Sub)))
    return nullptr;
  return isExact(*sum, isSigned) ? sum : nullptr;
}

/// A multiple that does not overflow in the extension's sense; null: it is none.
llvm::BinaryOperator *exactMultiple(Value *value, bool isSigned) {
  auto *multiple = llvm::dyn_cast<llvm::BinaryOperator>(value);
  return multiple && isMultiple(*multiple) && isExact(*multiple, isSigned) ? multiple : nullptr;
}

/// What chooses one of two values that may as well be extended before: a selection, or the greater or smaller one of
/// the same sense. Null: it is none.
llvm::Instruction *exactChoice(Value *value, bool isSigned) {
  if (auto *select = llvm::dyn_cast<llvm::SelectInst>(value))
    return select;
  auto *extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(value);
  return extreme && extreme->isSigned() == isSigned ? extreme : nullptr;
}

/// Whether an exact sum is all of it, or chosen or multiplied by it.
bool hasExactSum(Value *value, bool isSigned, unsigned depth = 0) {
  constexpr unsigned kDeepest = 4;
  if (exactSum(value, isSigned))
    return true;
  if (const llvm::BinaryOperator *multiple = exactMultiple(value, isSigned))
    return depth < kDeepest && hasExactSum(multiple->getOperand(0), isSigned, depth + 1);
  const llvm::Instruction *choice = exactChoice(value, isSigned);
  if (!choice || depth == kDeepest)
    return false;
  return llvm::any_of(choice->operands(), [&](Value *operand) {
    return operand->getType() == value->getType() && hasExactSum(operand, isSigned, depth + 1);
  });
}

/// An exclusive disjunction with a constant that has all the bits that its other operand may have: these are taken from
/// it without borrows.
bool isDifference(const Instruction &value, const llvm::DataLayout &layout) {
  const auto *all =
      value.getOpcode() == Instruction::Xor ? llvm::dyn_cast<llvm::ConstantInt>(value.getOperand(1)) : nullptr;
  return all && (~all->getValue()).isSubsetOf(llvm::computeKnownBits(value.getOperand(0), layout).Zero);
}

/// The disjunctions without carries or borrows of which an index is made by sums, products and extensions.
void collectDisjoint(Value *index, const llvm::DataLayout &layout, llvm::SmallPtrSetImpl<Value *> &seen,
                     llvm::SmallVectorImpl<llvm::BinaryOperator *> &found) {
  auto *instruction = llvm::dyn_cast<Instruction>(index);
  if (!instruction || !seen.insert(index).second)
    return;
  const auto *disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(instruction);
  if (disjoint ? disjoint->isDisjoint() : isDifference(*instruction, layout))
    found.push_back(llvm::cast<llvm::BinaryOperator>(instruction));
  else if (!isIndexTerm(*instruction))
    return;
  for (Value *operand : instruction->operands())
    collectDisjoint(operand, layout, seen, found);
}

/// Writes them as sums and differences, which are exact in both senses.
bool addDisjoint(llvm::Function &function) {
  llvm::SmallPtrSet<Value *, 32> seen;
  llvm::SmallVector<llvm::BinaryOperator *> found;
  for (const Instruction &instruction : llvm::instructions(function))
    if (const auto *pointer = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
      for (Value *index : pointer->indices())
        collectDisjoint(index, function.getDataLayout(), seen, found);
  for (llvm::BinaryOperator *bits : found) {
    const bool adds = bits->getOpcode() == Instruction::Or;
    auto *sum = llvm::BinaryOperator::Create(adds ? Instruction::Add : Instruction::Sub, bits->getOperand(adds ? 0 : 1),
                                             bits->getOperand(adds ? 1 : 0), "", bits->getIterator());
    sum->setHasNoSignedWrap();
    sum->setHasNoUnsignedWrap();
    sum->setDebugLoc(bits->getDebugLoc());
    sum->takeName(bits);
    bits->replaceAllUsesWith(sum);
    bits->eraseFromParent();
  }
  return !found.empty();
}

class Extended {
public:
  Extended(llvm::CastInst &extension, bool isSigned)
      : builder_(&extension), type_(extension.getType()), isSigned_(isSigned) {}

  Value *of(Value *value) {
    if (hasExactSum(value, isSigned_))
      if (llvm::Instruction *choice = exactChoice(value, isSigned_); choice && ++terms_ < kMostTerms)
        return ofChoice(*choice);
    if (llvm::BinaryOperator *multiple = exactMultiple(value, isSigned_); multiple && hasExactSum(value, isSigned_))
      return ofMultiple(*multiple);
    llvm::BinaryOperator *sum = exactSum(value, isSigned_);
    if (!sum || ++terms_ >= kMostTerms)
      return isSigned_ ? builder_.CreateSExt(value, type_) : builder_.CreateZExt(value, type_);
    Value *a = of(sum->getOperand(0)), *b = of(sum->getOperand(1));
    return wider(*sum, a, b);
  }

private:
  /// What was exact in fewer bits is in more.
  Value *wider(llvm::BinaryOperator &narrow, Value *a, Value *b) {
    return builder_.Insert(llvm::BinaryOperator::CreateWithCopiedFlags(narrow.getOpcode(), a, b, &narrow),
                           narrow.getName());
  }

  Value *ofMultiple(llvm::BinaryOperator &multiple) {
    Value *times = multiple.getOperand(1);
    const bool shifts = multiple.getOpcode() == Instruction::Shl;
    Value *once = of(multiple.getOperand(0));
    return wider(multiple, once,
                 isSigned_ && !shifts ? builder_.CreateSExt(times, type_) : builder_.CreateZExt(times, type_));
  }

  Value *ofChoice(llvm::Instruction &choice) {
    if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&choice)) {
      Value *yes = of(select->getTrueValue()), *no = of(select->getFalseValue());
      return builder_.CreateSelect(select->getCondition(), yes, no, select->getName());
    }
    auto &extreme = llvm::cast<llvm::MinMaxIntrinsic>(choice);
    Value *a = of(extreme.getLHS()), *b = of(extreme.getRHS());
    return builder_.CreateBinaryIntrinsic(extreme.getIntrinsicID(), a, b, {}, extreme.getName());
  }

  llvm::IRBuilder<> builder_;
  llvm::Type *type_;
  bool isSigned_;
  unsigned terms_ = 0;
};

}  // namespace

llvm::PreservedAnalyses WidenIndices::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  bool changed = addDisjoint(function);
  for (Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *extension = llvm::dyn_cast<llvm::CastInst>(&instruction);
    if (!extension || !llvm::isa<llvm::SExtInst, llvm::ZExtInst>(extension) || !isIndex(*extension))
      continue;
    Value *index = extension->getOperand(0);
    // What is not negative is the same in either sense.
    const bool isSigned = llvm::isa<llvm::SExtInst>(extension) ||
                          (extension->hasNonNeg() && hasExactSum(index, true) && !exactSum(index, false));
    if (!hasExactSum(index, isSigned))
      continue;
    extension->replaceAllUsesWith(Extended(*extension, isSigned).of(index));
    extension->eraseFromParent();
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
