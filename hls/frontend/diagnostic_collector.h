// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <vector>

#include <clang/Basic/Diagnostic.h>

#include "hls/diagnostic.h"

namespace weft::hls::frontend {

/// Takes what Clang reports, as text with includes, source line and caret too. `options` say how that text is made.
std::unique_ptr<clang::DiagnosticConsumer> collectInto(std::vector<Diagnostic> &diagnostics,
                                                       clang::DiagnosticOptions &options);

}  // namespace weft::hls::frontend
