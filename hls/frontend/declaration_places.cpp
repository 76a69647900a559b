// SPDX-License-Identifier: Apache-2.0
#include "hls/frontend/declaration_places.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include "hls/frontend/syntax_visitor.h"
#include "hls/llvm_diagnostic.h"

namespace weft::hls::frontend {
namespace {

/// Columns by what debug information says of a declaration: the two take a place from the same SourceManager.
class Columns final : public SyntaxVisitor {
public:
  explicit Columns(clang::ASTContext &context) : sources_(context.getSourceManager()) { traverse(context); }

  bool VisitFunctionDecl(clang::FunctionDecl *function) override {
    if (function->isThisDeclarationADefinition() && function->getIdentifier())
      for (const clang::ParmVarDecl *parameter : function->parameters())
        if (const clang::PresumedLoc place = sources_.getPresumedLoc(parameter->getLocation()); place.isValid())
          parameters_[function->getName().str()].push_back({place.getFilename(), place.getLine(), place.getColumn()});
    return record(*function);
  }
  bool VisitVarDecl(clang::VarDecl *variable) override {
    // A __local variable becomes a global one, which hasGlobalStorage does not know.
    const bool local = variable->getType().getAddressSpace() == clang::LangAS::opencl_local;
    return !(local || variable->hasGlobalStorage()) || record(*variable);
  }

  unsigned of(llvm::StringRef file, unsigned line, llvm::StringRef name) const {
    const auto found = columns_.find({file.str(), line, name.str()});
    return found == columns_.end() ? 0 : found->second;
  }

  /// Places of a function's parameters, if each has one.
  std::vector<kernel::SourceLocation> parametersOf(const llvm::Function &function) const {
    const auto found = parameters_.find(function.getName().str());
    return found == parameters_.end() || found->second.size() != function.arg_size()
               ? std::vector<kernel::SourceLocation>{}
               : found->second;
  }

private:
  bool record(const clang::NamedDecl &declaration) {
    const clang::PresumedLoc place = sources_.getPresumedLoc(declaration.getLocation());
    if (place.isValid() && declaration.getIdentifier())
      columns_.try_emplace({place.getFilename(), place.getLine(), declaration.getName().str()}, place.getColumn());
    return true;
  }

  const clang::SourceManager &sources_;
  std::map<std::tuple<std::string, unsigned, std::string>, unsigned> columns_;
  std::map<std::string, std::vector<kernel::SourceLocation>> parameters_;
};

}  // namespace

void recordDeclarations(clang::ASTContext &context, llvm::Module &module) {
  const Columns columns(context);
  const auto record = [&](llvm::GlobalObject &object, const auto &described) {
    const unsigned column = columns.of(described.getFilename(), described.getLine(), described.getName());
    setDeclaration(object, {described.getFilename().str(), described.getLine(), column});
  };
  for (llvm::Function &function : module)
    if (const llvm::DISubprogram *described = function.getSubprogram()) {
      record(function, *described);
      if (const auto parameters = columns.parametersOf(function); !parameters.empty())
        setParameters(function, parameters);
    }
  for (llvm::GlobalVariable &variable : module.globals()) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression *> expressions;
    variable.getDebugInfo(expressions);
    if (!expressions.empty())
      record(variable, *expressions[0]->getVariable());
  }
}

}  // namespace weft::hls::frontend
