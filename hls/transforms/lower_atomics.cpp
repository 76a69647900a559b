// SPDX-License-Identifier: Apache-2.0
#include <llvm/CodeGen/AtomicExpandUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

using llvm::AtomicCmpXchgInst;
using llvm::AtomicRMWInst;
using llvm::Value;

constexpr unsigned kPrivate = 0, kLocal = 3;

/// The integer as which a value lies in memory.
llvm::Type *integerOf(llvm::Type *type, llvm::IRBuilderBase &builder) {
  return builder.getIntNTy(unsigned(type->getPrimitiveSizeInBits().getFixedValue()));
}

/// The old value of compare-and-exchange is compared by its bits, so that of floating point is one of integers.
void compareAndExchange(llvm::IRBuilderBase &builder, Value *address, Value *expected, Value *desired,
                        llvm::Align alignment, llvm::AtomicOrdering order, llvm::SyncScope::ID scope, Value *&success,
                        Value *&old) {
  llvm::Type *type = desired->getType(), *word = integerOf(type, builder);
  expected = builder.CreateBitCast(expected, word);
  desired = builder.CreateBitCast(desired, word);
  auto *exchange = builder.CreateAtomicCmpXchg(address, expected, desired, alignment, order,
                                               AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
  success = builder.CreateExtractValue(exchange, 1);
  old = builder.CreateBitCast(builder.CreateExtractValue(exchange, 0), type);
}

/// What hardware has, on integers.
bool isHardware(AtomicRMWInst::BinOp operation) {
  switch (operation) {
  case AtomicRMWInst::Xchg:
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::And:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
    return true;
  default:
    return false;
  }
}

void exchangeBits(AtomicRMWInst &exchange) {
  llvm::IRBuilder<> builder(&exchange);
  Value *bits = builder.CreateBitCast(exchange.getValOperand(), integerOf(exchange.getType(), builder));
  Value *old = builder.CreateAtomicRMW(AtomicRMWInst::Xchg, exchange.getPointerOperand(), bits, exchange.getAlign(),
                                       exchange.getOrdering(), exchange.getSyncScopeID());
  exchange.replaceAllUsesWith(builder.CreateBitCast(old, exchange.getType()));
  exchange.eraseFromParent();
}

/// In local memory every store is an operation of its own, so that none is lost among others.
bool isStore(const AtomicRMWInst &modify) {
  return modify.getPointerAddressSpace() == kLocal && modify.getOperation() == AtomicRMWInst::Xchg &&
         modify.use_empty();
}

void store(AtomicRMWInst &exchange) {
  llvm::IRBuilder<> builder(&exchange);
  builder.CreateAlignedStore(exchange.getValOperand(), exchange.getPointerOperand(), exchange.getAlign(),
                             /*isVolatile=*/true);
  exchange.eraseFromParent();
}

bool lower(AtomicRMWInst &modify) {
  if (modify.getPointerAddressSpace() == kPrivate)
    return llvm::lowerAtomicRMWInst(&modify);
  if (isStore(modify)) {
    store(modify);
    return true;
  }
  if (!isHardware(modify.getOperation()))
    return llvm::expandAtomicRMWToCmpXchg(&modify, compareAndExchange);
  if (!modify.getType()->isFloatingPointTy())
    return false;
  exchangeBits(modify);
  return true;
}

}  // namespace

llvm::PreservedAnalyses LowerAtomics::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  bool changed = false;
  std::vector<AtomicRMWInst *> modifications;  // lowering some of them makes blocks
  std::vector<AtomicCmpXchgInst *> exchanges;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *modify = llvm::dyn_cast<AtomicRMWInst>(&instruction))
      modifications.push_back(modify);
    else if (auto *exchange = llvm::dyn_cast<AtomicCmpXchgInst>(&instruction))
      exchanges.push_back(exchange);
  for (AtomicCmpXchgInst *exchange : exchanges)
    if (exchange->getPointerAddressSpace() == kPrivate)
      changed |= llvm::lowerAtomicCmpXchgInst(exchange);
  for (AtomicRMWInst *modify : modifications)
    changed |= lower(*modify);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
