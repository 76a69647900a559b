// SPDX-License-Identifier: Apache-2.0
// A function of LLVM's that goes on in other functions where it becomes long: code generation takes time by the square
// of a function's length. It calls its parts one after the other; a block inside of it can have parts of its own.
#pragma once
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>

#include <vector>

#include "sim/instant/words.h"

namespace weft::instant {

class SplitFunction {
public:
  /// Its only argument is an instance's memory. `firstSpill`: where that has room for values between parts.
  SplitFunction(llvm::Module &module, llvm::IRBuilder<> &ir, const std::string &name, uint32_t firstSpill);

  llvm::Function *current() const { return levels_.back().current(); }
  /// The first word of memory beyond those that parts use.
  uint32_t wordsUsed() const { return nextSpill_; }

  /// About `size` instructions are to follow: they come into a new part if the current function is long.
  void grow(unsigned size);
  /// They come into the current function, however long it is.
  void count(unsigned size) { sizes_[current()] += size; }
  /// A block of the current function begins: its parts end where it does.
  void enterBlock() { levels_.push_back({current(), nullptr, {}}); }
  void leaveBlock();
  void finish();  // of the whole function

  /// Keeps a value of another part where it is made, and says where in memory.
  uint32_t spill(const Value &value);
  Value reload(unsigned width, uint32_t place);

private:
  struct Level {
    llvm::Function *owner, *part;              // the latest part, if there is one
    llvm::IRBuilderBase::InsertPoint inOwner;  // behind the call of it
    llvm::Function *current() const { return part ? part : owner; }
  };

  llvm::Function *make(const std::string &name, llvm::GlobalValue::LinkageTypes linkage);
  void endPart(Level &level);

  llvm::Module &module_;
  llvm::IRBuilder<> &ir_;
  std::vector<Level> levels_;
  llvm::DenseMap<llvm::Function *, unsigned> sizes_;
  uint32_t nextSpill_;
};

}  // namespace weft::instant
