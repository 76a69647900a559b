// SPDX-License-Identifier: Apache-2.0
#include "hls/builtins/link_builtins.h"

#include <set>

#include <llvm/ADT/StringSet.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Linker/Linker.h>

#include "hls/builtins/shards.h"
#include "hls/llvm_diagnostic.h"
#include "support/resources.h"

namespace weft::hls::builtins {
namespace {

// The file stays in memory; each compilation parses the shards it needs in its own context.
struct Library {
  std::unique_ptr<llvm::MemoryBuffer> file;
  std::vector<llvm::BitcodeModule> shards;
};

llvm::Expected<Library *> library(unsigned bits) {
  static Library libraries[2];
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  Library &library = libraries[bits == 32];
  if (!library.file) {
    const auto path = support::resourceDirectory() / ("builtins-" + std::to_string(bits) + ".bc");
    auto file = llvm::MemoryBuffer::getFile(path.string());
    if (!file)
      return internalError(path.string() + ": " + file.getError().message());
    auto shards = llvm::getBitcodeModuleList((*file)->getMemBufferRef());
    if (!shards)
      return shards.takeError();
    if (shards->size() != kShards)
      return internalError(path.string() + ": not a library of this version");
    library.shards = std::move(*shards);
    library.file = std::move(*file);
  }
  return &library;
}

// The shards of the symbols that are declared only and not in `seen`; adds them to it.
std::set<unsigned> neededShards(const llvm::Module &module, llvm::StringSet<> &seen) {
  std::set<unsigned> needed;
  auto visit = [&](const llvm::GlobalValue &value) {
    if (value.isDeclaration() && !value.getName().starts_with("llvm.") && !value.getName().starts_with("__weft_") &&
        seen.insert(value.getName()).second)
      needed.insert(shardOf(value.getName()));
  };
  llvm::for_each(module.functions(), visit);
  llvm::for_each(module.globals(), visit);
  return needed;
}

// What a program defines is its own: the library never calls it, whatever its name. Kernels keep theirs, which the host
// looks for.
void internalize(llvm::Module &module) {
  for (llvm::GlobalObject &object : module.global_objects()) {
    const auto *function = llvm::dyn_cast<llvm::Function>(&object);
    const bool kernel = function && function->getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
    if (kernel || object.isDeclaration() || object.hasAppendingLinkage())
      continue;
    object.setComdat(nullptr);
    object.setVisibility(llvm::GlobalValue::DefaultVisibility);
    object.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
}

// The remainder that Clang's own functions give (__builtin_fmod) is that of the library.
void callRemainder(llvm::BinaryOperator &remainder) {
  llvm::IRBuilder<> builder(&remainder);
  llvm::Type *type = remainder.getType(), *scalar = type->getScalarType();
  const char *name = scalar->isDoubleTy() ? "_Z4fmoddd" : scalar->isHalfTy() ? "_Z4fmodDhDh" : "_Z4fmodff";
  llvm::FunctionCallee fmod = remainder.getModule()->getOrInsertFunction(name, scalar, scalar, scalar);
  const auto call = [&](llvm::Value *a, llvm::Value *b) {
    llvm::CallInst *result = builder.CreateCall(fmod, {a, b});
    result->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    return result;
  };
  llvm::cast<llvm::Function>(fmod.getCallee())->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  llvm::Value *a = remainder.getOperand(0), *b = remainder.getOperand(1), *result = nullptr;
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    result = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      llvm::Value *x = builder.CreateExtractElement(a, i), *y = builder.CreateExtractElement(b, i);
      result = builder.CreateInsertElement(result, call(x, y), i);
    }
  } else {
    result = call(a, b);
  }
  remainder.replaceAllUsesWith(result);
  remainder.eraseFromParent();
}

void callRemainders(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (instruction.getOpcode() == llvm::Instruction::FRem)
        callRemainder(llvm::cast<llvm::BinaryOperator>(instruction));
}

}  // namespace

llvm::Error linkBuiltins(llvm::Module &module) {
  auto library = builtins::library(module.getDataLayout().getPointerSizeInBits(0));
  if (!library)
    return library.takeError();
  internalize(module);
  callRemainders(module);
  llvm::StringSet<> seen;
  llvm::SmallPtrSet<const llvm::GlobalVariable *, 16> own;
  for (const llvm::GlobalVariable &variable : module.globals())
    own.insert(&variable);
  llvm::Linker linker(module);
  // What a shard brings in may call functions of other shards.
  for (auto needed = neededShards(module, seen); !needed.empty(); needed = neededShards(module, seen))
    for (unsigned number : needed) {
      auto shard = (*library)->shards[number].getLazyModule(module.getContext(), /*ShouldLazyLoadMetadata=*/true,
                                                            /*IsImporting=*/false);
      if (!shard)
        return shard.takeError();
      if (linker.linkInModule(std::move(*shard), llvm::Linker::LinkOnlyNeeded))
        return internalError("cannot link the built-in functions");
    }
  for (llvm::GlobalVariable &variable : module.globals())
    if (!own.contains(&variable))
      variable.addAttribute(kUncheckedVariable);
  return llvm::Error::success();
}

}  // namespace weft::hls::builtins
