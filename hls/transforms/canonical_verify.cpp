// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/canonical_verify.h"

#include <llvm/Analysis/CFG.h>

#include "hls/llvm_diagnostic.h"
#include "hls/transforms/intrinsics.h"
#include "hls/transforms/primitives.h"

namespace weft::hls::transforms {
namespace {

using llvm::Instruction;
using llvm::Type;

class Verifier {
public:
  Verifier(const llvm::Function &kernel, const board::Description &board)
      : kernel_(kernel), layout_(kernel.getDataLayout()), board_(board) {}

  llvm::Error run() {
    checkControlFlow();
    for (const Instruction &instruction : llvm::instructions(kernel_))
      check(instruction);
    return toError(std::move(defects_));
  }

private:
  void fail(const llvm::Twine &rule, const Instruction *at = nullptr) {
    std::string text = ("canonical IR: " + rule).str();
    if (at)
      llvm::raw_string_ostream(text) << ":" << *at;
    defects_.push_back(internalDefect(text, kernel_.getName().str(), at ? locationOf(*at) : locationOf(kernel_)));
  }

  void checkControlFlow() {
    unsigned returns = 0;
    for (const llvm::BasicBlock &block : kernel_) {
      const Instruction *end = block.getTerminator();
      returns += llvm::isa<llvm::ReturnInst>(end);
      if (!llvm::isa<llvm::ReturnInst, llvm::BranchInst>(end))
        fail("a terminator is neither br nor ret", end);
    }
    if (returns != 1)
      fail("not exactly one ret");
    llvm::DominatorTree dominators(const_cast<llvm::Function &>(kernel_));
    llvm::LoopInfo loops(dominators);
    llvm::ReversePostOrderTraversal<const llvm::Function *> order(&kernel_);
    if (llvm::containsIrreducibleCFG<const llvm::BasicBlock *>(order, loops))
      fail("irreducible control flow");
  }

  bool isScalar(Type *type) const {
    return type->isHalfTy() || type->isFloatTy() || type->isDoubleTy() ||
           (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
  }

  void checkAccess(const Instruction &access, Type *type, llvm::Align align, unsigned space) {
    uint64_t bits = layout_.getTypeSizeInBits(type), bytes = layout_.getTypeStoreSize(type);
    bool vector = type->isVectorTy() && isScalar(type->getScalarType());
    if (!isScalar(type) && !vector)
      fail("access of a type that is neither scalar nor vector", &access);
    else if (bits != bytes * 8 || !llvm::isPowerOf2_64(bytes) || bytes > board_.lineBytes())
      fail("access of a size that is no power of two up to a line", &access);
    else if (align.value() < bytes)
      fail("access aligned less than its size", &access);
    if (space > 3)
      fail("access through a generic pointer", &access);
  }

  void checkCall(const llvm::CallInst &call) {
    const llvm::Function *callee = call.getCalledFunction();
    if (!callee)
      return fail("indirect call", &call);
    if (callee->isIntrinsic()) {
      if (!isCanonicalIntrinsic(callee->getIntrinsicID()))
        fail("intrinsic that is not in the contract", &call);
      for (const llvm::Use &argument : call.args())
        if (argument->getType()->isVectorTy())
          fail("intrinsic on vectors", &call);
      return;
    }
    llvm::StringRef name = primitiveName(call);
    if (name.empty())
      return fail("call of a function", &call);
    if (call.arg_size() == 1 && !call.getArgOperand(0)->getType()->isPointerTy()) {
      auto *constant = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
      if (!constant || constant->getZExtValue() > (name == "barrier" || name == "fence" ? 3 : 2))
        fail("primitive whose operand is no constant in range", &call);
    }
    if (name == "barrier" &&
        (&call.getParent()->front() != &call || call.getNextNode() != call.getParent()->getTerminator() ||
         call.getParent()->getSingleSuccessor() == nullptr))
      fail("barrier that is not alone in its block", &call);
  }

  void check(const Instruction &instruction) {
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return checkAccess(instruction, load->getType(), load->getAlign(), load->getPointerAddressSpace());
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return checkAccess(instruction, store->getValueOperand()->getType(), store->getAlign(),
                         store->getPointerAddressSpace());
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      return checkCall(*call);
    if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::BranchInst, llvm::ReturnInst,
                  llvm::InsertElementInst, llvm::ExtractElementInst, llvm::BitCastInst, llvm::GetElementPtrInst,
                  llvm::ExtractValueInst>(instruction))
      return;
    if (auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      if (!alloca->isStaticAlloca())
        fail("alloca outside the entry block", &instruction);
      return;
    }
    Type *type = instruction.getType();
    bool pointer = type->isPointerTy() && llvm::isa<llvm::PHINode, llvm::SelectInst>(instruction);
    if (!pointer && !isScalar(type))
      fail("arithmetic that is not scalar", &instruction);
    if (llvm::isa<llvm::AddrSpaceCastInst, llvm::IntToPtrInst, llvm::SwitchInst, llvm::FreezeInst, llvm::FPToSIInst,
                  llvm::FPToUIInst>(instruction))
      fail("instruction that is not in the contract", &instruction);
  }

  const llvm::Function &kernel_;
  const llvm::DataLayout &layout_;
  const board::Description &board_;
  std::vector<Diagnostic> defects_;
};

}  // namespace

llvm::Error canonicalVerify(const llvm::Module &module, const board::Description &board) {
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (llvm::verifyModule(module, &stream))
    return internalError("canonical IR does not verify: " + stream.str());
  for (const llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL)
      return internalError("left in the canonical IR", function.getName());
    if (llvm::Error error = Verifier(function, board).run())
      return error;
  }
  return llvm::Error::success();
}

}  // namespace weft::hls::transforms
