// SPDX-License-Identifier: Apache-2.0
// Canonical IR whose branches meet again: behind a branch lies a region with one way out, and behind a loop one place.
#pragma once
#include <memory>

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include "board/description.h"

namespace weft::hls::transforms {

/// A module with a copy of a kernel of canonical IR in that form, under its name, and of the variables of its module.
/// It takes more selections and, where a loop was left to several places, a branch that finds the place behind it.
llvm::Expected<std::unique_ptr<llvm::Module>> structured(const llvm::Function &function,
                                                         const board::Description &board);

}  // namespace weft::hls::transforms
