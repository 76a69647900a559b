// SPDX-License-Identifier: Apache-2.0
// Diagnostics of the stages that work on LLVM's data: carried by llvm::Error, with locations from debug information.
#pragma once
#include <string>
#include <system_error>
#include <vector>

#include <llvm/ADT/Twine.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instruction.h>
#include <llvm/Support/Error.h>

#include "hls/diagnostic.h"

namespace weft::hls {

/// The one class of errors in the compiler's llvm::Errors. Several are joined where a stage reports all that it finds.
class DiagnosticError : public llvm::ErrorInfo<DiagnosticError> {
public:
  static char ID;
  explicit DiagnosticError(Diagnostic diagnostic) : diagnostic(std::move(diagnostic)) {}
  void log(llvm::raw_ostream &os) const override { os << format(diagnostic); }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }
  const Diagnostic diagnostic;
};

inline llvm::Error toError(Diagnostic diagnostic) { return llvm::make_error<DiagnosticError>(std::move(diagnostic)); }

llvm::Error toError(std::vector<Diagnostic> diagnostics);
/// All of them; LLVM's own errors become internal ones.
std::vector<Diagnostic> takeDiagnostics(llvm::Error errors);

/// Where an instruction comes from (in the source, also for inlined library code), or else where the function it is in
/// is declared.
kernel::SourceLocation locationOf(const llvm::Instruction &at);
kernel::SourceLocation locationOf(const llvm::Function &at);
/// Empty if it is not known.
kernel::SourceLocation locationOf(const llvm::DebugLoc &at);

/// An error at an instruction, function or variable; it names the function if debug information has no source location
/// for it.
Diagnostic diagnosticAt(const llvm::Instruction &at, const llvm::Twine &message, const llvm::Twine &hint = "");
Diagnostic diagnosticAt(const llvm::Function &at, const llvm::Twine &message, const llvm::Twine &hint = "");
Diagnostic diagnosticAt(const llvm::Argument &at, const llvm::Twine &message, const llvm::Twine &hint = "");
Diagnostic diagnosticAt(const llvm::GlobalVariable &at, const llvm::Twine &message, const llvm::Twine &hint = "");
/// Errors of the program as a whole or of its files; and bugs.
llvm::Error programError(const llvm::Twine &message, const llvm::Twine &hint = "");
llvm::Error internalError(const llvm::Twine &message, llvm::StringRef kernel = {});

/// What the source calls an alloca, a global variable or an argument (transforms/name_variables.cpp); `a+b` for two
/// that are laid out as one. Empty if it has no name.
std::string variableName(const llvm::Value &object);
/// `a or b` for `a+b`.
std::string readableName(llvm::StringRef variableName);
/// The same in quotation marks; "a variable without a name" if it has none.
std::string userName(const llvm::Value &object);

/// Where the source declares a global variable or a function; kept by its copies. Line 0: not known.
void setDeclaration(llvm::GlobalObject &object, const kernel::SourceLocation &location);
kernel::SourceLocation declarationOf(const llvm::GlobalObject &object);
/// Likewise of a function's parameters, in order.
void setParameters(llvm::Function &function, const std::vector<kernel::SourceLocation> &locations);
/// Where the parameter is declared, or else its function.
kernel::SourceLocation locationOf(const llvm::Argument &at);

}  // namespace weft::hls
