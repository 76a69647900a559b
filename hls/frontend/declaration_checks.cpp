// SPDX-License-Identifier: Apache-2.0
#include "hls/frontend/declaration_checks.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/Attr.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/PrettyStackTrace.h>
#include <llvm/Support/Regex.h>

#include "hls/frontend/reports.h"
#include "hls/frontend/syntax_visitor.h"

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

class Checker : public clang::ASTConsumer, public SyntaxVisitor {
public:
  explicit Checker(clang::DiagnosticsEngine &diagnostics) : reports_(diagnostics) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    const llvm::PrettyStackTraceString who("Weft's check of a declaration");  // for whoever reads of a crash
    for (clang::Decl *declaration : group) {
      place_ = declaration->getLocation();
      traverse(declaration);
    }
    return true;
  }

  bool VisitFunctionDecl(clang::FunctionDecl *function) override {
    checkSymbol(*function);
    if (function->hasAttr<clang::OpenCLKernelAttr>() && function->hasAttr<clang::OverloadableAttr>())
      report(function->getLocation(),
             "kernel '" + function->getName() + "' cannot be overloadable: the host finds kernels by their names",
             "remove the attribute");
    return true;
  }

  bool VisitFileScopeAsmDecl(clang::FileScopeAsmDecl *assembly) override {
    report(assembly->getAsmLoc(), "inline assembly is not supported", "write it in OpenCL C");
    return true;
  }

  bool VisitVarDecl(clang::VarDecl *variable) override {
    if (variable->hasGlobalStorage())
      checkSymbol(*variable);
    return true;
  }

  bool VisitVectorTypeLoc(clang::VectorTypeLoc vector) override {
    if (const unsigned elements = vector.getTypePtr()->getNumElements(); elements > kMaxVectorElements)
      report(vector.getNameLoc(),
             "a vector of " + llvm::Twine(elements) + " elements is not supported: the widest of OpenCL C has 16",
             "use an array");
    return true;
  }

  bool VisitBuiltinTypeLoc(clang::BuiltinTypeLoc loc) override {
    const clang::BuiltinType *type = loc.getTypePtr();
    if (type->getKind() == clang::BuiltinType::LongLong || type->getKind() == clang::BuiltinType::ULongLong)
      report(loc.getBeginLoc(), "'long long' is reserved in OpenCL C", "use long, of 64 bits");
    else if (type->getKind() == clang::BuiltinType::LongDouble)
      report(loc.getBeginLoc(), "'long double' is reserved in OpenCL C", "use double");
    return true;
  }

  bool VisitComplexTypeLoc(clang::ComplexTypeLoc loc) override {
    report(loc.getBeginLoc(), "complex types are reserved in OpenCL C", "use a vector of two elements");
    return true;
  }

  // Section 6.1.4 reserves them, and compilers accept them: programs define float4x4 and complex for themselves.
  bool VisitTypedefNameDecl(clang::TypedefNameDecl *type) override {
    if (isReservedType(type->getName()))
      reports_.warning(type->getLocation(),
                       "'" + type->getName() +
                           "' is a type name that OpenCL C reserves: a later version may define it");
    return true;
  }

  bool VisitFieldDecl(clang::FieldDecl *field) override {
    if (field->getType()->isIncompleteArrayType())
      report(field->getLocation(),
             "member '" + field->getName() + "' has no size: flexible arrays are not supported in OpenCL C",
             "give it a constant size");
    return true;
  }

  // Clang lets a call without a value fill a vector, and crashes when it comes to generate code.
  bool VisitCastExpr(clang::CastExpr *cast) override {
    if (cast->getSubExpr()->getType()->isVoidType() && !cast->getType()->isVoidType())
      report(cast->getBeginLoc(), "an expression without a value is used as one of type '" +
                                      cast->getType().getUnqualifiedType().getAsString() + "'");
    return true;
  }

private:
  void report(clang::SourceLocation at, const llvm::Twine &message, llvm::StringRef hint = {}) {
    reports_.error(at.isInvalid() ? place_ : at, message, hint);
  }

  void checkSymbol(const clang::NamedDecl &declaration) {
    const llvm::StringRef name = declaration.getIdentifier() ? declaration.getName() : "";
    if (name.starts_with("__weft_"))
      report(declaration.getLocation(),
             "'" + name + "' is reserved: names that begin with '__weft_' are the compiler's own", kRename);
    if (name.size() > 2 && name.starts_with("_Z") && llvm::isDigit(name[2]))
      report(declaration.getLocation(),
             "'" + name + "' is reserved: names that begin with '_Z' and a digit are symbols of built-in functions",
             kRename);
    if (const auto *label = declaration.getAttr<clang::AsmLabelAttr>())
      report(declaration.getLocation(), "an asm label (\"" + label->getLabel() + "\") is not supported",
             "give the function or variable its name");
    if (declaration.hasAttr<clang::AliasAttr>() || declaration.hasAttr<clang::WeakRefAttr>() ||
        declaration.hasAttr<clang::IFuncAttr>())
      report(declaration.getLocation(), "'" + name + "' is an alias, which is not supported",
             "call or name its target");
  }

  const Reports reports_;
  clang::SourceLocation place_;  // of the declaration at hand: some types in it have none of their own
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> checkDeclarations(clang::DiagnosticsEngine &diagnostics) {
  return std::make_unique<Checker>(diagnostics);
}

}  // namespace weft::hls::frontend
