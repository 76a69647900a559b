// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "kernel/print.h"

namespace weft::hls::transforms {

/// What a constant scalar holds, zero-extended; nullopt: it is no constant, or a vector.
std::optional<uint64_t> constantBits(const llvm::Value &value);

/// Collects the words of the record of one call of printf, and stores them.
class PrintRecord {
public:
  /// New instructions stand in front of the call. `number`: its first word.
  PrintRecord(llvm::CallInst &call, llvm::Value *number) : call_(call), builder_(&call), words_{number} {}
  /// Adds an integer, a floating-point value, or a vector of them, and returns its offset in bytes: a multiple of the
  /// size of an element, or of four.
  unsigned add(llvm::Value *value);
  unsigned granules() const;
  /// Reserves and stores it in the buffer, of `granules` granules. Gives what printf returns: 0, or -1 if it is full.
  llvm::Value *write(llvm::Value &buffer, unsigned granules);

private:
  void addBits(llvm::Value *bits);
  llvm::Value *granule(llvm::IRBuilderBase &builder, unsigned index, llvm::Value *firstWord) const;

  llvm::CallInst &call_;
  llvm::IRBuilder<> builder_;
  std::vector<llvm::Value *> words_;  // i32
  unsigned used_ = 4;                 // bytes of the last word
};

}  // namespace weft::hls::transforms
