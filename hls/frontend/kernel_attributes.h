// SPDX-License-Identifier: Apache-2.0
// Attributes of other tools that say how a kernel is built: num_simd_work_items(N), num_compute_units(N), and
// max_work_group_size(N) or (X, Y, Z) with its other name xcl_max_work_group_size.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceLocation.h>

#include "board/description.h"

namespace llvm {
class Module;
}

namespace weft::hls::frontend {

/// Has Clang know them in every compilation of the process. Called before the first; again, it does nothing.
void registerKernelAttributes();

/// Those of one source.
class KernelAttributes {
public:
  /// Checks the attributes of each declaration and takes them from it, before code is generated for it.
  std::unique_ptr<clang::ASTConsumer> collect(clang::DiagnosticsEngine &diagnostics, const board::Description &board);

  /// Leaves them to later stages (hls/attributes.h). `module`: what the source has become.
  void apply(llvm::Module &module) const;

private:
  struct Value {
    uint64_t number = 0;
    clang::SourceLocation at;
    std::string text;  // as it is declared
  };
  struct Kernel {
    std::optional<Value> simdWorkItems, computeUnits, maxWorkGroupSize;
    std::vector<std::string> texts;
  };
  class Collector;

  std::map<std::string, Kernel> kernels_;  // by name
};

}  // namespace weft::hls::frontend
