// SPDX-License-Identifier: Apache-2.0
// Copies of an unrolled loop whose length is not known to be a multiple of theirs: LLVM puts a loop behind it that does
// what is left. Its loads are sites of their own. Where lanes walk along a row each, that is a second cache, which
// reads the rows' last lines once more. Here each copy but the first is made if there is another round, so nothing is
// left (ADR 86).
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "hls/transforms/copies.h"
#include "hls/transforms/passes.h"
#include "hls/transforms/primitives.h"

namespace weft::hls::transforms {
namespace {

using namespace llvm;

constexpr unsigned kMostCopies = 64;               // elements of a load that come in turn lie no farther apart
constexpr unsigned kMostInstructions = 16 * 1024;  // of all copies: LLVM's limit for unrolling by a pragma
constexpr int64_t kMostBytes = 4096;               // of a step: what is farther apart shares no lines

/// By how much an expression grows from one round to the next, whatever extensions do to it: lanes that walk past where
/// a number ends are few. Nothing: that is not the same each time.
std::optional<int64_t> stepOf(const SCEV *expression, const Loop &loop, ScalarEvolution &evolution) {
  if (evolution.isLoopInvariant(expression, &loop))
    return 0;
  if (auto *cast = dyn_cast<SCEVCastExpr>(expression))
    return stepOf(cast->getOperand(), loop, evolution);
  const auto *operation = dyn_cast<SCEVNAryExpr>(expression);
  if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(expression)) {
    auto *step = dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(evolution));
    const bool known = step && recurrence->isAffine() && step->getAPInt().getSignificantBits() <= 32;
    return known ? std::optional(step->getAPInt().getSExtValue()) : std::nullopt;
  }
  if (!operation || !isa<SCEVAddExpr, SCEVMulExpr>(expression))
    return std::nullopt;
  const bool product = isa<SCEVMulExpr>(expression);
  int64_t sum = 0, factor = 1;
  for (const SCEV *operand : operation->operands()) {
    auto *constant = dyn_cast<SCEVConstant>(operand);
    if (product && constant && constant->getAPInt().getSignificantBits() <= 16) {
      factor *= constant->getAPInt().getSExtValue();
      continue;
    }
    const std::optional<int64_t> step = stepOf(operand, loop, evolution);
    if (!step || (product && (*step == 0 || sum != 0)))
      return std::nullopt;
    sum += *step;
  }
  return std::abs(sum) < kMostBytes && std::abs(factor) < kMostBytes ? std::optional(sum * factor) : std::nullopt;
}

/// Dimensions of ids, a bit each.
unsigned dimensionOf(const Instruction &instruction) {
  const StringRef primitive = primitiveName(instruction);
  if (primitive != "global_id" && primitive != "local_id" && primitive != "group_id")
    return 0;
  auto *dimension = dyn_cast<ConstantInt>(instruction.getOperand(0));
  return dimension && dimension->getZExtValue() < 3 ? 1U << dimension->getZExtValue() : 7U;
}

/// Those that a value is made of, as far as can be told without looking at branches.
unsigned dimensionsOf(const Value *value) {
  SmallVector<const Value *> left = {value};
  SmallPtrSet<const Value *, 16> seen;
  unsigned dimensions = 0;
  while (!left.empty()) {
    auto *instruction = dyn_cast<Instruction>(left.pop_back_val());
    if (!instruction || !seen.insert(instruction).second)
      continue;
    dimensions |= dimensionOf(*instruction);
    left.append(instruction->value_op_begin(), instruction->value_op_end());
  }
  return dimensions;
}

unsigned dimensionsOf(const Function &function) {
  unsigned dimensions = 0;
  for (const Instruction &instruction : instructions(function))
    dimensions |= dimensionOf(instruction);
  return dimensions;
}

/// How far elements of neighbouring work-items lie apart. Nothing: that is not known.
std::optional<int64_t> apart(const SCEV *expression, ScalarEvolution &evolution) {
  const auto of = [&](const SCEV *part) { return apart(part, evolution); };
  if (auto *cast = dyn_cast<SCEVCastExpr>(expression))
    return of(cast->getOperand());
  if (auto *recurrence = dyn_cast<SCEVAddRecExpr>(expression))
    return of(recurrence->getStart());
  if (auto *unknown = dyn_cast<SCEVUnknown>(expression)) {
    auto *instruction = dyn_cast<Instruction>(unknown->getValue());
    if (instruction && dimensionOf(*instruction) != 0 && primitiveName(*instruction) != "group_id")
      return dimensionOf(*instruction) == 1 ? 1 : 0;
    return dimensionsOf(unknown->getValue()) == 0 ? std::optional<int64_t>(0) : std::nullopt;
  }
  if (isa<SCEVConstant>(expression))
    return 0;
  if (auto *sum = dyn_cast<SCEVAddExpr>(expression)) {
    int64_t all = 0;
    for (const SCEV *operand : sum->operands()) {
      const std::optional<int64_t> one = of(operand);
      if (!one)
        return std::nullopt;
      all += *one;
    }
    return all;
  }
  auto *product = dyn_cast<SCEVMulExpr>(expression);
  auto *factor = product && product->getNumOperands() == 2 ? dyn_cast<SCEVConstant>(product->getOperand(0)) : nullptr;
  const std::optional<int64_t> one =
      factor && factor->getAPInt().getSignificantBits() <= 16 ? of(product->getOperand(1)) : std::nullopt;
  return one && std::abs(*one) < kMostBytes ? std::optional(*one * factor->getAPInt().getSExtValue()) : std::nullopt;
}

/// Constants of the program are on chip, mostly.
bool isOfBuffer(const LoadInst &load) {
  const unsigned space = load.getPointerAddressSpace();
  return space == 1 || (space == 2 && isa<Argument>(getUnderlyingObject(load.getPointerOperand())));
}

/// A load whose lanes walk along rows that, as far as ids show, no other work-item reads. `dimensions`: all that the
/// kernel looks at.
bool isWalk(const Instruction &instruction, const Loop &loop, ScalarEvolution &evolution, unsigned dimensions) {
  auto *load = dyn_cast<LoadInst>(&instruction);
  if (!load || load->isVolatile() || !isOfBuffer(*load))
    return false;
  const SCEV *address = evolution.getSCEV(const_cast<Value *>(load->getPointerOperand()));
  const std::optional<int64_t> step = stepOf(address, loop, evolution);
  if (!step || *step == 0 || std::abs(*step) >= kMostBytes)
    return false;
  if ((dimensions & 1) == 0 || dimensionsOf(load->getPointerOperand()) != dimensions)
    return false;
  // What neighbours load lies beside it: one access of a packet.
  const std::optional<int64_t> lanes = apart(address, evolution);
  return !lanes || std::abs(*lanes) > std::abs(*step);
}

/// Barriers, fences and printf are not.
bool mayBeCopied(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return !call || (!call->isConvergent() && !call->cannotDuplicate() && !isBarrier(instruction) &&
                   !isFence(instruction) && primitiveName(instruction) != "printf");
}

/// How many copies the loop is to have that are guarded; 1: it is left as it is.
unsigned guardedCopies(const Loop &loop, ScalarEvolution &evolution, const DominatorTree &dominators) {
  const unsigned copies = copiesOf(loop, evolution);
  if (copies == 1 || copies > kMostCopies || !loop.isInnermost() || !loop.isLoopSimplifyForm() ||
      !loop.isLCSSAForm(dominators) || !loop.isSafeToClone() || loop.getExitingBlock() != loop.getLoopLatch())
    return 1;
  auto *branch = dyn_cast<BranchInst>(loop.getLoopLatch()->getTerminator());
  const bool known = evolution.getSmallConstantTripCount(&loop) != 0 ||
                     evolution.getSmallConstantTripMultiple(&loop) % copies == 0 ||
                     isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop));
  if (!branch || !branch->isConditional() || known)
    return 1;
  const unsigned dimensions = dimensionsOf(*loop.getHeader()->getParent());
  size_t size = 0;
  bool walks = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      if (!mayBeCopied(instruction))
        return 1;
      walks = walks || isWalk(instruction, loop, evolution, dimensions);
      ++size;
    }
  return walks && size * copies <= kMostInstructions ? copies : 1;
}

/// One copy behind the other; where there is no other round, control goes to the end that all of them share.
class Guard {
public:
  Guard(Loop &loop, unsigned copies)
      : loop_(loop), copies_(copies), blocks_(loop.getBlocks().begin(), loop.getBlocks().end()),
        preheader_(*loop.getLoopPreheader()), header_(*loop.getHeader()), latch_(*loop.getLoopLatch()),
        exit_(*loop.getExitBlock()), leavesFirst_(latch_.getTerminator()->getSuccessor(0) == &exit_), values_(copies) {}

  void run() {
    for (unsigned copy = 1; copy < copies_; ++copy)
      clone(copy);
    end_ = BasicBlock::Create(header_.getContext(), header_.getName() + ".end", header_.getParent(), &exit_);
    IRBuilder<> build(end_);
    build.SetCurrentDebugLocation(latch_.getTerminator()->getDebugLoc());
    PHINode *leave = build.CreatePHI(build.getInt1Ty(), copies_);
    BranchInst *back =
        leavesFirst_ ? build.CreateCondBr(leave, &exit_, &header_) : build.CreateCondBr(leave, &header_, &exit_);
    setUnrolled(loop_, *back);
    // What comes behind the loop, then the next round.
    for (PHINode &out : exit_.phis()) {
      const int edge = out.getBasicBlockIndex(&latch_);
      out.setIncomingValue(unsigned(edge), atEnd(*out.getIncomingValue(unsigned(edge)), /*always=*/true));
      out.setIncomingBlock(unsigned(edge), end_);
    }
    for (PHINode &variable : header_.phis()) {
      const auto edge = unsigned(variable.getBasicBlockIndex(&latch_));
      variable.setIncomingValue(edge, nextOf(variable, *variable.getIncomingValue(edge)));
      variable.setIncomingBlock(edge, end_);
    }
    connect(*leave);
  }

private:
  Value *in(unsigned copy, Value &value) const {
    if (copy == 0)
      return &value;
    Value *own = values_[copy]->lookup(&value);
    return own ? own : &value;
  }

  BasicBlock &latchOf(unsigned copy) const { return *cast<BasicBlock>(in(copy, latch_)); }

  void clone(unsigned copy) {
    values_[copy] = std::make_unique<ValueToValueMapTy>();
    ValueToValueMapTy &map = *values_[copy];
    const std::string suffix = "." + std::to_string(copy);
    SmallVector<BasicBlock *> copies;
    for (BasicBlock *block : blocks_) {
      copies.push_back(CloneBasicBlock(block, map, suffix, header_.getParent()));
      copies.back()->moveBefore(&exit_);
      map[block] = copies.back();
    }
    for (PHINode &variable : header_.phis()) {
      auto *copied = cast<PHINode>(map[&variable]);
      map[&variable] = in(copy - 1, *variable.getIncomingValueForBlock(&latch_));
      copied->eraseFromParent();
    }
    remapInstructionsInBlocks(copies, map);
    SmallVector<MDNode *> scopes;
    identifyNoAliasScopesToClone(blocks_, scopes);
    cloneAndAdaptNoAliasScopes(scopes, copies, header_.getContext(), suffix);
  }

  /// The branches at the end of each copy.
  void connect(PHINode &leave) {
    for (unsigned copy = 0; copy < copies_; ++copy) {
      BasicBlock &latch = latchOf(copy);
      auto *old = cast<BranchInst>(latch.getTerminator());
      Value *condition = old->getCondition();
      IRBuilder<> build(old);
      if (copy + 1 == copies_) {
        build.CreateBr(end_);
        leave.addIncoming(condition, &latch);
      } else {
        auto *next = cast<BasicBlock>(in(copy + 1, header_));
        leavesFirst_ ? build.CreateCondBr(condition, end_, next) : build.CreateCondBr(condition, next, end_);
        leave.addIncoming(ConstantInt::getBool(header_.getContext(), leavesFirst_), &latch);
      }
      old->eraseFromParent();
    }
  }

  /// A value of a round at the end that the copies share. Not always: it is used only if the last copy was made.
  Value *atEnd(Value &value, bool always) {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || !loop_.contains(instruction->getParent()))
      return &value;
    PHINode *&end = ends_[&value];
    if (end)
      return end;
    end = PHINode::Create(value.getType(), copies_, value.getName() + ".end", end_->getFirstNonPHIIt());
    end->setDebugLoc(instruction->getDebugLoc());
    for (unsigned copy = 0; copy < copies_; ++copy) {
      const bool counts = always || copy + 1 == copies_;
      end->addIncoming(counts ? in(copy, value) : PoisonValue::get(value.getType()), &latchOf(copy));
    }
    return end;
  }

  /// A variable of the loop in the next round, of all copies. One that grows by the same each time stays one.
  Value *nextOf(PHINode &variable, Value &next) {
    auto *step = dyn_cast<Instruction>(&next);
    if (!step || !loop_.contains(step->getParent()))
      return &next;
    IRBuilder<> build(end_->getTerminator());
    if (auto *sum = dyn_cast<BinaryOperator>(step)) {
      const bool swapped = sum->getOpcode() == Instruction::Add && sum->getOperand(1) == &variable;
      Value *by = sum->getOperand(swapped ? 0 : 1);
      const bool steps = sum->getOpcode() == Instruction::Add || sum->getOpcode() == Instruction::Sub;
      if (steps && sum->getOperand(swapped ? 1 : 0) == &variable && loop_.isLoopInvariant(by))
        return manySteps(variable, *sum, *by);
    }
    auto *address = dyn_cast<GetElementPtrInst>(step);
    if (address && address->getPointerOperand() == &variable && address->getNumIndices() == 1)
      if (auto *by = dyn_cast<ConstantInt>(address->getOperand(1)); by && by->getBitWidth() >= 32) {
        auto *many = cast<GetElementPtrInst>(address->clone());
        many->setOperand(1, ConstantInt::get(by->getType(), by->getValue() * copies_));
        return build.Insert(many, address->getName() + ".next");
      }
    return atEnd(next, /*always=*/false);
  }

  /// As many steps as there are copies are exact if each of them is: there is no other round otherwise.
  Value *manySteps(PHINode &variable, BinaryOperator &sum, Value &by) {
    const unsigned bits = by.getType()->getScalarSizeInBits();
    auto *constant = dyn_cast<ConstantInt>(&by);
    IRBuilder<> atFirst(preheader_.getTerminator()), build(end_->getTerminator());
    Value *number = ConstantInt::get(by.getType(), APInt(64, copies_).zextOrTrunc(bits));
    Value *all = constant ? ConstantExpr::getMul(constant, cast<Constant>(number)) : atFirst.CreateMul(&by, number);
    auto *many = BinaryOperator::Create(sum.getOpcode(), &variable, all, sum.getName() + ".next",
                                        end_->getTerminator()->getIterator());
    many->setDebugLoc(sum.getDebugLoc());
    bool isSigned = true, isUnsigned = true;
    if (constant && bits > 8) {
      (void)constant->getValue().smul_ov(APInt(bits, copies_), isSigned);
      (void)constant->getValue().umul_ov(APInt(bits, copies_), isUnsigned);
    }
    many->setHasNoSignedWrap(sum.hasNoSignedWrap() && !isSigned);
    many->setHasNoUnsignedWrap(sum.hasNoUnsignedWrap() && !isUnsigned);
    return many;
  }

  Loop &loop_;
  const unsigned copies_;
  const SmallVector<BasicBlock *> blocks_;
  BasicBlock &preheader_, &header_, &latch_, &exit_;
  const bool leavesFirst_;  // the branch at the loop's end
  BasicBlock *end_ = nullptr;
  std::vector<std::unique_ptr<ValueToValueMapTy>> values_;  // by copy, but for the first
  DenseMap<Value *, PHINode *> ends_;
};

}  // namespace

PreservedAnalyses GuardCopies::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  SmallVector<std::pair<Loop *, unsigned>> guarded;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (const unsigned copies = guardedCopies(*loop, evolution, dominators); copies != 1)
      guarded.emplace_back(loop, copies);
  for (const auto &[loop, copies] : guarded)
    Guard(*loop, copies).run();
  return guarded.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
