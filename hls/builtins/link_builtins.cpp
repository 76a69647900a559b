// SPDX-License-Identifier: Apache-2.0
#include "hls/builtins/link_builtins.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>

#include "support/resources.h"

namespace weft::hls::builtins {
namespace {

// The file stays mapped: a context of its own parses it for each compilation, but lazily.
llvm::Expected<llvm::MemoryBufferRef> libraryFile(unsigned bits) {
  static std::unique_ptr<llvm::MemoryBuffer> files[2];
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  auto &file = files[bits == 32];
  if (!file) {
    const auto path = support::resourceDirectory() / ("builtins-" + std::to_string(bits) + ".bc");
    auto buffer = llvm::MemoryBuffer::getFile(path.string());
    if (!buffer)
      return llvm::createStringError(buffer.getError(), path.string() + ": " + buffer.getError().message());
    file = std::move(*buffer);
  }
  return file->getMemBufferRef();
}

}  // namespace

llvm::Error linkBuiltins(llvm::Module &module) {
  auto file = libraryFile(module.getDataLayout().getPointerSizeInBits(0));
  if (!file)
    return file.takeError();
  auto library = llvm::getLazyBitcodeModule(*file, module.getContext());
  if (!library)
    return library.takeError();
  (*library)->setDataLayout(module.getDataLayout());
  if (llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded))
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "cannot link the built-in functions");
  return llvm::Error::success();
}

}  // namespace weft::hls::builtins
