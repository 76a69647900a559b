// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <llvm/IR/Intrinsics.h>

namespace weft::hls::transforms {

/// The intrinsics of the canonical IR (docs/canonical-ir.md).
bool isCanonicalIntrinsic(llvm::Intrinsic::ID id);

}  // namespace weft::hls::transforms
