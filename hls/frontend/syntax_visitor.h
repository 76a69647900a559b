// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/TypeLoc.h>

namespace weft::hls::frontend {

/// Clang's RecursiveASTVisitor for what is looked at here, with virtual functions: the template, which takes a compiler
/// longer than all checks together, is instantiated once. Clang has its own from version 20 on
/// (DynamicRecursiveASTVisitor). What a function returns says whether to go on.
class SyntaxVisitor {
public:
  virtual ~SyntaxVisitor() = default;

  void traverse(clang::ASTContext &context);
  void traverse(clang::Decl *declaration);

  virtual bool VisitFunctionDecl(clang::FunctionDecl *) { return true; }
  virtual bool VisitVarDecl(clang::VarDecl *) { return true; }
  virtual bool VisitFieldDecl(clang::FieldDecl *) { return true; }
  virtual bool VisitTypedefNameDecl(clang::TypedefNameDecl *) { return true; }
  virtual bool VisitFileScopeAsmDecl(clang::FileScopeAsmDecl *) { return true; }
  virtual bool VisitCastExpr(clang::CastExpr *) { return true; }
  virtual bool VisitCallExpr(clang::CallExpr *) { return true; }
  virtual bool VisitAsTypeExpr(clang::AsTypeExpr *) { return true; }
  virtual bool VisitVectorTypeLoc(clang::VectorTypeLoc) { return true; }
  virtual bool VisitBuiltinTypeLoc(clang::BuiltinTypeLoc) { return true; }
  virtual bool VisitComplexTypeLoc(clang::ComplexTypeLoc) { return true; }
  virtual bool VisitTypedefTypeLoc(clang::TypedefTypeLoc) { return true; }
};

}  // namespace weft::hls::frontend
