// SPDX-License-Identifier: Apache-2.0
#include "hls/frontend/token_checks.h"

#include <cstring>
#include <regex>
#include <utility>

#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>

#include "hls/frontend/big_stack.h"

namespace weft::hls::frontend {
namespace {

class TokenChecks : public clang::PPCallbacks {
public:
  explicit TokenChecks(clang::CompilerInstance &compiler) : compiler_(compiler) {}

  void seen(const clang::Token &token) {
    last_ = token.getKind();
    // Clang counts open brackets; of operators, conditions and the like it takes as many within each other as the stack
    // holds. Half of it is left for what is on its way, and for code generation.
    if (top_ - static_cast<const char *>(__builtin_frame_address(0)) >= ptrdiff_t(kBigStackBytes / 2))
      end(token.getLocation(), "the program is nested too deeply here");
  }

  // Clang 19 gives the hint to the statement that the next pragma stands for, and some stand for none. Other tools'
  // pragmas for loops, which it ignores with a warning, are none to it.
  void PragmaDirective(clang::SourceLocation at, clang::PragmaIntroducerKind) override {
    static const std::regex hint(
        "(#\\s*pragma|_Pragma\\s*\\(\\s*\")\\s*"
        "(unroll|nounroll|clang\\s+loop|ivdep|ii|loop_coalesce|max_concurrency|max_interleaving|"
        "speculated_iterations|disable_loop_pipelining|HLS)\\b.*");
    if (last_ != clang::tok::annot_pragma_loop_hint)
      return;
    const clang::SourceManager &sources = compiler_.getSourceManager();
    const char *const text = sources.getCharacterData(sources.getSpellingLoc(at));
    if (!std::regex_match(text, text + std::strcspn(text, "\n"), hint))
      end(at, "a loop must follow the unroll pragma, and this pragma stands between them");
  }

  void InclusionDirective(clang::SourceLocation at, const clang::Token &, llvm::StringRef name, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef,
                          const clang::Module *, bool, clang::SrcMgr::CharacteristicKind) override {
    if (file || !isCHeader(name))
      return;
    clang::DiagnosticsEngine &diagnostics = compiler_.getDiagnostics();
    diagnostics.Report(at, diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Note,
                                                       "OpenCL C has none of C's headers: its functions are built in"));
  }

private:
  /// Those that OpenCL C, section "Restrictions", names.
  static bool isCHeader(llvm::StringRef name) {
    static constexpr llvm::StringLiteral kNames[] = {"assert",   "complex", "ctype",  "errno",  "fenv",   "float",
                                                     "inttypes", "limits",  "locale", "math",   "setjmp", "signal",
                                                     "stdarg",   "stdbool", "stddef", "stdint", "stdio",  "stdlib",
                                                     "string",   "tgmath",  "time",   "wchar",  "wctype"};
    return name.consume_back(".h") && llvm::is_contained(kNames, name);
  }

  /// What follows is not read.
  template <unsigned length> void end(clang::SourceLocation at, const char (&why)[length]) {
    clang::DiagnosticsEngine &diagnostics = compiler_.getDiagnostics();
    if (!std::exchange(ended_, true))
      diagnostics.Report(at, diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Fatal, why));
    if (auto *lexer = static_cast<clang::Lexer *>(compiler_.getPreprocessor().getCurrentFileLexer()))
      lexer->seek(unsigned(lexer->getBuffer().size()), /*IsAtStartOfLine=*/true);
  }

  clang::CompilerInstance &compiler_;
  const char *top_ = static_cast<const char *>(__builtin_frame_address(0));
  clang::tok::TokenKind last_ = clang::tok::unknown;
  bool ended_ = false;
};

}  // namespace

void checkTokens(clang::CompilerInstance &compiler) {
  auto checks = std::make_unique<TokenChecks>(compiler);
  clang::Preprocessor &preprocessor = compiler.getPreprocessor();
  preprocessor.setTokenWatcher([checks = checks.get()](const clang::Token &token) { checks->seen(token); });
  preprocessor.addPPCallbacks(std::move(checks));
}

}  // namespace weft::hls::frontend
