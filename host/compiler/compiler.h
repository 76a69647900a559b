// SPDX-License-Identifier: Apache-2.0
// The compiler as the host library uses it: never in the application's process. Clang and LLVM crash on some input, and
// grow without limit on other; then there is a failure whose log says so.
#pragma once
#include "host/compiler/request.h"

namespace weft::compiler {

/// Starts the compile server (host/compiler/server.h) if this process has none, and does not wait for it. A failure
/// is found again by whoever needs it.
void start() noexcept;

/// Waits for the result. Throws std::exception if no process can be made for the request.
hls::CompileResult compile(const Request &request, const board::Description &board);

}  // namespace weft::compiler
