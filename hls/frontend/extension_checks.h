// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>

namespace weft::hls::frontend {

/// Reports types of an extension where `#pragma OPENCL EXTENSION` has not enabled it: double up to OpenCL C 1.1, half
/// in every version (OpenCL 1.1, sections 9.3 and 9.6; OpenCL Extension Specification, section cl_khr_fp16). Clang
/// itself reports variables, constants and accesses of half, and nothing of double.
std::unique_ptr<clang::ASTConsumer> checkExtensions(clang::CompilerInstance &compiler);

}  // namespace weft::hls::frontend
