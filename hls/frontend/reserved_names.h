// SPDX-License-Identifier: Apache-2.0
// Names and symbols that a program may not have, because the compiler itself gives them a meaning.
#pragma once
#include <memory>

namespace clang {
class ASTConsumer;
class DiagnosticsEngine;
}  // namespace clang

namespace weft::hls::frontend {

/// Reports, as errors at their place in the source: functions and variables whose names are the compiler's
/// (`__weft_…`, `_Z3…`) or which choose their symbol themselves (asm labels, aliases), overloadable kernels,
/// vectors that are none of OpenCL's, and values made of nothing. Runs before code generation of the same declaration.
std::unique_ptr<clang::ASTConsumer> checkReservedNames(clang::DiagnosticsEngine &diagnostics);

}  // namespace weft::hls::frontend
