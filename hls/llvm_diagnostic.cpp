// SPDX-License-Identifier: Apache-2.0
#include "hls/llvm_diagnostic.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>

namespace weft::hls {

char DiagnosticError::ID = 0;

llvm::Error toError(std::vector<Diagnostic> diagnostics) {
  llvm::Error all = llvm::Error::success();
  for (Diagnostic &diagnostic : diagnostics)
    all = llvm::joinErrors(std::move(all), toError(std::move(diagnostic)));
  return all;
}

std::vector<Diagnostic> takeDiagnostics(llvm::Error errors) {
  std::vector<Diagnostic> diagnostics;
  llvm::handleAllErrors(
      std::move(errors), [&](const DiagnosticError &error) { diagnostics.push_back(error.diagnostic); },
      [&](const llvm::ErrorInfoBase &error) { diagnostics.push_back(internalDefect(error.message())); });
  return diagnostics;
}

kernel::SourceLocation locationOf(const llvm::DebugLoc &at) {
  if (!at || at.getLine() == 0)
    return {};
  return {at->getFilename().str(), at.getLine(), at.getCol()};
}

kernel::SourceLocation locationOf(const llvm::Instruction &at) {
  const kernel::SourceLocation location = locationOf(at.getDebugLoc());
  return location.line != 0 ? location : locationOf(*at.getFunction());
}

kernel::SourceLocation locationOf(const llvm::Function &at) { return declarationOf(at); }

static Diagnostic diagnosticIn(const llvm::Function &function, kernel::SourceLocation location,
                               const llvm::Twine &message, const llvm::Twine &hint) {
  Diagnostic diagnostic = userError(std::move(location), message.str(), hint.str());
  if (diagnostic.location.line == 0)
    diagnostic.function = function.getName().str();
  return diagnostic;
}

Diagnostic diagnosticAt(const llvm::Instruction &at, const llvm::Twine &message, const llvm::Twine &hint) {
  return diagnosticIn(*at.getFunction(), locationOf(at), message, hint);
}

Diagnostic diagnosticAt(const llvm::Function &at, const llvm::Twine &message, const llvm::Twine &hint) {
  return diagnosticIn(at, locationOf(at), message, hint);
}

Diagnostic diagnosticAt(const llvm::Argument &at, const llvm::Twine &message, const llvm::Twine &hint) {
  return diagnosticIn(*at.getParent(), locationOf(at), message, hint);
}

Diagnostic diagnosticAt(const llvm::GlobalVariable &at, const llvm::Twine &message, const llvm::Twine &hint) {
  return userError(declarationOf(at), message.str(), hint.str());
}

llvm::Error programError(const llvm::Twine &message, const llvm::Twine &hint) {
  return toError(userError({}, message.str(), hint.str()));
}

llvm::Error internalError(const llvm::Twine &message, llvm::StringRef kernel) {
  return toError(internalDefect(message.str(), kernel.str()));
}

namespace {
std::string plainName(llvm::StringRef irName, bool isGlobal) {
  if (!isGlobal)
    return irName.split('.').first.str();
  // Clang has `function.variable`, `__const.function.variable` for initialisers; the n-th of them ends in `.n`.
  while (irName.contains('.') && llvm::all_of(irName.rsplit('.').second, llvm::isDigit))
    irName = irName.rsplit('.').first;
  return (irName.contains('.') ? irName.rsplit('.').second : irName).str();
}
}  // namespace

std::string variableName(const llvm::Value &object) {
  std::string result;
  for (llvm::StringRef part : llvm::split(object.getName(), '+'))
    if (std::string name = plainName(part, llvm::isa<llvm::GlobalVariable>(object)); !name.empty())
      result += (result.empty() ? "" : "+") + name;
  return result;
}

std::string readableName(llvm::StringRef variableName) {
  std::string result;
  for (llvm::StringRef part : llvm::split(variableName, '+'))
    result += (result.empty() ? "" : " or ") + part.str();
  return result;
}

std::string userName(const llvm::Value &object) {
  std::string name = readableName(variableName(object));
  return name.empty() ? "a variable without a name" : "'" + name + "'";
}

static constexpr char kDeclaration[] = "weft.declaration", kParameters[] = "weft.parameters";

static llvm::MDNode *nodeOf(llvm::LLVMContext &context, const kernel::SourceLocation &location) {
  const auto number = [&](unsigned value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
  };
  return llvm::MDNode::get(
      context, {llvm::MDString::get(context, location.file), number(location.line), number(location.column)});
}

static kernel::SourceLocation locationIn(const llvm::MDNode &node) {
  const auto number = [&](unsigned operand) {
    return unsigned(llvm::mdconst::extract<llvm::ConstantInt>(node.getOperand(operand))->getZExtValue());
  };
  return {llvm::cast<llvm::MDString>(node.getOperand(0))->getString().str(), number(1), number(2)};
}

void setDeclaration(llvm::GlobalObject &object, const kernel::SourceLocation &location) {
  object.setMetadata(kDeclaration, nodeOf(object.getContext(), location));
}

kernel::SourceLocation declarationOf(const llvm::GlobalObject &object) {
  const llvm::MDNode *node = object.getMetadata(kDeclaration);
  return node ? locationIn(*node) : kernel::SourceLocation{};
}

void setParameters(llvm::Function &function, const std::vector<kernel::SourceLocation> &locations) {
  llvm::SmallVector<llvm::Metadata *> nodes;
  for (const kernel::SourceLocation &location : locations)
    nodes.push_back(nodeOf(function.getContext(), location));
  function.setMetadata(kParameters, llvm::MDNode::get(function.getContext(), nodes));
}

kernel::SourceLocation locationOf(const llvm::Argument &at) {
  const llvm::MDNode *parameters = at.getParent()->getMetadata(kParameters);
  if (!parameters || parameters->getNumOperands() != at.getParent()->arg_size())
    return locationOf(*at.getParent());
  return locationIn(*llvm::cast<llvm::MDNode>(parameters->getOperand(at.getArgNo())));
}

}  // namespace weft::hls
