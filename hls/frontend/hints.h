// SPDX-License-Identifier: Apache-2.0
// What Clang does not say of a mistake: what to do about it here.
#pragma once
#include <string>

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/LangOptions.h>

namespace weft::hls::frontend {

/// Empty: nothing to add.
std::string hintFor(const clang::Diagnostic &info, const clang::LangOptions &language);

}  // namespace weft::hls::frontend
