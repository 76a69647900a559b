// SPDX-License-Identifier: Apache-2.0
// Strings that a program names: as numbers, because the hardware only tells which of them it means.
#pragma once
#include <string>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>

namespace weft::hls::transforms {

/// The bytes of all strings of a program that are printed, one object behind the other.
class StringTable {
public:
  explicit StringTable(const llvm::DataLayout &layout) : layout_(layout) {}
  /// Where a constant pointer points; nullopt: not into an object of characters. Null is at 0.
  std::optional<uint32_t> offsetOf(const llvm::Constant &pointer);
  /// A table of pointers with their offsets instead, of the same layout; null: not all of them are strings.
  llvm::GlobalVariable *withOffsets(llvm::GlobalVariable &table);
  /// Each object with a zero behind it.
  const std::string &bytes() const { return bytes_; }

private:
  std::optional<uint32_t> add(const llvm::GlobalVariable &object);
  llvm::Constant *offsetIn(llvm::Constant &address);

  const llvm::DataLayout &layout_;
  std::string bytes_;
  llvm::DenseMap<const llvm::GlobalVariable *, std::optional<uint32_t>> objects_;
  llvm::DenseMap<llvm::GlobalVariable *, llvm::GlobalVariable *> tables_;
};

/// A number for what a pointer may be, of 32 bits, wherever it is chosen at run time.
class StringNumbers {
public:
  using Number = llvm::function_ref<llvm::Value *(llvm::Constant &)>;
  /// `number`: that of a constant pointer, or null, which ends the search.
  /// `table`: for strings that are computed with or read from tables; null: neither is possible.
  StringNumbers(Number number, StringTable *table) : number_(number), table_(table) {}
  /// Null if the pointer may be something else than constants.
  llvm::Value *operator()(llvm::Value *pointer);

private:
  llvm::Value *make(llvm::Value *pointer);
  llvm::Value *ofPhi(llvm::PHINode &phi);
  llvm::Value *ofLoad(llvm::LoadInst &load);

  const Number number_;
  StringTable *const table_;
  llvm::DenseMap<llvm::Value *, llvm::Value *> known_;
  llvm::SmallVector<llvm::PHINode *> phis_;  // new ones
};

}  // namespace weft::hls::transforms
