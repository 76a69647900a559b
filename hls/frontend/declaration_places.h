// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clang {
class ASTContext;
}
namespace llvm {
class Module;
}

namespace weft::hls::frontend {

/// Records where the source declares the functions and global variables of a module (setDeclaration in
/// llvm_diagnostic.h). LLVM's debug information has a line for these and no column; the syntax tree has both.
void recordDeclarations(clang::ASTContext &context, llvm::Module &module);

}  // namespace weft::hls::frontend
