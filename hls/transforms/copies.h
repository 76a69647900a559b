// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>

namespace weft::hls::transforms {

/// Copies of a loop's body that it is asked to have, where it is still a loop when it is unrolled; 1: it is not
/// unrolled.
unsigned copiesOf(const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

/// Sets how many there are to be, or that the loop is as it shall be (1).
void setCopies(llvm::Loop &loop, unsigned copies);

/// The same of the branch at a loop's end that has taken over from the loop's own.
void setUnrolled(const llvm::Loop &from, llvm::Instruction &branch);

}  // namespace weft::hls::transforms
