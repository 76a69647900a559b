// SPDX-License-Identifier: Apache-2.0
// OpenCL C to LLVM IR: Clang as a library. Files live in memory, and what Clang says comes as a list.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "board/description.h"
#include "hls/diagnostic.h"
#include "hls/frontend/options.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace weft::hls::frontend {

struct Result {
  std::unique_ptr<llvm::Module> module;  // null: the source has errors, `diagnostics` says which
  std::vector<Diagnostic> diagnostics;   // warnings and errors, each followed by its notes
};

/// Compiles `source` to unoptimised IR for `board`. `headers`: include name → text. Not verified, not linked with the
/// built-ins. `fileName`: as messages show it; its folder, if it names one, is searched for #include "…". Call it on a
/// big stack (big_stack.h).
Result compile(llvm::LLVMContext &context, const std::string &source, const Options &options,
               const board::Description &board, const std::map<std::string, std::string> &headers = {},
               const std::string &fileName = "<source>");

/// The target triple and the data layout of kernels for `board`.
const char *targetTriple(const board::Description &board);
std::string dataLayout(const board::Description &board);

}  // namespace weft::hls::frontend
