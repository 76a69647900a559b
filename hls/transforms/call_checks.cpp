// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/Support/MathExtras.h>

#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

// Of a kernel with all that it calls: more fills the compiler's memory, minutes later.
constexpr uint64_t kMostInlined = 1 << 22;

// "printf" or "read_imagef", without the mangled parameter list.
std::string sourceName(const llvm::Function &function) {
  std::string name = llvm::demangle(function.getName());
  return name.substr(0, name.find('('));
}

Reason whyUndefined(const llvm::Function &function) {
  const std::string name = sourceName(function);
  const llvm::StringRef text = name;
  auto quoted = [&](const char *rest, const char *hint) -> Reason { return {"'" + name + "'" + rest, hint}; };
  if (text == "__translate_sampler_initializer")
    return {"a sampler is not supported: images are not supported yet", "pass a buffer and compute the index"};
  if (text.contains("image"))
    return quoted(" is not supported: images are not supported yet", "pass a buffer and compute the index");
  if (text.contains("pipe"))
    return quoted(" is not supported: pipes are not supported yet", "pass a buffer from kernel to kernel");
  if (text.contains("enqueue") || text.contains("_block_invoke"))
    return quoted(" is not supported: device-side enqueue is not supported", "enqueue the kernel from the host");
  if (text.contains("sub_group"))
    return quoted(" is not supported: sub-groups are not supported yet", "use local memory and barriers");
  if (function.getName().starts_with("_Z") || text.starts_with("atomic_") || text.starts_with("__"))
    return quoted(" is not supported yet", "");
  return quoted(" is called but not defined", "define it here, or link a program that does");
}

// A function where a value's place is expected: another object of the program declares the name as a variable.
void checkOperands(const llvm::Instruction &instruction, Refusals &refusals) {
  for (const llvm::Use &operand : instruction.operands())
    if (operand->getType()->isPointerTy())
      if (auto *function = llvm::dyn_cast<llvm::Function>(llvm::getUnderlyingObject(operand)))
        refusals.add(instruction,
                     {"'" + sourceName(*function) + "' is used as a variable but defined as a function", {}});
}

void checkInstruction(const llvm::Instruction &instruction, Refusals &refusals) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call)
    return checkOperands(instruction, refusals);
  if (call->isInlineAsm()) {
    refusals.add(instruction, {"inline assembly is not supported", "write it in OpenCL C"});
    return;
  }
  const auto *callee = llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCasts());
  if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(call->getCalledOperand()->stripPointerCasts()))
    refusals.add(instruction,
                 {"'" + variable->getName().str() + "' is called as a function but defined as a variable", {}});
  else if (!callee)
    refusals.add(instruction, {"a call through a function pointer is not supported", "call the function by its name"});
  else if (callee->getFunctionType() != call->getFunctionType())
    refusals.add(instruction,
                 {"'" + sourceName(*callee) + "' is called with arguments that do not match its definition",
                  "declare it as it is defined"});
  else if (callee->isDeclaration() && !callee->isIntrinsic() && !callee->getName().starts_with("__weft_"))
    refusals.add(instruction, whyUndefined(*callee));
}

void refuseRecursion(llvm::Module &module, Refusals &refusals) {
  llvm::CallGraph graph(module);
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
    if (!component.hasCycle())
      continue;
    llvm::SmallPtrSet<const llvm::Function *, 4> members;
    for (llvm::CallGraphNode *node : *component)
      members.insert(node->getFunction());
    for (llvm::CallGraphNode *node : *component)
      if (llvm::Function *function = node->getFunction())
        for (llvm::Instruction &instruction : llvm::instructions(*function))
          if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
              call && members.contains(call->getCalledFunction()))
            refusals.add(instruction, {"recursion is not supported: '" + sourceName(*function) + "' calls '" +
                                           sourceName(*call->getCalledFunction()) + "'",
                                       "write it as a loop"});
  }
}

// Functions with a body, each behind those that it calls; empty if there is recursion.
std::vector<llvm::Function *> calleesFirst(llvm::Module &module) {
  llvm::CallGraph graph(module);
  std::vector<llvm::Function *> functions;
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
    if (component.hasCycle())
      return {};
    if (llvm::Function *function = component->front()->getFunction(); function && !function->isDeclaration())
      functions.push_back(function);
  }
  return functions;
}

// Every call becomes a copy of the function: what a few levels of calls multiply to is refused before it is made.
void refuseCopies(llvm::Module &module, Refusals &refusals) {
  const std::vector<llvm::Function *> functions = calleesFirst(module);
  const auto eachCallee = [](const llvm::Function &function, auto visit) {
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && call->getCalledFunction())
        visit(*call->getCalledFunction());
  };
  llvm::DenseMap<const llvm::Function *, uint64_t> own, inlined;  // own: with what it calls of the library
  for (const llvm::Function *function : functions) {
    uint64_t size = function->getInstructionCount(), fromSource = 0;
    eachCallee(*function, [&](const llvm::Function &callee) {
      uint64_t &sum = callee.getSubprogram() ? fromSource : size;
      sum = llvm::SaturatingAdd(sum, inlined.lookup(&callee));
    });
    own[function] = size;
    inlined[function] = llvm::SaturatingAdd(size, fromSource);
  }
  for (const llvm::Function *kernel : functions) {
    if (kernel->getCallingConv() != llvm::CallingConv::SPIR_KERNEL || inlined[kernel] <= kMostInlined)
      continue;
    llvm::DenseMap<const llvm::Function *, uint64_t> copies{{kernel, 1}};
    for (auto caller = functions.rbegin(); caller != functions.rend(); ++caller)
      if (const uint64_t times = copies.lookup(*caller))
        eachCallee(**caller, [&](const llvm::Function &callee) {
          copies[&callee] = llvm::SaturatingAdd(copies.lookup(&callee), times);
        });
    const auto made = [&](const llvm::Function *function) {
      return function->getSubprogram() ? llvm::SaturatingMultiply(copies.lookup(function), own[function]) : 0;
    };
    const llvm::Function *most =
        *std::max_element(functions.begin(), functions.end(), [&](auto *a, auto *b) { return made(a) < made(b); });
    refusals.add(*kernel, {"kernel '" + sourceName(*kernel) + "' is too large: with what it calls it has " +
                               std::to_string(inlined[kernel]) + " instructions of at most " +
                               std::to_string(kMostInlined) + ", since each call is a copy of the function: of '" +
                               sourceName(*most) + "' there are " + std::to_string(copies.lookup(most)),
                           "call it at fewer places, as in a loop, or split the kernel"});
  }
}

}  // namespace

llvm::PreservedAnalyses CallChecks::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      checkInstruction(instruction, environment.refusals);
  refuseRecursion(module, environment.refusals);
  refuseCopies(module, environment.refusals);
  return llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
