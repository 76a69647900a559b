// SPDX-License-Identifier: Apache-2.0
// Front-end IR with its built-ins linked → canonical IR (docs/canonical-ir.md).
#pragma once
#include <compare>

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include "board/description.h"

namespace weft::hls::transforms {

/// As many copies of a loop as the source asks for.
inline constexpr unsigned kAnyCopies = ~0u;

/// How far loops are unrolled.
struct Unrolling {
  unsigned mostCopies = kAnyCopies;  // of a loop that the source asks to have unrolled in part; 1: none is
  bool unasked = true;               // loops with few iterations, of which the source says nothing, are as well

  auto operator<=>(const Unrolling &) const = default;
};

/// Changes `module` into canonical IR: only kernels remain. Errors: one for each unsupported construct (joined),
/// or an internal one when the result breaks the contract.
llvm::Error canonicalize(llvm::Module &module, const board::Description &board, const Unrolling &unrolling = {});

/// Only the checks of calls: everything a kernel reaches is defined, nothing is recursive. Changes `module` beyond use.
llvm::Error checkCalls(llvm::Module &module, const board::Description &board);

}  // namespace weft::hls::transforms
