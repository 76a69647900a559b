// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#include "hls/graph/lower/lowering.h"

namespace weft::hls {

using llvm::Value;

std::optional<graph::EntryValue> Liveness::entryValue(const Value *value) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(value);
  if (!call || !call->getCalledFunction() || call->arg_size() != 1)
    return std::nullopt;
  auto *dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  llvm::StringRef name = call->getCalledFunction()->getName();
  unsigned first = name == "__weft_global_id"  ? unsigned(graph::EntryValue::GlobalIdX)
                   : name == "__weft_local_id" ? unsigned(graph::EntryValue::LocalIdX)
                   : name == "__weft_group_id" ? unsigned(graph::EntryValue::GroupIdX)
                                               : 100;
  if (first == 100 || !dimension || dimension->getZExtValue() > 2)
    return std::nullopt;
  return graph::EntryValue(first + dimension->getZExtValue());
}

/// Launch-uniform values are registers in hardware, and what is made of them by wires or one constant addition is
/// cheaper made again than carried.
bool Liveness::isEverywhere(const Value *value, unsigned depth) const {
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (!instruction || llvm::isa<llvm::AllocaInst>(instruction))
    return true;
  if (depth > 4)
    return false;
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(instruction)) {
    llvm::StringRef name = call->getCalledFunction() ? call->getCalledFunction()->getName() : "";
    return name.starts_with("__weft_") && !name.ends_with("mul_hi") && !call->getType()->isVoidTy() &&
           !isPointerPrimitive(*call) && !isChecked(*call) && !entryValue(call);
  }
  if (auto *gep = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction))
    return gep->hasAllConstantIndices() && isEverywhere(gep->getPointerOperand(), depth + 1);
  return llvm::isa<llvm::TruncInst, llvm::ZExtInst, llvm::SExtInst, llvm::BitCastInst, llvm::FreezeInst,
                   llvm::ExtractElementInst>(instruction) &&
         llvm::all_of(instruction->operand_values(), [&](const Value *v) { return isEverywhere(v, depth + 1); });
}

const Value *Liveness::carried(const Value *value) const {
  if (isEverywhere(value))
    return nullptr;
  if (std::optional<graph::EntryValue> entry = entryValue(value))
    return firstCall_.at(*entry);
  return value;
}

Liveness::Liveness(const llvm::Function &function) {
  llvm::DenseMap<const Value *, unsigned> order;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    order[&instruction] = unsigned(order.size());
    if (std::optional<graph::EntryValue> entry = entryValue(&instruction))
      firstCall_.try_emplace(*entry, &instruction);
  }
  using Set = std::set<std::pair<unsigned, const Value *>>;
  auto item = [&](const Value *v) { return std::pair(order.lookup(v), v); };
  std::map<const llvm::BasicBlock *, Set> used, made, in;
  for (const llvm::BasicBlock &block : function) {
    for (const llvm::Instruction &instruction : block) {
      if (!llvm::isa<llvm::PHINode>(instruction)) {
        for (const Value *operand : instruction.operand_values())
          if (const Value *value = carried(operand); value && !made[&block].count(item(value)))
            used[&block].insert(item(value));
      }
      // An id call has its value from the entry on, wherever it stands.
      if (const Value *value = carried(&instruction); value == &instruction && !entryValue(value))
        made[&block].insert(item(value));
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::BasicBlock &block : llvm::reverse(function)) {
      Set live = used[&block];
      for (const llvm::BasicBlock *next : llvm::successors(&block)) {
        Set out = in[next];
        for (const llvm::PHINode &phi : next->phis())
          if (const Value *value = carried(phi.getIncomingValueForBlock(&block)))
            out.insert(item(value));
        for (const auto &entry : out)
          if (!made[&block].count(entry))
            live.insert(entry);
      }
      if (live != in[&block]) {
        in[&block] = std::move(live);
        changed = true;
      }
    }
  }
  for (const llvm::BasicBlock &block : function)
    for (const auto &[position, value] : in[&block])
      liveIn_[&block].push_back(value);
  for (const llvm::BasicBlock &block : function)
    liveIn_[&block];  // all blocks have a list
}

}  // namespace weft::hls
