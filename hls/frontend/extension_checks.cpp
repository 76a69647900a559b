// SPDX-License-Identifier: Apache-2.0
#include "hls/frontend/extension_checks.h"

#include <vector>

#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/PrettyStackTrace.h>

#include "hls/frontend/reports.h"
#include "hls/frontend/syntax_visitor.h"

namespace weft::hls::frontend {
namespace {

constexpr llvm::StringLiteral kDouble = "cl_khr_fp64", kHalf = "cl_khr_fp16";

/// Where a program enables and disables extensions.
class Switches : public clang::PPCallbacks {
public:
  explicit Switches(const clang::SourceManager &sources) : sources_(sources) {}

  void PragmaOpenCLExtension(clang::SourceLocation, const clang::IdentifierInfo *name, clang::SourceLocation at,
                             unsigned state) override {
    switches_.push_back({name->getName(), at, state != 0});
  }

  bool isOn(llvm::StringRef extension, clang::SourceLocation at) const {
    bool on = false;
    for (const Switch &one : switches_)
      if ((one.extension == extension || one.extension == "all") && sources_.isBeforeInTranslationUnit(one.at, at))
        on = one.on;
    return on;
  }

private:
  struct Switch {
    llvm::StringRef extension;
    clang::SourceLocation at;
    bool on;
  };
  const clang::SourceManager &sources_;
  std::vector<Switch> switches_;  // in their order
};

class Checker : public clang::ASTConsumer, public SyntaxVisitor {
public:
  Checker(clang::CompilerInstance &compiler, const Switches &switches)
      : reports_(compiler.getDiagnostics()), sources_(compiler.getSourceManager()), switches_(switches),
        version_(compiler.getLangOpts().getOpenCLCompatibleVersion()) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    const llvm::PrettyStackTraceString who("Weft's check of extensions");  // for whoever reads of a crash
    for (clang::Decl *declaration : group)
      if (!sources_.isInSystemHeader(declaration->getLocation()))
        traverse(declaration);
    return true;
  }

  bool VisitBuiltinTypeLoc(clang::BuiltinTypeLoc loc) override {
    if (loc.getTypePtr()->getKind() == clang::BuiltinType::Double)  // a pointer may point to half
      check(loc.getBeginLoc(), loc.getType());
    return true;
  }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc loc) override {
    if (sources_.isInSystemHeader(loc.getTypedefNameDecl()->getLocation()))
      check(loc.getBeginLoc(), loc.getType());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) override { return check(call->getBeginLoc(), call->getType()); }
  bool VisitAsTypeExpr(clang::AsTypeExpr *cast) override { return check(cast->getBeginLoc(), cast->getType()); }

private:
  /// What a type is named or a value has.
  bool check(clang::SourceLocation at, clang::QualType type) {
    type = type.getCanonicalType();
    if (auto *vector = type->getAs<clang::VectorType>())
      type = vector->getElementType();
    if (version_ < 120 && type->isSpecificBuiltinType(clang::BuiltinType::Double))
      require(kDouble, "double", "compile it as OpenCL C 1.2 or later, or enable the extension", at);
    else if (type->isHalfType())
      require(kHalf, "half", "enable the extension; vload_half and vstore_half need none", at);
    return true;
  }

  void require(llvm::StringRef extension, llvm::StringRef type, llvm::StringRef hint, clang::SourceLocation at) {
    at = sources_.getExpansionLoc(at);
    if (at.isInvalid() || at == last_ || switches_.isOn(extension, at))
      return;
    last_ = at;
    reports_.error(at, "'" + type + "' needs '#pragma OPENCL EXTENSION " + extension + " : enable'", hint);
  }

  const Reports reports_;
  const clang::SourceManager &sources_;
  const Switches &switches_;
  const unsigned version_;
  clang::SourceLocation last_;  // is reported once
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> checkExtensions(clang::CompilerInstance &compiler) {
  auto switches = std::make_unique<Switches>(compiler.getSourceManager());
  auto checker = std::make_unique<Checker>(compiler, *switches);
  compiler.getPreprocessor().addPPCallbacks(std::move(switches));
  return checker;
}

}  // namespace weft::hls::frontend
