// SPDX-License-Identifier: Apache-2.0
// Where program-scope variables lie in their block of device memory, and what is in it before the first launch.
#pragma once
#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/GlobalVariable.h>

#include "hls/transforms/refusals.h"
#include "kernel/variables.h"

namespace weft::hls::transforms {

/// The variables in this order. Refuses initialisers with addresses that the host cannot know.
kernel::Variables layOut(llvm::ArrayRef<llvm::GlobalVariable *> variables, Refusals &refusals);

}  // namespace weft::hls::transforms
