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

std::string userName(const llvm::Value &object) {
  llvm::StringRef name = object.getName();
  // `x.sroa.4.i`, `x.addr`, `x.i.i`; of a variable in a function: `kernel.x`.
  for (llvm::StringRef suffix : {".sroa.", ".addr", ".i"})
    if (size_t at = name.find(suffix); at != llvm::StringRef::npos && at != 0)
      name = name.take_front(at);
  if (llvm::isa<llvm::GlobalVariable>(object))
    name = name.rsplit('.').second.empty() ? name : name.rsplit('.').second;
  if (name.empty())
    return "a variable without a name";
  return "'" + name.str() + "'";
}

llvm::Error sourceError(const llvm::Instruction &at, const llvm::Twine &message) {
  return llvm::make_error<SourceError>(locationPrefix(at) + message.str());
}

llvm::Error sourceError(const llvm::Function &at, const llvm::Twine &message) {
  return llvm::make_error<SourceError>(locationPrefix(at) + message.str());
}

llvm::Error internalError(const llvm::Twine &message) { return llvm::make_error<InternalError>(message.str()); }

}  // namespace weft::hls
