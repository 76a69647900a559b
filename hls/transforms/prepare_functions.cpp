// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/passes.h"
#include "hls/transforms/primitives.h"
#include "hls/wide_ids.h"
#include "kernel/interface.h"

namespace weft::hls::transforms {
namespace {

using llvm::Attribute;

// A buffer starts at a multiple of this in device memory: CL_DEVICE_MEM_BASE_ADDR_ALIGN, also for sub-buffers.
constexpr uint64_t kBufferAlignment = 128;

void addRange(llvm::Function &primitive, uint64_t low, uint64_t high) {
  unsigned bits = primitive.getReturnType()->getIntegerBitWidth();
  if (bits == 32 && high > UINT32_MAX)
    return;
  primitive.addRetAttr(Attribute::get(primitive.getContext(), Attribute::Range,
                                      llvm::ConstantRange(llvm::APInt(bits, low), llvm::APInt(bits, high))));
}

/// The results of a work-item function. Ids have 31 bits, and so sizes and offsets have; in kernels with wide ids those
/// of a part have the 32 that hardware counts, and no others are bounded.
void addRange(llvm::Function &primitive, llvm::StringRef name, const board::Description &board, bool wideIds) {
  if (name == "work_dim")
    addRange(primitive, 1, 4);
  else if (name == "local_id")
    addRange(primitive, 0, board.maxWorkGroupSize);
  else if (name == "local_size" || name == "enqueued_local_size")
    addRange(primitive, 1, uint64_t(board.maxWorkGroupSize) + 1);
  else if (name == "global_id" || name == "group_id")
    addRange(primitive, 0, uint64_t(1) << (wideIds ? 32 : kernel::kIdBits));
  else if (!wideIds)
    addRange(primitive, name == "global_size" || name == "num_groups", (uint64_t(1) << kernel::kIdBits) + 1);
}

void preparePrimitive(llvm::Function &primitive, llvm::StringRef name, const board::Description &board, bool wideIds) {
  primitive.setAttributes({});
  primitive.addFnAttr(Attribute::NoUnwind);
  primitive.addFnAttr(Attribute::WillReturn);
  primitive.setCallingConv(llvm::CallingConv::C);
  for (llvm::User *user : primitive.users())
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(user)) {
      call->setAttributes({});
      call->setCallingConv(llvm::CallingConv::C);
    }
  if (name == "barrier") {
    // In the source as often as in the hardware: a copy would be another barrier.
    primitive.addFnAttr(Attribute::Convergent);
    primitive.addFnAttr(Attribute::NoDuplicate);
    primitive.addFnAttr(Attribute::NoMerge);
    return;
  }
  if (name == "fence")
    return;
  if (name == "printf") {
    // One call of two formats would be a search for which of them is meant.
    primitive.addFnAttr(Attribute::NoMerge);
    primitive.setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
    return;
  }
  primitive.setMemoryEffects(llvm::MemoryEffects::none());
  primitive.addFnAttr(Attribute::Speculatable);
  if (name.ends_with("mul_hi") || name.starts_with("to_") || name == "group_scratch")
    return;
  addRange(primitive, name, board, wideIds);
}

void prepareArguments(llvm::Function &kernel) {
  for (llvm::Argument &argument : kernel.args()) {
    auto *pointer = llvm::dyn_cast<llvm::PointerType>(argument.getType());
    unsigned space = pointer ? pointer->getAddressSpace() : 0;
    if ((space == 1 || space == 2) && argument.getParamAlign().valueOrOne() < kBufferAlignment) {
      argument.removeAttr(Attribute::Alignment);
      argument.addAttr(Attribute::getWithAlignment(kernel.getContext(), llvm::Align(kBufferAlignment)));
    }
  }
}

// OpenCL 1.2 atomics are relaxed: they order nothing but the accesses to their own address.
void relaxAtomics(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (auto *rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      rmw->setOrdering(llvm::AtomicOrdering::Monotonic);
      rmw->setVolatile(false);
    } else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      exchange->setSuccessOrdering(llvm::AtomicOrdering::Monotonic);
      exchange->setFailureOrdering(llvm::AtomicOrdering::Monotonic);
      exchange->setVolatile(false);
    }
  }
}

/// printf as OpenCL C declares it: int (__constant const char *, ...).
bool isPrintf(const llvm::FunctionType &type) {
  return type.isVarArg() && type.getReturnType()->isIntegerTy(32) && type.getNumParams() == 1 &&
         type.getParamType(0)->isPointerTy() && type.getParamType(0)->getPointerAddressSpace() == 2;
}

/// Clang calls to_global and its kin, and printf, by names of its own.
void renamePrimitives(llvm::Module &module) {
  for (const std::string name : {"to_global", "to_local", "to_private", "printf"}) {
    llvm::Function *function = module.getFunction(name == "printf" ? name : "__" + name);
    if (!function || !function->isDeclaration() || (name == "printf" && !isPrintf(*function->getFunctionType())))
      continue;
    if (llvm::Function *primitive = module.getFunction("__weft_" + name)) {
      function->replaceAllUsesWith(primitive);
      function->eraseFromParent();
    } else {
      function->setName("__weft_" + name);
    }
  }
}

}  // namespace

llvm::PreservedAnalyses PrepareFunctions::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  renamePrimitives(module);
  const bool wideIds = llvm::any_of(module, hasWideIds);
  for (llvm::Function &function : module) {
    if (function.isIntrinsic())
      continue;
    llvm::StringRef name = function.getName();
    if (name.consume_front("__weft_")) {
      preparePrimitive(function, name, environment.board, wideIds);
      continue;
    }
    for (auto kind : {Attribute::NoInline, Attribute::OptimizeNone, Attribute::Convergent, Attribute::NoDuplicate})
      function.removeFnAttr(kind);
    if (function.isDeclaration())
      continue;
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        for (auto kind : {Attribute::NoInline, Attribute::Convergent, Attribute::NoDuplicate})
          call->removeFnAttr(kind);
    relaxAtomics(function);
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
      function.removeFnAttr(Attribute::AlwaysInline);
      prepareArguments(function);
    } else {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
      function.setVisibility(llvm::GlobalValue::DefaultVisibility);
      function.setComdat(nullptr);
      function.addFnAttr(Attribute::AlwaysInline);
    }
  }
  for (llvm::GlobalVariable &variable : module.globals())
    if (!variable.isDeclaration()) {
      variable.setLinkage(llvm::GlobalValue::InternalLinkage);
      variable.setComdat(nullptr);
    }
  return llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
