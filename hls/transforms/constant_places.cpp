// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/constant_places.h"

#include <llvm/IR/DataLayout.h>

#include "hls/transforms/constant_addresses.h"

namespace weft::hls::transforms {
namespace {

using llvm::GlobalVariable;
using Together = llvm::EquivalenceClasses<GlobalVariable *>;

constexpr unsigned kConstant = 2;

/// Variables, each with those that its initialiser names.
Together joined(const Variables &variables) {
  Together together;
  for (GlobalVariable *variable : variables) {
    together.insert(variable);
    forEachVariable(*variable->getInitializer(), [&](GlobalVariable &named) {
      if (variables.contains(&named))
        together.unionSets(variable, &named);
    });
  }
  return together;
}

/// The constants with those that they name, those that these name, and so on.
Variables reachable(const Variables &used, const Variables &elsewhere) {
  Variables found;
  for (GlobalVariable *constant : used)
    if (!elsewhere.contains(constant))
      found.insert(constant);
  for (size_t i = 0; i < found.size(); ++i)
    forEachVariable(*found[i]->getInitializer(), [&](GlobalVariable &named) {
      if (named.getAddressSpace() == kConstant && named.hasInitializer() && !elsewhere.contains(&named))
        found.insert(&named);
    });
  return found;
}

}  // namespace

Variables definedIn(llvm::Module &module, unsigned space) {
  Variables found;
  for (GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() == space && variable.hasInitializer())
      found.insert(&variable);
  return found;
}

uint64_t bytesOf(const GlobalVariable &variable) {
  return variable.getParent()->getDataLayout().getTypeAllocSize(variable.getValueType());
}

Variables constantsBeside(llvm::Module &module, const Variables &variables) {
  const Variables constants = definedIn(module, kConstant);
  Variables all = constants, found;
  all.insert(variables.begin(), variables.end());
  const Together together = joined(all);
  for (GlobalVariable *constant : constants)
    if (llvm::any_of(variables, [&](GlobalVariable *variable) { return together.isEquivalent(constant, variable); }))
      found.insert(constant);
  return found;
}

Variables tooLarge(const Variables &used, const Variables &elsewhere, uint64_t bytesOnChip) {
  struct Group {
    Variables members;
    uint64_t bytes = 0;
  };
  const Variables constants = reachable(used, elsewhere);
  const Together together = joined(constants);
  llvm::MapVector<GlobalVariable *, Group> byLeader;
  for (GlobalVariable *constant : constants) {
    Group &group = byLeader[together.getLeaderValue(constant)];
    group.members.insert(constant);
    group.bytes = llvm::SaturatingAdd(group.bytes, bytesOf(*constant));
  }
  std::vector<Group *> groups;
  for (auto &[leader, group] : byLeader)
    groups.push_back(&group);
  llvm::sort(groups, [](const Group *a, const Group *b) {
    return std::pair(a->bytes, a->members.front()->getName()) < std::pair(b->bytes, b->members.front()->getName());
  });
  uint64_t bytes = 0;
  Variables found;
  for (const Group *group : groups) {
    bytes = llvm::SaturatingAdd(bytes, group->bytes);
    if (bytes > bytesOnChip)
      found.insert(group->members.begin(), group->members.end());
  }
  return found;
}

}  // namespace weft::hls::transforms
