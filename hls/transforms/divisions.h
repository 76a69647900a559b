// SPDX-License-Identifier: Apache-2.0
// Integer divisions as primitives. In OpenCL a division by zero, or of the least number by -1, has an unspecified
// result and no other effect; with LLVM's instructions the program is undefined, so that a divisor is proof of a
// condition. A division that may meet such operands stays a call, __weft_udiv_i32(a, b) and so on, until no
// optimisation is left that could make use of that.
#pragma once
#include <llvm/IR/IRBuilder.h>

namespace weft::hls::transforms {

/// A primitive in place of `division`, element by element; null if its divisor is a constant for which it is defined.
llvm::Value *protectDivision(llvm::IRBuilder<> &builder, llvm::BinaryOperator &division);

/// The operation of a primitive's call, such as llvm::Instruction::UDiv; 0 if it is none.
unsigned divisionOpcode(const llvm::Instruction &instruction);

/// Replaces the call of a primitive.
void replaceDivision(llvm::Instruction &call, llvm::Value *result);

}  // namespace weft::hls::transforms
