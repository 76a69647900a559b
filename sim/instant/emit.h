// SPDX-License-Identifier: Apache-2.0
// Machine code for what lies between the models: expressions, segments, registers. All functions take the memory of an
// instance (layout.h).
#pragma once
#include <llvm/IR/Module.h>

#include <memory>

#include "sim/instant/layout.h"
#include "sim/instant/plan.h"

namespace weft::instant {

/// Steps that one function carries out: [first, last) of Plan::steps, without paths.
struct CodeRange {
  size_t first = 0, last = 0;
  std::string function;
};
std::vector<CodeRange> codeRanges(const Plan &plan);

constexpr const char *kUniformFunction = "uniform";  // values made of configuration words
constexpr const char *kCommitFunction = "commit";    // registers take their next values, and the cycle ends
constexpr const char *kOutputsFunction = "outputs";  // of the circuit

/// Throws Unsupported. Adds to `layout` the words that the functions need.
std::unique_ptr<llvm::Module> emitModule(llvm::LLVMContext &context, const Circuit &circuit, const Plan &plan,
                                         Layout &layout);

}  // namespace weft::instant
