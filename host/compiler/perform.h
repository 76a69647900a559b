// SPDX-License-Identifier: Apache-2.0
// The compiler's side of a request: the only file of this folder that calls the compiler.
#pragma once
#include "host/compiler/request.h"

namespace weft::compiler {

/// The operation's result. Throws std::exception if its inputs are not those of its operation.
hls::CompileResult perform(const Request &request, const board::Description &board);

}  // namespace weft::compiler
