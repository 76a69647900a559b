// SPDX-License-Identifier: Apache-2.0
// Build-time tool: make-builtins libclc.bc triple output.bc own.bc…
// Retargets libclc (built for nvptx) to SPIR address spaces and calling convention and links Weft's own functions over
// it.
#include <algorithm>
#include <cstdio>
#include <string>

#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "hls/builtins/shards.h"

namespace {

[[noreturn]] void fail(const std::string &message) {
  std::fprintf(stderr, "make-builtins: %s\n", message.c_str());
  std::exit(1);
}

std::unique_ptr<llvm::Module> read(const char *path, llvm::LLVMContext &context) {
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseIRFile(path, diagnostic, context);
  if (!module)
    fail(std::string(path) + ": " + diagnostic.getMessage().str());
  return module;
}

void replaceAll(std::string &text, const std::string &from, const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

// Constant memory is address space 4 in nvptx and 2 in SPIR, in types and in mangled names. LLVM cannot change the
// address space of a type in place, so this goes through text.
std::unique_ptr<llvm::Module> moveConstantMemory(const llvm::Module &module, llvm::LLVMContext &context) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  replaceAll(text, "addrspace(4)", "addrspace(2)");
  replaceAll(text, "U3AS4", "U3AS2");
  llvm::SMDiagnostic diagnostic;
  auto moved = llvm::parseAssemblyString(text, diagnostic, context);
  if (!moved)
    fail("after moving address spaces: " + diagnostic.getMessage().str());
  return moved;
}

void retargetFunction(llvm::Function &function) {
  if (function.isIntrinsic())
    return;
  function.setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function.setDSOLocal(false);
  for (const char *attribute :
       {"frame-pointer", "no-builtins", "target-features", "target-cpu", "stack-protector-buffer-size"})
    function.removeFnAttr(attribute);
  for (auto kind : {llvm::Attribute::AlwaysInline, llvm::Attribute::NoInline, llvm::Attribute::Convergent})
    function.removeFnAttr(kind);
  for (llvm::User *user : function.users())
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(user); call && call->getCalledOperand() == &function) {
      call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
      call->removeFnAttr(llvm::Attribute::Convergent);
    }
  if (!function.isDeclaration())
    function.setLinkage(llvm::GlobalValue::WeakODRLinkage);
}

// Families that Weft defines itself or that need hardware it has not; libclc's version must not answer in their place.
bool isReplacedFamily(llvm::StringRef mangled) {
  if (!mangled.consume_front("_Z"))
    return false;
  mangled = mangled.ltrim("0123456789");
  return mangled.starts_with("async_work_group") || mangled.starts_with("wait_group_events") ||
         mangled.starts_with("prefetch") || mangled.starts_with("atom_") || mangled.starts_with("atomic_") ||
         mangled.starts_with("shuffle");
}

// Own functions that build on the one they replace call it __libclc_<mangled name>.
void keepReplaced(llvm::Module &library, const llvm::Module &own) {
  for (const llvm::Function &wanted : own) {
    llvm::StringRef name = wanted.getName();
    if (!name.consume_front("__libclc_"))
      continue;
    llvm::Function *original = library.getFunction(name);
    if (!original)
      fail("libclc has no " + name.str());
    llvm::ValueToValueMapTy map;
    llvm::CloneFunction(original, map)->setName(wanted.getName());
  }
}

// Functions with internal linkage are called from other shards too. They, and tables and helpers of the library which
// are no built-in functions, get names that no program can have.
void renameHelpers(llvm::Module &library) {
  for (llvm::GlobalObject &object : library.global_objects()) {
    const bool local = object.hasLocalLinkage();
    if (local)
      object.setLinkage(llvm::GlobalValue::WeakODRLinkage);
    const llvm::StringRef name = object.getName();
    if (local || !(name.starts_with("_Z") || name.starts_with("llvm.") || name.starts_with("__weft_")))
      object.setName("library." + name);
  }
}

// A pointer to global memory becomes a generic one.
class Generic : public llvm::ValueMapTypeRemapper {
public:
  llvm::Type *remapType(llvm::Type *type) override {
    constexpr unsigned kGlobal = 1, kGeneric = 4;
    auto *pointer = llvm::dyn_cast<llvm::PointerType>(type);
    return pointer && pointer->getAddressSpace() == kGlobal ? llvm::PointerType::get(type->getContext(), kGeneric)
                                                            : type;
  }
  bool changes(const llvm::Function &function) {
    return llvm::any_of(function.getFunctionType()->params(),
                        [&](llvm::Type *type) { return remapType(type) != type; });
  }
};

// The form of a function that takes generic pointers instead of those to global memory, and what it calls.
llvm::Function *genericForm(llvm::Function &function) {
  Generic generic;
  std::string name = function.getName().str();
  if (name.find("U3AS1") == std::string::npos)
    name += ".generic";
  replaceAll(name, "U3AS1", "U3AS4");
  llvm::Module &library = *function.getParent();
  if (llvm::Function *known = library.getFunction(name))
    return known;
  if (function.isDeclaration())
    fail("no generic form of " + function.getName().str());
  std::vector<llvm::Type *> parameters;
  for (llvm::Type *type : function.getFunctionType()->params())
    parameters.push_back(generic.remapType(type));
  auto *type = llvm::FunctionType::get(function.getReturnType(), parameters, /*isVarArg=*/false);
  auto *form = llvm::Function::Create(type, function.getLinkage(), name, library);
  llvm::ValueToValueMapTy map;
  for (unsigned i = 0; i < function.arg_size(); ++i)
    map[function.getArg(i)] = form->getArg(i);
  llvm::SmallVector<llvm::ReturnInst *, 4> returns;
  llvm::CloneFunctionInto(form, &function, map, llvm::CloneFunctionChangeType::LocalChangesOnly, returns, "", nullptr,
                          &generic);
  for (llvm::Instruction &instruction : llvm::instructions(*form))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (auto *callee = llvm::dyn_cast<llvm::Function>(call->getCalledOperand()); callee && generic.changes(*callee))
        call->setCalledOperand(genericForm(*callee));
  return form;
}

// OpenCL C 3.0 with generic pointers declares only such forms of the functions that take pointers.
void addGenericForms(llvm::Module &library) {
  std::vector<llvm::Function *> named;
  for (llvm::Function &function : library) {
    llvm::StringRef name = function.getName();
    const bool otherPointers = llvm::any_of(function.getFunctionType()->params(), [](llvm::Type *type) {
      return type->isPointerTy() && type->getPointerAddressSpace() != 1;
    });
    if (!function.isDeclaration() && name.starts_with("_Z") && name.contains("U3AS1") && !otherPointers &&
        !name.contains("prefetch") && !name.contains("atom_"))
      named.push_back(&function);
  }
  for (llvm::Function *function : named)
    genericForm(*function);
}

// The library's functions have a result for operands whose intermediate sums overflow: what the hardware wraps, the
// optimiser may not take for impossible. Attributes say the same of results (libclc's abs is never 2^31).
void forgetOverflow(llvm::Function &function) {
  function.removeRetAttr(llvm::Attribute::Range);
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (!llvm::isa<llvm::GetElementPtrInst>(instruction))
      instruction.dropPoisonGeneratingFlags();
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      call->removeRetAttr(llvm::Attribute::Range);
  }
}

// Minimum and maximum of 64 bits, for which Clang has no builtin: __weft_atomic_<min or max>_<type>_<space>.
void makeAtomics(llvm::Module &library) {
  using Rmw = llvm::AtomicRMWInst;
  for (llvm::Function &function : llvm::make_early_inc_range(library)) {
    llvm::StringRef name = function.getName();
    if (!name.consume_front("__weft_atomic_"))
      continue;
    const bool least = name.starts_with("min"), isSigned = !name.contains("ulong");
    const Rmw::BinOp operation = least ? (isSigned ? Rmw::Min : Rmw::UMin) : isSigned ? Rmw::Max : Rmw::UMax;
    for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
      auto *call = llvm::cast<llvm::CallInst>(user);
      llvm::IRBuilder<> builder(call);
      call->replaceAllUsesWith(builder.CreateAtomicRMW(operation, call->getArgOperand(0), call->getArgOperand(1),
                                                       llvm::MaybeAlign(), llvm::AtomicOrdering::Monotonic));
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

// Declares in a shard what its definitions refer to.
class Declarer : public llvm::ValueMaterializer {
public:
  explicit Declarer(llvm::Module &shard) : shard_(shard) {}
  llvm::Value *materialize(llvm::Value *value) override {
    if (auto *function = llvm::dyn_cast<llvm::Function>(value)) {
      auto *declared = llvm::Function::Create(function->getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                              function->getAddressSpace(), function->getName(), &shard_);
      declared->copyAttributesFrom(function);
      return declared;
    }
    auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(value);
    if (!variable)
      return nullptr;
    auto *declared = new llvm::GlobalVariable(shard_, variable->getValueType(), variable->isConstant(),
                                              llvm::GlobalValue::ExternalLinkage, nullptr, variable->getName(), nullptr,
                                              variable->getThreadLocalMode(), variable->getAddressSpace());
    declared->copyAttributesFrom(variable);
    return declared;
  }

private:
  llvm::Module &shard_;
};

// llvm::CloneModule would look at all of the library for each of the shards: half a minute.
std::unique_ptr<llvm::Module> cloneShard(const llvm::Module &library,
                                         const std::vector<const llvm::GlobalObject *> &own, const std::string &name) {
  auto shard = std::make_unique<llvm::Module>(name, library.getContext());
  shard->setDataLayout(library.getDataLayout());
  shard->setTargetTriple(library.getTargetTriple());
  llvm::ValueToValueMapTy map;
  Declarer declarer(*shard);
  for (const llvm::GlobalObject *object : own) {
    auto *clone = llvm::cast<llvm::GlobalObject>(llvm::MapValue(object, map, llvm::RF_None, nullptr, &declarer));
    clone->setLinkage(object->getLinkage());
    if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(object)) {
      auto *value = llvm::MapValue(variable->getInitializer(), map, llvm::RF_None, nullptr, &declarer);
      llvm::cast<llvm::GlobalVariable>(clone)->setInitializer(value);
      continue;
    }
    const auto *function = llvm::cast<llvm::Function>(object);
    auto *body = llvm::cast<llvm::Function>(clone);
    for (auto [from, to] : llvm::zip(function->args(), body->args())) {
      to.setName(from.getName());
      map[&from] = &to;
    }
    llvm::SmallVector<llvm::ReturnInst *, 8> returns;
    llvm::CloneFunctionInto(body, function, map, llvm::CloneFunctionChangeType::ClonedModule, returns, "", nullptr,
                            nullptr, &declarer);
  }
  for (const llvm::NamedMDNode &named : library.named_metadata())
    for (const llvm::MDNode *node : named.operands())
      shard->getOrInsertNamedMetadata(named.getName())
          ->addOperand(llvm::MapMetadata(node, map, llvm::RF_None, nullptr, &declarer));
  return shard;
}

void writeShards(llvm::Module &library, const char *path) {
  using namespace weft::hls::builtins;
  renameHelpers(library);
  std::vector<std::vector<const llvm::GlobalObject *>> objects(kShards);
  for (const llvm::GlobalObject &object : library.global_objects())
    if (!object.isDeclaration())
      objects[shardOf(object.getName())].push_back(&object);
  llvm::SmallVector<char, 0> bytes;
  llvm::BitcodeWriter writer(bytes);
  std::vector<std::unique_ptr<llvm::Module>> shards;  // the writer refers to their names until the end
  for (unsigned number = 0; number < kShards; ++number) {
    shards.push_back(cloneShard(library, objects[number], "weft-builtins-" + std::to_string(number)));
    writer.writeModule(*shards.back());
  }
  writer.writeSymtab();
  writer.writeStrtab();
  std::error_code error;
  llvm::raw_fd_ostream output(path, error, llvm::sys::fs::OF_None);
  if (error)
    fail(std::string(path) + ": " + error.message());
  output.write(bytes.data(), bytes.size());
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 5)
    fail("usage: make-builtins libclc.bc triple output.bc own.bc…");
  llvm::LLVMContext context;
  auto own = read(argv[4], context);
  auto library = moveConstantMemory(*read(argv[1], context), context);
  library->setTargetTriple(argv[2]);
  library->setDataLayout(own->getDataLayout());
  library->setModuleIdentifier("weft-builtins");
  library->setSourceFileName("weft-builtins");
  for (const char *name : {"llvm.ident", "opencl.ocl.version", "nvvmir.version", "llvm.module.flags"})
    if (auto *metadata = library->getNamedMetadata(name))
      library->eraseNamedMetadata(metadata);
  for (llvm::Function &function : *library) {
    if (isReplacedFamily(function.getName()) && !function.isDeclaration())
      function.deleteBody();
    retargetFunction(function);
  }
  for (llvm::GlobalVariable &variable : library->globals()) {
    variable.setDSOLocal(false);
    if (variable.hasInitializer())
      variable.setLinkage(llvm::GlobalValue::WeakODRLinkage);
  }

  llvm::Linker linker(*library);
  for (int i = 4; i < argc; ++i) {
    auto module = i == 4 ? std::move(own) : read(argv[i], context);
    keepReplaced(*library, *module);
    if (linker.linkInModule(std::move(module), llvm::Linker::OverrideFromSrc))
      fail(std::string("cannot link ") + argv[i]);
  }
  for (llvm::Function &function : llvm::make_early_inc_range(*library))
    if (function.isDeclaration() && function.use_empty())
      function.eraseFromParent();
  makeAtomics(*library);
  addGenericForms(*library);
  // A hole in the library would blame a user's source line for our omission.
  for (llvm::Function &function : *library)
    if (function.isDeclaration() && !function.isIntrinsic() && !function.getName().starts_with("__weft_"))
      fail("undefined in the library: " + function.getName().str());
  for (llvm::Function &function : *library)
    forgetOverflow(function);
  if (llvm::verifyModule(*library, &llvm::errs()))
    fail("the result does not verify");
  writeShards(*library, argv[3]);
  return 0;
}
