// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <clang/Frontend/CompilerInstance.h>

namespace weft::hls::frontend {

/// Ends the source with an error at the first token from which on Clang's parser would not come back: where the program
/// is nested deeper than the stack holds, and at a pragma between `#pragma unroll` and its loop. Called once before
/// the parser, on a stack of kBigStackBytes whose top is near.
void checkTokens(clang::CompilerInstance &compiler);

}  // namespace weft::hls::frontend
