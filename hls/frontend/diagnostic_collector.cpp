// SPDX-License-Identifier: Apache-2.0
#include "hls/frontend/diagnostic_collector.h"

#include <utility>

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/Lexer.h>
#include <llvm/Support/raw_ostream.h>

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

std::string hintFor(const clang::Diagnostic &info, const clang::LangOptions &language) {
  if (info.getID() == clang::diag::err_opencl_half_declaration || info.getID() == clang::diag::err_opencl_cast_to_half)
    return "enable the extension: #pragma OPENCL EXTENSION cl_khr_fp16 : enable";
  // Clang gives a compound literal's type no address space: before generic pointers nothing but a cast takes its
  // address.
  if (info.getID() != clang::diag::err_typecheck_incompatible_address_space)
    return {};
  for (const clang::CharSourceRange &range : info.getRanges()) {
    const auto characters = clang::Lexer::getAsCharRange(range, info.getSourceManager(), language);
    llvm::StringRef text = clang::Lexer::getSourceText(characters, info.getSourceManager(), language).ltrim("& ");
    if (text.consume_front("(") && llvm::StringRef(text.split(')').second).ltrim().starts_with("{"))
      return ("name the literal's address space: (__private " + text.split(')').first + "){...}").str();
  }
  return {};
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
