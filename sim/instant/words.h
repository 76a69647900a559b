// SPDX-License-Identifier: Apache-2.0
// Bit vectors of any width in LLVM IR: words of 64 bits, bits beyond the width zero.
#pragma once
#include <llvm/IR/IRBuilder.h>

#include <vector>

#include "hls/graph/bits.h"
#include "hls/graph/graph.h"

namespace weft::instant {

struct Value {
  unsigned width = 0;
  std::vector<llvm::Value *> words;
  llvm::Value *low() const { return words[0]; }
};

class WordBuilder {
public:
  explicit WordBuilder(llvm::IRBuilder<> &ir) : ir_(ir) {}

  llvm::IRBuilder<> &ir() { return ir_; }
  llvm::Value *word(uint64_t value) { return ir_.getInt64(value); }

  Value constant(const graph::Bits &bits);
  Value zero(unsigned width);
  Value slice(const Value &value, unsigned lo, unsigned width);
  Value concat(const std::vector<Value> &parts, unsigned width);
  Value resize(const Value &value, unsigned width);  // zeros above, or cut
  Value signExtend(const Value &value, unsigned width);
  Value select(llvm::Value *condition, const Value &yes, const Value &no);  // condition: 1 bit of LLVM's
  Value fromBit(llvm::Value *bit);                                          // 1 bit of LLVM's

  /// Word by word; `cut`: the operation may set bits beyond the width.
  template <class Operation> Value each(const Value &a, const Value &b, Operation operation) {
    Value result{a.width, {}};
    for (size_t i = 0; i < a.words.size(); ++i)
      result.words.push_back(operation(a.words[i], b.words[i]));
    return result;
  }
  Value inverse(const Value &value);

  /// A bit of LLVM's.
  llvm::Value *nonZero(const Value &value);
  llvm::Value *compare(graph::Predicate predicate, const Value &a, const Value &b);

  /// Element `index` of as many as `value` has of `width` bits; beyond the last one any value.
  Value element(const Value &value, const Value &index, unsigned width);
  Value insertElement(const Value &value, const Value &index, const Value &element);

  /// As one integer of LLVM's, and back; for arithmetic.
  llvm::Value *integer(const Value &value);
  llvm::Value *signedInteger(const Value &value);  // of at most 64 bits: 64, sign extended; else of the width
  Value fromInteger(llvm::Value *integer, unsigned width);
  /// Bits beyond the width become zero.
  Value cut(Value value);

private:
  llvm::Value *join(llvm::Value *a, llvm::Value *b);
  llvm::Value *bitsFrom(const Value &value, unsigned lo);
  llvm::Value *bitPosition(const Value &index, unsigned element, unsigned total);
  llvm::Value *spill(const Value &value, unsigned words);

  llvm::IRBuilder<> &ir_;
};

}  // namespace weft::instant
