// SPDX-License-Identifier: Apache-2.0
#include "hls/frontend/declaration_checks.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Diagnostic.h>
#include <llvm/Support/PrettyStackTrace.h>
#include <llvm/Support/Regex.h>

namespace weft::hls::frontend {
namespace {

// OpenCL C ends at 16; a wider one would be that many operators for each operation on it.
constexpr unsigned kMaxVectorElements = 16;

constexpr char kRename[] = "give it another name";

/// Whether Table 6.5 of the OpenCL C 1.2 specification has this name among the reserved types.
bool isReservedType(llvm::StringRef name) {
  static const llvm::Regex reserved("^(quad|complex|imaginary|(bool|quad)(2|3|4|8|16)|"
                                    "(float|double)(2|3|4|8|16)x(2|3|4|8|16))$");
  return reserved.match(name);
}

class Checker : public clang::ASTConsumer, public clang::RecursiveASTVisitor<Checker> {
public:
  explicit Checker(clang::DiagnosticsEngine &diagnostics) : diagnostics_(diagnostics) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    const llvm::PrettyStackTraceString who("Weft's check of a declaration");  // for whoever reads of a crash
    for (clang::Decl *declaration : group) {
      place_ = declaration->getLocation();
      TraverseDecl(declaration);
    }
    return true;
  }

  bool VisitFunctionDecl(clang::FunctionDecl *function) {
    checkSymbol(*function);
    if (function->hasAttr<clang::OpenCLKernelAttr>() && function->hasAttr<clang::OverloadableAttr>())
      report(function->getLocation(), "kernel '%0' cannot be overloadable: the host finds kernels by their names",
             function->getName(), "remove the attribute");
    return true;
  }

  bool VisitFileScopeAsmDecl(clang::FileScopeAsmDecl *assembly) {
    report(assembly->getAsmLoc(), "inline assembly is not supported", "", "write it in OpenCL C");
    return true;
  }

  bool VisitVarDecl(clang::VarDecl *variable) {
    if (variable->hasGlobalStorage())
      checkSymbol(*variable);
    return true;
  }

  bool VisitVectorTypeLoc(clang::VectorTypeLoc vector) {
    if (const unsigned elements = vector.getTypePtr()->getNumElements(); elements > kMaxVectorElements)
      report(vector.getNameLoc(), "a vector of %0 elements is not supported: the widest of OpenCL C has 16",
             llvm::utostr(elements), "use an array");
    return true;
  }

  bool VisitBuiltinTypeLoc(clang::BuiltinTypeLoc loc) {
    const clang::BuiltinType *type = loc.getTypePtr();
    if (type->getKind() == clang::BuiltinType::LongLong || type->getKind() == clang::BuiltinType::ULongLong)
      report(loc.getBeginLoc(), "'%0' is reserved in OpenCL C", "long long", "use long, of 64 bits");
    else if (type->getKind() == clang::BuiltinType::LongDouble)
      report(loc.getBeginLoc(), "'%0' is reserved in OpenCL C", "long double", "use double");
    return true;
  }

  bool VisitComplexTypeLoc(clang::ComplexTypeLoc loc) {
    report(loc.getBeginLoc(), "complex types are reserved in OpenCL C", "", "use a vector of two elements");
    return true;
  }

  // Section 6.1.4 reserves them, and compilers accept them: programs define float4x4 and complex for themselves.
  bool VisitTypedefNameDecl(clang::TypedefNameDecl *type) {
    if (isReservedType(type->getName()))
      warn(type->getLocation(), "'%0' is a type name that OpenCL C reserves: a later version may define it",
           type->getName());
    return true;
  }

  bool VisitFieldDecl(clang::FieldDecl *field) {
    if (field->getType()->isIncompleteArrayType())
      report(field->getLocation(), "member '%0' has no size: flexible arrays are not supported in OpenCL C",
             field->getName(), "give it a constant size");
    return true;
  }

  // Clang lets a call without a value fill a vector, and crashes when it comes to generate code.
  bool VisitCastExpr(clang::CastExpr *cast) {
    if (cast->getSubExpr()->getType()->isVoidType() && !cast->getType()->isVoidType())
      report(cast->getBeginLoc(), "an expression without a value is used as one of type '%0'",
             cast->getType().getUnqualifiedType().getAsString(), nullptr);
    return true;
  }

private:
  /// `hint`: what to do, in a note; null: nothing to say.
  template <unsigned length>
  void report(clang::SourceLocation at, const char (&message)[length], llvm::StringRef argument, const char *hint) {
    if (at.isInvalid())
      at = place_;
    diagnostics_.Report(at, diagnostics_.getCustomDiagID(clang::DiagnosticsEngine::Error, message)) << argument;
    if (hint)
      diagnostics_.Report(at, diagnostics_.getCustomDiagID(clang::DiagnosticsEngine::Note, "%0")) << hint;
  }

  // Clang does not apply -Werror and -w to warnings of others.
  template <unsigned length>
  void warn(clang::SourceLocation at, const char (&message)[length], llvm::StringRef argument) {
    if (diagnostics_.getIgnoreAllWarnings())
      return;
    const auto level =
        diagnostics_.getWarningsAsErrors() ? clang::DiagnosticsEngine::Error : clang::DiagnosticsEngine::Warning;
    diagnostics_.Report(at, diagnostics_.getCustomDiagID(level, message)) << argument;
  }

  void checkSymbol(const clang::NamedDecl &declaration) {
    const llvm::StringRef name = declaration.getIdentifier() ? declaration.getName() : "";
    if (name.starts_with("__weft_"))
      report(declaration.getLocation(), "'%0' is reserved: names that begin with '__weft_' are the compiler's own",
             name, kRename);
    if (name.size() > 2 && name.starts_with("_Z") && llvm::isDigit(name[2]))
      report(declaration.getLocation(),
             "'%0' is reserved: names that begin with '_Z' and a digit are symbols of built-in functions", name,
             kRename);
    if (const auto *label = declaration.getAttr<clang::AsmLabelAttr>())
      report(declaration.getLocation(), "an asm label (\"%0\") is not supported", label->getLabel(),
             "give the function or variable its name");
    if (declaration.hasAttr<clang::AliasAttr>() || declaration.hasAttr<clang::WeakRefAttr>() ||
        declaration.hasAttr<clang::IFuncAttr>())
      report(declaration.getLocation(), "'%0' is an alias, which is not supported", name, "call or name its target");
  }

  clang::DiagnosticsEngine &diagnostics_;
  clang::SourceLocation place_;  // of the declaration at hand: some types in it have none of their own
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> checkDeclarations(clang::DiagnosticsEngine &diagnostics) {
  return std::make_unique<Checker>(diagnostics);
}

}  // namespace weft::hls::frontend
