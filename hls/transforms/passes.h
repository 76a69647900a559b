// SPDX-License-Identifier: Apache-2.0
// Weft's own passes, in the order in which pipeline.cpp runs them; each has a file of its own.
#pragma once
#include <llvm/IR/PassManager.h>

#include "board/description.h"
#include "hls/transforms/pipeline.h"
#include "hls/transforms/refusals.h"

namespace weft::hls::transforms {

/// Shared by the passes of one run.
struct Environment {
  const board::Description &board;
  Refusals &refusals;
  Unrolling unrolling = {};
};

template <class Derived> struct WeftPass : llvm::PassInfoMixin<Derived> {
  explicit WeftPass(Environment &environment) : environment(environment) {}
  static bool isRequired() { return true; }
  Environment &environment;
};

#define WEFT_MODULE_PASS(name)                                                                                         \
  struct name : WeftPass<name> {                                                                                       \
    using WeftPass::WeftPass;                                                                                          \
    llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);                                  \
  };
#define WEFT_FUNCTION_PASS(name)                                                                                       \
  struct name : WeftPass<name> {                                                                                       \
    using WeftPass::WeftPass;                                                                                          \
    llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);                    \
  };

/// Variables are called as in the source and know where that declares them; of the debug information only line numbers
/// are kept. (name_variables.cpp)
WEFT_MODULE_PASS(NameVariables)
/// Kernels that other kernels call get a copy that is an ordinary function. (called_kernels.cpp)
WEFT_MODULE_PASS(CalledKernels)
/// What the build options permit in floating-point arithmetic holds for the whole program or for no kernel of it.
/// (permit_math.cpp)
WEFT_MODULE_PASS(PermitMath)
/// Everything that is not a kernel becomes internal and inlinable; the primitives get their attributes: ranges,
/// no memory access, barriers never duplicated; constants for reqd_work_group_size; buffer arguments are aligned.
/// (prepare_functions.cpp)
WEFT_MODULE_PASS(PrepareFunctions)
/// Arithmetic is defined for all operands for which OpenCL defines it, as in hardware. (define_arithmetic.cpp)
WEFT_MODULE_PASS(DefineArithmetic)
/// Refuses calls of undefined functions, recursion and calls through pointers, by name and line. (call_checks.cpp)
WEFT_MODULE_PASS(CallChecks)
/// Memory for the work-group functions of each kernel. (group_scratch.cpp)
WEFT_MODULE_PASS(GroupScratch)
/// Program-scope variables become arguments of the kernels that use them; so do constants that are too large to be kept
/// on chip. (program_variables.cpp)
WEFT_MODULE_PASS(ProgramVariables)
/// A `__local` variable belongs to one kernel: copies for the others. (local_globals.cpp)
WEFT_MODULE_PASS(LocalGlobals)
/// Barriers order the memory of `restrict` arguments too. (capture_arguments.cpp)
WEFT_MODULE_PASS(CaptureArguments)
/// A structure passed by value is copied to a variable, so the kernel may change it; unchanged, the copy goes again.
/// (byval_arguments.cpp)
WEFT_FUNCTION_PASS(ByvalArguments)
/// With -cl-finite-math-only there is no infinity and no NaN to test for. (finite_math.cpp)
WEFT_FUNCTION_PASS(FiniteMath)
/// Local sizes and the ranges of local ids where the kernel fixes them. (required_size.cpp)
WEFT_FUNCTION_PASS(RequiredSize)
/// Ids in the range, of those in the part of it that is launched. (part_ids.cpp)
WEFT_FUNCTION_PASS(PartIds)
/// Events of asynchronous copies become numbers. (number_events.cpp)
WEFT_FUNCTION_PASS(NumberEvents)
/// Hints that Clang's __builtin_* functions give are dropped; fences become the canonical one.
/// (lower_compiler_builtins.cpp)
WEFT_FUNCTION_PASS(LowerCompilerBuiltins)
/// Atomic operations on private memory become plain ones, those that hardware does not have a loop of
/// compare-and-exchange, exchanges of floating point ones of integers, those in local memory whose result nobody uses
/// stores. (lower_atomics.cpp)
WEFT_FUNCTION_PASS(LowerAtomics)
/// Traps and unreachable code: control goes to the end of the kernel. (lower_traps.cpp)
WEFT_FUNCTION_PASS(LowerTraps)
/// Divisions whose operands have become known. (simplify_divisions.cpp)
WEFT_FUNCTION_PASS(SimplifyDivisions)
/// An index at a border that is a neighbour of the one it stands for is written as that. (border_indices.cpp)
WEFT_FUNCTION_PASS(BorderIndices)
/// Indices that are sums: the terms are extended rather than the sum. (widen_indices.cpp)
WEFT_FUNCTION_PASS(WidenIndices)
/// The cases of a switch that only choose constants become one block that looks them up. (tabulate_switches.cpp)
WEFT_FUNCTION_PASS(TabulateSwitches)
/// Marks small loops for full unrolling. (mark_tiny_loops.cpp)
WEFT_FUNCTION_PASS(MarkTinyLoops)
/// Loops that are unrolled in part get no more copies than asked for; notes the one that has most. (cap_unrolling.cpp)
WEFT_FUNCTION_PASS(CapUnrolling)
/// Refuses loops whose copies would have too many stores. (limit_unrolling.cpp)
WEFT_FUNCTION_PASS(LimitUnrolling)
/// Copies of a loop whose lanes walk along rows are each made if there is another round, so that nothing is left over.
/// (guard_copies.cpp)
WEFT_FUNCTION_PASS(GuardCopies)
/// What a loop loads and stores at one place in each round stays in a register in launches whose buffers are apart.
/// (promote_apart.cpp, round_parts.cpp)
WEFT_FUNCTION_PASS(PromoteApart)
/// Calls of printf store what they print, and its format's number, in a buffer that is an argument of the kernel.
/// (print_calls.cpp)
WEFT_MODULE_PASS(PrintCalls)
/// Addresses in constants that stay on chip become numbers. (table_addresses.cpp)
WEFT_MODULE_PASS(TableAddresses)
/// memcpy, memmove and memset become loads and stores, or loops of them. (lower_mem_intrinsics.cpp)
WEFT_FUNCTION_PASS(LowerMemIntrinsics)
/// Loads and stores of aggregates, three-element vectors and insufficiently aligned data become several; pointers in
/// memory become integers. (split_accesses.cpp)
WEFT_FUNCTION_PASS(SplitAccesses)
/// Pointers that may mean several memories become integers that tell which; accesses through them branch.
/// (tag_pointers.cpp)
WEFT_FUNCTION_PASS(TagPointers)
/// A pointer made from an integer, such as one that was kept in memory, names the objects that it may point into.
/// (name_targets.cpp)
WEFT_FUNCTION_PASS(NameTargets)
/// A structure passed by value has a copy among the variables if one pointer may mean it or a variable.
/// (copy_arguments.cpp)
WEFT_FUNCTION_PASS(CopyArguments)
/// On-chip objects that one pointer may point into become parts of one object. (merge_objects.cpp)
WEFT_MODULE_PASS(MergeObjects)
/// Integers of more than 64 bits, which the optimiser makes, become parts of 64. (split_integers.cpp)
WEFT_FUNCTION_PASS(SplitIntegers)
/// Removes what only served the optimiser: assumptions, lifetimes, captures. (drop_hints.cpp)
WEFT_FUNCTION_PASS(DropHints)
/// Refuses what no later stage can do: images, vectors of pointers … (refuse_constructs.cpp)
WEFT_FUNCTION_PASS(RefuseConstructs)
/// Accesses that may miss their object get the condition under which they do not. (check_accesses.cpp)
WEFT_FUNCTION_PASS(CheckAccesses)
/// Accesses at constant addresses outside their variable become reports. (stray_accesses.cpp)
WEFT_FUNCTION_PASS(StrayAccesses)
/// Values that only pass a loop wait in memory instead of travelling with the work-item. (spill_values.cpp)
WEFT_FUNCTION_PASS(SpillValues)
/// freeze and the primitives of divisions go: nothing is folded any more. (drop_guards.cpp)
WEFT_FUNCTION_PASS(DropGuards)
/// A barrier is alone in its block; flags of barriers and fences are constants. (isolate_barriers.cpp)
WEFT_FUNCTION_PASS(IsolateBarriers)

#undef WEFT_MODULE_PASS
#undef WEFT_FUNCTION_PASS

}  // namespace weft::hls::transforms
