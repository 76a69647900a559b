// SPDX-License-Identifier: Apache-2.0
// An address is checked against the objects that it may lie in, and each on-chip object is a memory of its own. A
// pointer made from an integer shows neither, so the objects become operands: `__weft_pointer(address, object…)`.
#include "hls/transforms/address_flow.h"
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

using llvm::Value;

llvm::FunctionCallee pointerPrimitive(llvm::Module &module, llvm::PointerType *type) {
  llvm::Type *address = module.getDataLayout().getIntPtrType(type);
  llvm::FunctionCallee callee = module.getOrInsertFunction(
      (kPointerPrimitive + llvm::Twine(type->getAddressSpace())).str(), llvm::FunctionType::get(type, {address}, true));
  auto *primitive = llvm::cast<llvm::Function>(callee.getCallee());
  primitive->setMemoryEffects(llvm::MemoryEffects::none());
  for (auto kind : {llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn, llvm::Attribute::Speculatable})
    primitive->addFnAttr(kind);
  return callee;
}

// LLVM's form of aligning a pointer, as arithmetic.
void lowerMask(llvm::IntrinsicInst &mask) {
  llvm::IRBuilder<> builder(&mask);
  Value *pointer = mask.getArgOperand(0);
  Value *bits =
      builder.CreateAnd(builder.CreatePtrToInt(pointer, mask.getArgOperand(1)->getType()), mask.getArgOperand(1));
  mask.replaceAllUsesWith(builder.CreateIntToPtr(bits, mask.getType()));
  mask.eraseFromParent();
}

Reason whyForeign(const Value &origin) {
  const bool isObject =
      origin.getType()->isPointerTy() && llvm::isa<llvm::AllocaInst, llvm::GlobalVariable, llvm::Argument>(origin);
  return {"a pointer is made from an integer that " +
              (isObject ? "is an address of " + userName(origin) + ", which is in another address space"
                        : std::string("comes from no buffer or variable of the kernel")),
          "write 'pointer + offset' with a pointer to what is meant"};
}

void nameTargets(llvm::IntToPtrInst &cast, const Origins &origins, Refusals &refusals) {
  auto *type = llvm::dyn_cast<llvm::PointerType>(cast.getType());
  if (!type)
    return;  // a vector of pointers is refused later
  if (origins.objects.empty() && origins.foreign)
    refusals.add(cast, whyForeign(*origins.foreign));
  llvm::IRBuilder<> builder(&cast);
  llvm::FunctionCallee primitive = pointerPrimitive(*cast.getModule(), type);
  std::vector<Value *> operands = {
      builder.CreateZExtOrTrunc(cast.getOperand(0), primitive.getFunctionType()->getParamType(0))};
  for (const auto &[object, at] : origins.objects)
    operands.push_back(const_cast<Value *>(object));
  if (origins.objects.empty())
    operands.push_back(llvm::ConstantPointerNull::get(type));  // of a place that only ever holds null
  Value *pointer = builder.CreateCall(primitive, operands);
  pointer->takeName(&cast);
  cast.replaceAllUsesWith(pointer);
  cast.eraseFromParent();
}

template <class T> std::vector<T *> all(llvm::Function &function) {
  std::vector<T *> found;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *one = llvm::dyn_cast<T>(&instruction))
      found.push_back(one);
  return found;
}

}  // namespace

llvm::PreservedAnalyses NameTargets::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  for (llvm::IntrinsicInst *intrinsic : all<llvm::IntrinsicInst>(function))
    if (intrinsic->getIntrinsicID() == llvm::Intrinsic::ptrmask)
      lowerMask(*intrinsic);
  std::vector<llvm::IntToPtrInst *> casts = all<llvm::IntToPtrInst>(function);
  if (casts.empty())
    return llvm::PreservedAnalyses::all();
  const AddressFlow flow(function);
  std::vector<Origins> origins;  // of all before any changes
  for (llvm::IntToPtrInst *cast : casts)
    origins.push_back(flow(cast));
  for (size_t i = 0; i < casts.size(); ++i)
    nameTargets(*casts[i], origins[i], environment.refusals);
  return llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
