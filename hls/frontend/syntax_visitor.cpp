// SPDX-License-Identifier: Apache-2.0
#include "hls/frontend/syntax_visitor.h"

#include <clang/AST/RecursiveASTVisitor.h>

namespace weft::hls::frontend {
namespace {

class Traversal : public clang::RecursiveASTVisitor<Traversal> {
public:
  explicit Traversal(SyntaxVisitor &visitor) : visitor_(visitor) {}

  /// The type in a hint is none that the kernel has.
  bool TraverseVecTypeHintAttr(clang::VecTypeHintAttr *) { return true; }

  bool VisitFunctionDecl(clang::FunctionDecl *function) { return visitor_.VisitFunctionDecl(function); }
  bool VisitVarDecl(clang::VarDecl *variable) { return visitor_.VisitVarDecl(variable); }
  bool VisitFieldDecl(clang::FieldDecl *field) { return visitor_.VisitFieldDecl(field); }
  bool VisitTypedefNameDecl(clang::TypedefNameDecl *type) { return visitor_.VisitTypedefNameDecl(type); }
  bool VisitFileScopeAsmDecl(clang::FileScopeAsmDecl *assembly) { return visitor_.VisitFileScopeAsmDecl(assembly); }
  bool VisitCastExpr(clang::CastExpr *cast) { return visitor_.VisitCastExpr(cast); }
  bool VisitCallExpr(clang::CallExpr *call) { return visitor_.VisitCallExpr(call); }
  bool VisitAsTypeExpr(clang::AsTypeExpr *cast) { return visitor_.VisitAsTypeExpr(cast); }
  bool VisitVectorTypeLoc(clang::VectorTypeLoc loc) { return visitor_.VisitVectorTypeLoc(loc); }
  bool VisitBuiltinTypeLoc(clang::BuiltinTypeLoc loc) { return visitor_.VisitBuiltinTypeLoc(loc); }
  bool VisitComplexTypeLoc(clang::ComplexTypeLoc loc) { return visitor_.VisitComplexTypeLoc(loc); }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc loc) { return visitor_.VisitTypedefTypeLoc(loc); }

private:
  SyntaxVisitor &visitor_;
};

}  // namespace

void SyntaxVisitor::traverse(clang::ASTContext &context) { Traversal(*this).TraverseAST(context); }
void SyntaxVisitor::traverse(clang::Decl *declaration) { Traversal(*this).TraverseDecl(declaration); }

}  // namespace weft::hls::frontend
