// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <llvm/IR/IntrinsicInst.h>

#include "hls/transforms/refusals.h"

namespace weft::hls::transforms {

/// Why an intrinsic that Clang made of one of its __builtin_* functions cannot be, and what to write instead.
Reason whyNotBuiltin(llvm::Intrinsic::ID id);

}  // namespace weft::hls::transforms
