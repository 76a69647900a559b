// SPDX-License-Identifier: Apache-2.0
#include "hls/diagnostic.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>

namespace weft::hls {

char SourceError::ID = 0;
char InternalError::ID = 0;

std::string locationPrefix(const llvm::Instruction &at) {
  if (const llvm::DebugLoc &location = at.getDebugLoc(); location && location.getLine() != 0)
    return (location->getFilename() + ":" + llvm::Twine(location.getLine()) + ":" + llvm::Twine(location.getCol()) +
            ": error: ")
        .str();
  return locationPrefix(*at.getFunction());
}

std::string locationPrefix(const llvm::Function &at) {
  if (const llvm::DISubprogram *program = at.getSubprogram())
    return (program->getFilename() + ":" + llvm::Twine(program->getLine()) + ": error: ").str();
  return "error: in '" + at.getName().str() + "': ";
}

std::string variableName(llvm::StringRef irName, bool isGlobal) {
  std::string result;
  for (llvm::StringRef part : llvm::split(irName, '+')) {
    auto [first, rest] = part.split('.');
    if (isGlobal && !rest.empty())
      first = rest.split('.').first;
    if (!first.empty())
      result += (result.empty() ? "" : " or ") + first.str();
  }
  return result;
}

std::string userName(const llvm::Value &object) {
  std::string name = variableName(object.getName(), llvm::isa<llvm::GlobalVariable>(object));
  return name.empty() ? "a variable without a name" : "'" + name + "'";
}

llvm::Error sourceError(const llvm::Instruction &at, const llvm::Twine &message) {
  return llvm::make_error<SourceError>(locationPrefix(at) + message.str());
}

llvm::Error sourceError(const llvm::Function &at, const llvm::Twine &message) {
  return llvm::make_error<SourceError>(locationPrefix(at) + message.str());
}

llvm::Error internalError(const llvm::Twine &message) { return llvm::make_error<InternalError>(message.str()); }

}  // namespace weft::hls
