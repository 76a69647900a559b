// SPDX-License-Identifier: Apache-2.0
// What Clang accepts in a declaration and the compiler cannot: names to which it gives a meaning itself, and more.
#pragma once
#include <memory>

namespace clang {
class ASTConsumer;
class DiagnosticsEngine;
}  // namespace clang

namespace weft::hls::frontend {

/// Reports, as errors with their location: functions and variables whose names are the compiler's
/// (`__weft_…`, `_Z3…`) or which choose their symbol themselves (asm labels, aliases), overloadable kernels,
/// vectors that are none of OpenCL's, and values made of nothing. Runs before code generation of the same declaration.
std::unique_ptr<clang::ASTConsumer> checkDeclarations(clang::DiagnosticsEngine &diagnostics);

}  // namespace weft::hls::frontend
