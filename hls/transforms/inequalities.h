// SPDX-License-Identifier: Apache-2.0
// What the branches above an instruction say about integers.
#pragma once
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstrTypes.h>

namespace weft::hls::transforms {

/// An integer, without a modulus: a sum of values times factors, none of which is 0.
struct LinearSum {
  using Terms = llvm::SmallVector<std::pair<llvm::Value *, int64_t>, 4>;
  int64_t constant = 0;
  Terms terms = {};  // each value once

  LinearSum operator+(const LinearSum &other) const { return plus(other, 1); }
  LinearSum operator-(const LinearSum &other) const { return plus(other, -1); }
  int64_t factorOf(const llvm::Value *value) const;

private:
  LinearSum plus(const LinearSum &other, int64_t factor) const;
};

/// Inequalities between values, which are read as signed or as unsigned numbers. Poison counts as impossible: what is
/// asked has to depend on the values that are named.
class Inequalities {
public:
  /// Those that hold at an instruction by the branches that lead there.
  Inequalities(const llvm::Instruction &at, const llvm::DominatorTree &dominators, bool isSigned);

  void assume(llvm::Value *condition, bool holds) { assume(condition, holds, 0); }
  void assume(llvm::CmpInst::Predicate predicate, llvm::Value *a, llvm::Value *b);
  /// Nothing: it has too large constants.
  std::optional<LinearSum> sumOf(llvm::Value *value) const;
  /// Whether a sum is known not to be positive.
  bool implies(const LinearSum &sum) const;
  /// Whether a sum is known to be a number of the type.
  bool isExact(const LinearSum &sum, llvm::Type *type) const;

private:
  void assume(llvm::Value *condition, bool holds, unsigned depth);
  std::optional<LinearSum> sumOf(llvm::Value *value, unsigned depth) const;
  std::optional<LinearSum> constant(const llvm::APInt &value) const;
  llvm::ConstantRange rangeOf(llvm::Value *value) const;
  void addNotPositive(LinearSum sum);
  void addRange(llvm::Value *value, std::vector<LinearSum> &rows) const;

  const llvm::Instruction &at_;
  const llvm::DominatorTree &dominators_;
  const bool isSigned_;
  std::vector<LinearSum> notPositive_;
};

}  // namespace weft::hls::transforms
