// SPDX-License-Identifier: Apache-2.0
// Arithmetic on integers wider than the hardware's 64 bits, which are held as parts.
#pragma once
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace weft::hls::transforms {

constexpr unsigned kPartBits = 64;

/// Parts of 64 bits, lowest first; bits above the integer's width are zero.
using Parts = llvm::SmallVector<llvm::Value *, 4>;

/// Builds operations on integers of `bits` bits. As in LLVM, a shift by the width or more has no defined result.
class WideIntegerBuilder {
public:
  WideIntegerBuilder(llvm::IRBuilder<> &builder, unsigned bits) : builder_(builder), bits_(bits) {}

  unsigned parts() const { return (bits_ + kPartBits - 1) / kPartBits; }
  Parts constant(const llvm::APInt &value);
  /// From an integer of up to 64 bits.
  Parts extend(llvm::Value *value, bool isSigned);
  /// From a wide integer of `fromBits`, wider or narrower than this one.
  Parts resize(const Parts &value, unsigned fromBits, bool isSigned);

  Parts add(const Parts &a, const Parts &b);
  Parts subtract(const Parts &a, const Parts &b);
  Parts multiply(const Parts &a, const Parts &b);
  Parts bitwise(llvm::Instruction::BinaryOps operation, const Parts &a, const Parts &b);
  Parts select(llvm::Value *condition, const Parts &yes, const Parts &no);
  Parts shiftLeft(const Parts &value, llvm::Value *amount);
  Parts shiftRight(const Parts &value, llvm::Value *amount, bool isSigned);
  Parts swapBytes(const Parts &value);
  llvm::Value *compare(llvm::CmpInst::Predicate predicate, const Parts &a, const Parts &b);

private:
  llvm::Value *number(uint64_t value) { return builder_.getInt64(value); }
  unsigned topBits() const { return bits_ - (parts() - 1) * kPartBits; }
  /// The last part with the unused bits as copies of the sign.
  llvm::Value *signedTop(const Parts &value);
  Parts &clearUnused(Parts &value);
  llvm::Value *addWithCarry(llvm::Value *a, llvm::Value *b, llvm::Value *&carry);
  llvm::Value *funnel(llvm::Intrinsic::ID shift, llvm::Value *high, llvm::Value *low, llvm::Value *amount);

  llvm::IRBuilder<> &builder_;
  const unsigned bits_;
};

}  // namespace weft::hls::transforms
