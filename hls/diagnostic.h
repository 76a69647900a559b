// SPDX-License-Identifier: Apache-2.0
// Errors of the compiler's stages. Everything but InternalError is the user's to mend and says where and what.
#pragma once
#include <string>
#include <system_error>

#include <llvm/ADT/Twine.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instruction.h>
#include <llvm/Support/Error.h>

namespace weft::hls {

/// The source has something that is not supported: `file:line:column: error: message`.
class SourceError : public llvm::ErrorInfo<SourceError> {
public:
  static char ID;
  explicit SourceError(std::string text) : text(std::move(text)) {}
  void log(llvm::raw_ostream &os) const override { os << text; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }
  const std::string text;
};

/// A stage's output breaks its contract: a bug in Weft.
class InternalError : public llvm::ErrorInfo<InternalError> {
public:
  static char ID;
  explicit InternalError(std::string text) : text(std::move(text)) {}
  void log(llvm::raw_ostream &os) const override { os << "internal error: " << text; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }
  const std::string text;
};

/// `file:line:column: error: ` of the instruction (of the source, also for inlined library code), or of the function it
/// is in.
std::string locationPrefix(const llvm::Instruction &at);
std::string locationPrefix(const llvm::Function &at);

/// What the source calls an alloca, a global variable or an argument (transforms/name_variables.cpp); `a+b` for two
/// that are laid out as one. Empty if it has no name.
std::string variableName(const llvm::Value &object);
/// `a or b` for `a+b`.
std::string readableName(llvm::StringRef variableName);
/// The same in quotation marks; "a variable without a name" if it has none.
std::string userName(const llvm::Value &object);

llvm::Error sourceError(const llvm::Instruction &at, const llvm::Twine &message);
llvm::Error sourceError(const llvm::Function &at, const llvm::Twine &message);
llvm::Error internalError(const llvm::Twine &message);

/// Where the source declares a global variable; kept by its copies.
void setDeclaration(llvm::GlobalVariable &variable, llvm::StringRef file, unsigned line);
struct Declaration {
  std::string file;
  unsigned line = 0;  // 0: unknown
};
Declaration declarationOf(const llvm::GlobalVariable &variable);

}  // namespace weft::hls
