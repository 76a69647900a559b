// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <clang/Basic/Diagnostic.h>
#include <llvm/ADT/Twine.h>

namespace weft::hls::frontend {

/// What Weft itself has to say of a source, through Clang's engine.
class Reports {
public:
  explicit Reports(clang::DiagnosticsEngine &diagnostics) : diagnostics_(diagnostics) {}

  /// `hint`: what to do, in a note; empty: nothing to say.
  void error(clang::SourceLocation at, const llvm::Twine &message, llvm::StringRef hint = {}) const {
    report(clang::DiagnosticsEngine::Error, at, message);
    if (!hint.empty())
      note(at, hint);
  }

  // Clang does not apply -Werror and -w to warnings of others.
  void warning(clang::SourceLocation at, const llvm::Twine &message) const {
    if (!diagnostics_.getIgnoreAllWarnings())
      report(diagnostics_.getWarningsAsErrors() ? clang::DiagnosticsEngine::Error : clang::DiagnosticsEngine::Warning,
             at, message);
  }

  void note(clang::SourceLocation at, const llvm::Twine &message) const {
    report(clang::DiagnosticsEngine::Note, at, message);
  }

private:
  void report(clang::DiagnosticsEngine::Level level, clang::SourceLocation at, const llvm::Twine &message) const {
    diagnostics_.Report(at, diagnostics_.getCustomDiagID(level, "%0")) << message.str();
  }

  clang::DiagnosticsEngine &diagnostics_;
};

}  // namespace weft::hls::frontend
