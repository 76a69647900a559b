// SPDX-License-Identifier: Apache-2.0
// A value that is computed before a loop and used only after it would travel round the loop with every work-item. Block
// RAM indexed by the work-item's slot is cheaper: store before, load after.
#include "hls/transforms/passes.h"
#include "hls/transforms/primitives.h"

namespace weft::hls::transforms {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

// The same for all work-items of a launch: a register, which no token carries.
class Uniformity {
public:
  bool isUniform(const Value &value) {
    auto *instruction = llvm::dyn_cast<Instruction>(&value);
    if (!instruction)
      return true;  // constants, arguments
    auto [known, isNew] = known_.try_emplace(instruction, false);
    if (!isNew)
      return known->second;
    bool uniform = compute(*instruction);
    known_[instruction] = uniform;
    return uniform;
  }

private:
  bool compute(const Instruction &instruction) {
    llvm::StringRef primitive = primitiveName(instruction);
    if (!primitive.empty())
      return primitive == "global_size" || primitive == "local_size" || primitive == "num_groups" ||
             primitive == "global_offset" || primitive == "work_dim" || primitive == "first_group" ||
             primitive == "part_offset" || primitive == "enqueued_local_size";
    if (llvm::isa<llvm::PHINode>(instruction) || instruction.mayReadOrWriteMemory() ||
        llvm::isa<llvm::AllocaInst>(instruction))
      return llvm::isa<llvm::LoadInst>(instruction) && isArgumentLoad(llvm::cast<llvm::LoadInst>(instruction));
    return llvm::all_of(instruction.operands(), [&](const llvm::Use &use) { return isUniform(*use); });
  }

  bool isArgumentLoad(const llvm::LoadInst &load) {
    auto *argument = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(load.getPointerOperand()));
    return argument && argument->hasByValAttr() && isUniform(*load.getPointerOperand());
  }

  llvm::DenseMap<const Instruction *, bool> known_;
};

class Spilling {
public:
  Spilling(llvm::Function &function, llvm::LoopInfo &loops, llvm::DominatorTree &dominators)
      : function_(function), loops_(loops), dominators_(dominators) {}

  bool run() {
    bool changed = false;
    for (llvm::Loop *loop : loops_.getLoopsInPreorder())
      changed |= runOnLoop(*loop);
    return changed;
  }

private:
  // Worth it and possible: a scalar of more than a few bits.
  bool isCandidate(const Instruction &value) {
    llvm::Type *type = value.getType();
    return (type->isIntegerTy() || type->isFloatingPointTy()) && llvm::isPowerOf2_32(type->getPrimitiveSizeInBits()) &&
           type->getPrimitiveSizeInBits() >= 8 && !uniformity_.isUniform(value);
  }

  // Where a use happens: for a phi, at the end of the edge's source.
  static BasicBlock *useBlock(const llvm::Use &use) {
    auto *user = llvm::cast<Instruction>(use.getUser());
    auto *phi = llvm::dyn_cast<llvm::PHINode>(user);
    return phi ? phi->getIncomingBlock(use) : user->getParent();
  }

  bool runOnLoop(llvm::Loop &loop) {
    BasicBlock *preheader = loop.getLoopPreheader();
    if (!preheader)
      return false;
    struct Spilled {
      Instruction *value;
      std::vector<llvm::Use *> laterUses;
    };
    std::vector<Spilled> spilled;
    for (Instruction &value : llvm::instructions(function_)) {
      // Defined in an enclosing loop's surroundings it would be needed again in that loop's next iteration.
      if (loops_.getLoopFor(value.getParent()) != loop.getParentLoop() || !isCandidate(value) ||
          !dominators_.dominates(&value, preheader->getTerminator()))
        continue;
      if (llvm::any_of(value.uses(), [&](const llvm::Use &use) { return loop.contains(useBlock(use)); }))
        continue;
      auto later = blocksAfter(loop, *value.getParent());
      Spilled candidate{&value, {}};
      for (llvm::Use &use : value.uses())
        if (later.contains(useBlock(use)))
          candidate.laterUses.push_back(&use);
      if (!candidate.laterUses.empty())
        spilled.push_back(std::move(candidate));
    }
    for (Spilled &candidate : spilled)
      spill(*candidate.value, candidate.laterUses, loop);
    return !spilled.empty();
  }

  // The blocks that control can reach from the loop's exits before `definition` makes a new value.
  static llvm::SmallPtrSet<BasicBlock *, 16> blocksAfter(llvm::Loop &loop, BasicBlock &definition) {
    llvm::SmallPtrSet<BasicBlock *, 16> reached;
    llvm::SmallVector<BasicBlock *> work;
    loop.getExitBlocks(work);
    while (!work.empty()) {
      BasicBlock *block = work.pop_back_val();
      if (block != &definition && reached.insert(block).second)
        llvm::append_range(work, llvm::successors(block));
    }
    return reached;
  }

  void spill(Instruction &value, llvm::ArrayRef<llvm::Use *> laterUses, llvm::Loop &loop) {
    llvm::IRBuilder<> builder(&function_.getEntryBlock(), function_.getEntryBlock().begin());
    // Identifiers and sizes are 32 bits wide, whatever size_t is.
    bool narrow = value.getType()->isIntegerTy(64) &&
                  llvm::computeKnownBits(&value, function_.getDataLayout()).countMinLeadingZeros() >= 32;
    llvm::Type *type = narrow ? builder.getInt32Ty() : value.getType();
    llvm::AllocaInst *place =
        builder.CreateAlloca(type, nullptr, (value.hasName() ? value.getName() : "value") + ".spilled");
    // At the definition, because a loop that may have no iteration is also bypassed.
    builder.SetInsertPoint(*value.getInsertionPointAfterDef());
    builder.SetCurrentDebugLocation(value.getDebugLoc());
    builder.CreateStore(narrow ? builder.CreateTrunc(&value, type) : &value, place);
    llvm::MapVector<BasicBlock *, Value *> loads;
    for (llvm::Use *use : laterUses) {
      BasicBlock *block = outsideLaterLoops(useBlock(*use), loop);
      Value *&load = loads[block];
      if (!load) {
        builder.SetInsertPoint(block, block->getFirstInsertionPt());
        builder.SetCurrentDebugLocation(value.getDebugLoc());
        load = builder.CreateLoad(type, place, value.getName());
        if (narrow)
          load = builder.CreateZExt(load, value.getType());
      }
      use->set(load);
    }
  }

  // A load in a loop that comes later would be done once an iteration: do it before that loop.
  BasicBlock *outsideLaterLoops(BasicBlock *block, llvm::Loop &spilledRound) {
    while (llvm::Loop *inner = loops_.getLoopFor(block)) {
      if (inner->contains(&spilledRound))
        break;
      BasicBlock *preheader = inner->getLoopPreheader();
      if (!preheader)
        break;
      block = preheader;
    }
    return block;
  }

  llvm::Function &function_;
  llvm::LoopInfo &loops_;
  llvm::DominatorTree &dominators_;
  Uniformity uniformity_;
};

}  // namespace

llvm::PreservedAnalyses SpillValues::run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto &dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  return Spilling(function, loops, dominators).run() ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
