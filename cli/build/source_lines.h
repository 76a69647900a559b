// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "hls/diagnostic.h"

namespace weft::cli {

/// Gives the messages of the compiler's later stages the source line and a caret, as Clang's own have them. `file`: the
/// name of `source` in them.
void addSourceLines(std::vector<hls::Diagnostic> &diagnostics, const std::string &file, const std::string &source);

}  // namespace weft::cli
