// SPDX-License-Identifier: Apache-2.0
// A program-scope variable lies in device memory and is a buffer of each kernel that uses it, so that it is checked,
// ordered and reported as those are. A kernel that reads pointers gets those variables too whose address is kept
// somewhere. Constants lie on chip, the smallest first, until that is full; the others become such buffers, and so do
// those that name a variable in their initialiser or are named in a variable's.
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "hls/attributes.h"
#include "hls/transforms/constant_places.h"
#include "hls/transforms/implicit_argument.h"
#include "hls/transforms/passes.h"
#include "hls/transforms/variable_layout.h"

namespace weft::hls::transforms {
namespace {

using llvm::Function;
using llvm::GlobalVariable;
using llvm::Instruction;

constexpr unsigned kGlobal = 1, kConstant = 2, kGeneric = 4;

bool isKernel(const Function &function) {
  return !function.isDeclaration() && function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

/// Uses inside constant expressions belong to no function: makes them instructions.
void expandUses(llvm::ArrayRef<GlobalVariable *> variables) {
  llvm::SmallVector<llvm::Constant *> constants(variables.begin(), variables.end());
  llvm::convertUsersOfConstantsToInstructions(constants);
  for (GlobalVariable *variable : variables)
    variable->removeDeadConstantUsers();
}

std::vector<llvm::Use *> usesIn(GlobalVariable &variable, const Function &function) {
  std::vector<llvm::Use *> uses;
  for (llvm::Use &use : variable.uses())
    if (auto *user = llvm::dyn_cast<Instruction>(use.getUser()); user && user->getFunction() == &function)
      uses.push_back(&use);
  return uses;
}

/// Whether a pointer that may mean memory of an address space comes from memory or is made of a number.
bool readsPointers(const Function &function, unsigned space) {
  auto mayMean = [space](unsigned own) { return own == space || (own == kGeneric && space == kGlobal); };
  return llvm::any_of(llvm::instructions(function), [&](const Instruction &instruction) {
    return instruction.getType()->isPtrOrPtrVectorTy() && mayMean(instruction.getType()->getPointerAddressSpace()) &&
           !llvm::isa<llvm::AllocaInst, llvm::GetElementPtrInst, llvm::PHINode, llvm::SelectInst,
                      llvm::AddrSpaceCastInst, llvm::CallInst>(instruction);
  });
}

bool isInInitialiser(const GlobalVariable &variable) {
  return llvm::any_of(variable.users(), [](const llvm::User *user) { return llvm::isa<llvm::Constant>(user); });
}

/// Makes variables arguments of kernels. Functions are replaced on the way, so kernels go by their names.
class Arguments {
public:
  explicit Arguments(llvm::Module &module) : module_(module) {
    for (const Function &function : module)
      if (isKernel(function))
        kernels_.push_back(function.getName().str());
  }

  const std::vector<std::string> &kernels() const { return kernels_; }
  Function &kernel(const std::string &name) const { return *module_.getFunction(name); }

  void add(const std::string &name, GlobalVariable &variable) {
    llvm::Argument &argument =
        addImplicitArgument(kernel(name), kProgramVariable, variable.getAddressSpace(), variableName(variable));
    numbers_.insert({&variable, unsigned(numbers_.size())});
    argument.addAttr(llvm::Attribute::get(module_.getContext(), kVariable, std::to_string(numbers_.lookup(&variable))));
    places_[&variable].push_back({name, argument.getArgNo()});
    for (llvm::Use *use : usesIn(variable, *argument.getParent()))
      use->set(&argument);
  }

  bool has(const std::string &name, GlobalVariable &variable) {
    return llvm::any_of(places_[&variable], [&](const auto &place) { return place.first == name; });
  }

  /// Whether pointers to the variable may be kept where they are not followed.
  bool escapes(GlobalVariable &variable) {
    return isInInitialiser(variable) || llvm::any_of(places_[&variable], [&](const auto &place) {
             return llvm::PointerMayBeCaptured(kernel(place.first).getArg(place.second), /*ReturnCaptures=*/true,
                                               /*StoreCaptures=*/true);
           });
  }

  /// Its bytes are accessed through this argument only.
  void markAlone(GlobalVariable &variable) {
    for (const auto &[name, index] : places_[&variable])
      kernel(name).addParamAttr(index, llvm::Attribute::NoAlias);
  }

  /// By their numbers.
  llvm::SmallVector<GlobalVariable *> variables() const {
    llvm::SmallVector<GlobalVariable *> result(numbers_.size());
    for (const auto &[variable, number] : numbers_)
      result[number] = variable;
    return result;
  }
  /// One that no kernel uses takes its room all the same.
  void reserve(GlobalVariable &variable) { numbers_.insert({&variable, unsigned(numbers_.size())}); }

private:
  llvm::Module &module_;
  std::vector<std::string> kernels_;
  llvm::MapVector<GlobalVariable *, unsigned> numbers_;
  llvm::DenseMap<GlobalVariable *, std::vector<std::pair<std::string, unsigned>>> places_;
};

/// The constants that a kernel names.
Variables usedBy(const Function &kernel, const Variables &constants) {
  Variables used;
  for (GlobalVariable *constant : constants)
    if (!usesIn(*constant, kernel).empty())
      used.insert(constant);
  return used;
}

void addConstants(llvm::Module &module, Arguments &arguments, const Variables &elsewhere,
                  const board::Description &board) {
  const Variables constants = definedIn(module, kConstant);
  uint64_t bytes = 0;
  for (const GlobalVariable *constant : constants)
    bytes = llvm::SaturatingAdd(bytes, bytesOf(*constant));
  if (bytes <= board.constantBufferBytes)
    return;
  expandUses(constants.getArrayRef());
  for (const std::string &name : arguments.kernels()) {
    const Variables used = usedBy(arguments.kernel(name), constants);
    for (GlobalVariable *constant : tooLarge(used, elsewhere, board.constantBufferBytes)) {
      arguments.add(name, *constant);
      if (!isInInitialiser(*constant))
        arguments.markAlone(*constant);
    }
  }
}

/// A pointer in a variable of the kernel that is only loaded and stored is kept nowhere.
void promote(Function &function) {
  std::vector<llvm::AllocaInst *> promotable;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction); variable && llvm::isAllocaPromotable(variable))
      promotable.push_back(variable);
  llvm::DominatorTree tree(function);
  llvm::PromoteMemToReg(promotable, tree);
}

/// The variables that have become arguments wherever they are used: those in global memory, and constants beside them.
Variables addVariables(llvm::Module &module, Arguments &arguments) {
  Variables variables = definedIn(module, kGlobal);
  if (variables.empty())
    return {};
  const Variables beside = constantsBeside(module, variables);
  variables.insert(beside.begin(), beside.end());
  for (const std::string &name : arguments.kernels())
    promote(arguments.kernel(name));
  expandUses(variables.getArrayRef());
  for (GlobalVariable *variable : variables) {
    arguments.reserve(*variable);
    for (const std::string &name : arguments.kernels())
      if (!usesIn(*variable, arguments.kernel(name)).empty())
        arguments.add(name, *variable);
  }
  for (GlobalVariable *variable : variables) {
    if (!arguments.escapes(*variable)) {
      arguments.markAlone(*variable);
      continue;
    }
    for (const std::string &name : arguments.kernels())
      if (!arguments.has(name, *variable) && readsPointers(arguments.kernel(name), variable->getAddressSpace()))
        arguments.add(name, *variable);
  }
  return variables;
}

}  // namespace

llvm::PreservedAnalyses ProgramVariables::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  Arguments arguments(module);
  const Variables placed = addVariables(module, arguments);
  addConstants(module, arguments, placed, environment.board);
  const llvm::SmallVector<GlobalVariable *> variables = arguments.variables();
  if (variables.empty())
    return llvm::PreservedAnalyses::all();
  const kernel::Variables block = layOut(variables, environment.refusals);
  llvm::LLVMContext &context = module.getContext();
  module.getOrInsertNamedMetadata(kVariablesMetadata)
      ->addOperand(llvm::MDNode::get(context, {llvm::MDString::get(context, kernel::variablesToText(block))}));
  return llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
