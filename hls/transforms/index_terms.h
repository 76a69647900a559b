// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <llvm/IR/Instructions.h>

namespace weft::hls::transforms {

/// Whether indices are made of its operands by sums, products and extensions.
inline bool isIndexTerm(const llvm::Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
  case llvm::Instruction::Mul:
  case llvm::Instruction::Shl:
  case llvm::Instruction::ZExt:
  case llvm::Instruction::SExt:
  case llvm::Instruction::Trunc:
    return true;
  default:
    return false;
  }
}

}  // namespace weft::hls::transforms
