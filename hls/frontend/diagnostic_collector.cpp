// SPDX-License-Identifier: Apache-2.0
#include "hls/frontend/diagnostic_collector.h"

#include <utility>

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/Support/raw_ostream.h>

#include "hls/frontend/hints.h"

namespace weft::hls::frontend {
namespace {

Diagnostic::Severity severityOf(clang::DiagnosticsEngine::Level level) {
  switch (level) {
  case clang::DiagnosticsEngine::Ignored:
  case clang::DiagnosticsEngine::Note:
  case clang::DiagnosticsEngine::Remark:
    return Diagnostic::Severity::Note;
  case clang::DiagnosticsEngine::Warning:
    return Diagnostic::Severity::Warning;
  case clang::DiagnosticsEngine::Error:
  case clang::DiagnosticsEngine::Fatal:
    break;
  }
  return Diagnostic::Severity::Error;
}

class Collector : public clang::DiagnosticConsumer {
public:
  Collector(std::vector<Diagnostic> &diagnostics, clang::DiagnosticOptions &options)
      : diagnostics_(diagnostics), stream_(text_), printer_(stream_, &options) {}

  void BeginSourceFile(const clang::LangOptions &language, const clang::Preprocessor *preprocessor) override {
    language_ = language;
    printer_.BeginSourceFile(language, preprocessor);
  }
  void EndSourceFile() override { printer_.EndSourceFile(); }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    // "Declared here" of what the user has not declared: no file of his has the place.
    if (level == clang::DiagnosticsEngine::Note && info.hasSourceManager() && info.getLocation().isValid() &&
        info.getSourceManager().isInSystemHeader(info.getLocation()))
      return;
    printer_.HandleDiagnostic(level, info);
    Diagnostic diagnostic;
    diagnostic.severity = severityOf(level);
    diagnostic.rendered = llvm::StringRef(std::exchange(text_, {})).rtrim('\n').str();
    llvm::SmallString<128> message;
    info.FormatDiagnostic(message);
    diagnostic.message = message.str();
    if (info.hasSourceManager()) {
      diagnostic.hint = hintFor(info, language_);
      if (const clang::PresumedLoc place = info.getSourceManager().getPresumedLoc(info.getLocation()); place.isValid())
        diagnostic.location = {place.getFilename(), place.getLine(), place.getColumn()};
    }
    diagnostics_.push_back(std::move(diagnostic));
  }

private:
  std::vector<Diagnostic> &diagnostics_;
  std::string text_;
  llvm::raw_string_ostream stream_;
  clang::TextDiagnosticPrinter printer_;
  clang::LangOptions language_;
};

}  // namespace

std::unique_ptr<clang::DiagnosticConsumer> collectInto(std::vector<Diagnostic> &diagnostics,
                                                       clang::DiagnosticOptions &options) {
  return std::make_unique<Collector>(diagnostics, options);
}

}  // namespace weft::hls::frontend
