// SPDX-License-Identifier: Apache-2.0
// Machine code for a cycle as a whole: the functions of emit.h and the models, called in their order.
#pragma once
#include <llvm/IR/Module.h>

#include "sim/instant/layout.h"
#include "sim/instant/plan.h"

namespace weft::instant {

constexpr const char *kSettleFunction = "settle";  // all values of the present cycle
constexpr const char *kTickFunction = "tick";      // the clock's rising edge

/// Behind emitModule().
void emitCycle(llvm::Module &module, const Circuit &circuit, const Plan &plan, const Layout &layout);

/// Address of each function that this code may call, by name.
std::vector<std::pair<std::string, void *>> modelFunctions();

}  // namespace weft::instant
