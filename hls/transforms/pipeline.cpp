// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/pipeline.h"

#include <llvm/CodeGen/ExpandReductions.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/BDCE.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/InferAlignment.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopDeletion.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/LowerConstantIntrinsics.h>
#include <llvm/Transforms/Scalar/Reassociate.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>
#include <llvm/Transforms/Vectorize/LoadStoreVectorizer.h>

#include "hls/transforms/canonical_verify.h"
#include "hls/transforms/passes.h"
#include "hls/transforms/space_aliases.h"
#include "hls/transforms/target_info.h"

namespace weft::hls::transforms {
namespace {

using namespace llvm;

// Only loops that are marked.
LoopUnrollOptions unrollOptions() {
  return LoopUnrollOptions(/*OptLevel=*/2)
      .setPartial(false)
      .setRuntime(false)
      .setUpperBound(false)
      .setPeeling(false)
      .setProfileBasedPeeling(false)
      .setFullUnrollMaxCount(0);
}

GVNPass withoutPre() { return GVNPass(GVNOptions().setPRE(false).setLoadPRE(false).setLoadPRESplitBackedge(false)); }

// Variable indices, loads and stores stay whole: they are multiplexers and memory ports.
ScalarizerPass scalarizer() {
  ScalarizerPassOptions options;
  options.ScalarizeVariableInsertExtract = false;
  options.ScalarizeLoadStore = false;
  return ScalarizerPass(options);
}

/// From the front end's functions to one function per kernel.
ModulePassManager preparation(Environment &env) {
  ModulePassManager passes;
  passes.addPass(NameVariables(env));
  passes.addPass(CalledKernels(env));
  passes.addPass(PermitMath(env));
  passes.addPass(PrepareFunctions(env));
  passes.addPass(GlobalDCEPass());
  passes.addPass(CallChecks(env));
  passes.addPass(DefineArithmetic(env));  // before anything is folded: inlining does
  return passes;
}

FunctionPassManager optimisation(Environment &env) {
  FunctionPassManager passes;
  passes.addPass(NumberEvents(env));
  passes.addPass(LowerCompilerBuiltins(env));
  passes.addPass(LowerAtomics(env));
  passes.addPass(ExpandReductionsPass());
  passes.addPass(FiniteMath(env));
  passes.addPass(LowerTraps(env));
  passes.addPass(RequiredSize(env));
  passes.addPass(PartIds(env));
  passes.addPass(ByvalArguments(env));
  passes.addPass(StrayAccesses(env));
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(StrayAccesses(env));
  passes.addPass(EarlyCSEPass());
  passes.addPass(scalarizer());
  passes.addPass(TabulateSwitches(env));  // before SimplifyCFG, whose time grows with the square of the cases
  passes.addPass(SimplifyCFGPass());
  passes.addPass(SimplifyDivisions(env));
  passes.addPass(InstCombinePass());
  passes.addPass(InferAddressSpacesPass(4));
  passes.addPass(LowerAtomics(env));  // those of which the address space has become known
  passes.addPass(StrayAccesses(env));
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(scalarizer());
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(WidenIndices(env));  // before what forgets that sums are exact
  passes.addPass(ReassociatePass());

  LoopPassManager loops;
  loops.addPass(LoopRotatePass());
  loops.addPass(LICMPass(LICMOptions()));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  LoopPassManager inductions;
  inductions.addPass(IndVarSimplifyPass(/*WidenIndVars=*/false));
  inductions.addPass(LoopDeletionPass());
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(inductions)));
  passes.addPass(MarkTinyLoops(env));
  passes.addPass(CapUnrolling(env));
  passes.addPass(LimitUnrolling(env));
  passes.addPass(GuardCopies(env));
  passes.addPass(LoopUnrollPass(unrollOptions()));

  passes.addPass(StrayAccesses(env));
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(InferAddressSpacesPass(4));  // of pointers that lay in an array until now
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyDivisions(env));
  passes.addPass(LowerConstantIntrinsicsPass());  // what is no constant by now counts as none
  passes.addPass(withoutPre());
  passes.addPass(BDCEPass());
  passes.addPass(InstCombinePass());
  passes.addPass(DSEPass());
  passes.addPass(ADCEPass());
  passes.addPass(SimplifyCFGPass());
  return passes;
}

FunctionPassManager memoryForms(Environment &env) {
  FunctionPassManager passes;
  passes.addPass(LowerMemIntrinsics(env));
  passes.addPass(StrayAccesses(env));
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(InstCombinePass());
  passes.addPass(BorderIndices(env));  // the last InstCombine would undo it,
  passes.addPass(WidenIndices(env));   // and this
  passes.addPass(LoopSimplifyPass());
  passes.addPass(PromoteApart(env));  // behind what unrolling and GVN make of a loop's loads and stores
  passes.addPass(InferAlignmentPass());
  passes.addPass(SplitIntegers(env));
  passes.addPass(SplitAccesses(env));
  passes.addPass(scalarizer());
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(LoadStoreVectorizerPass());  // neighbours in device memory share a unit: target_info.cpp says which
  passes.addPass(scalarizer());
  passes.addPass(InstSimplifyPass());
  passes.addPass(BDCEPass());
  passes.addPass(DropHints(env));
  passes.addPass(TagPointers(env));
  passes.addPass(NameTargets(env));
  passes.addPass(CopyArguments(env));
  return passes;
}

FunctionPassManager controlForms(Environment &env) {
  FunctionPassManager passes;
  passes.addPass(LowerSwitchPass());
  passes.addPass(UnifyFunctionExitNodesPass());
  passes.addPass(FixIrreduciblePass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(LowerSwitchPass());
  passes.addPass(LowerTraps(env));  // a kernel of which the optimiser has found that all is undefined
  passes.addPass(UnifyFunctionExitNodesPass());
  passes.addPass(InstSimplifyPass());
  passes.addPass(DCEPass());
  passes.addPass(DropGuards(env));
  passes.addPass(RefuseConstructs(env));
  passes.addPass(CheckAccesses(env));
  passes.addPass(LoopSimplifyPass());
  passes.addPass(SpillValues(env));
  passes.addPass(SplitAccesses(env));  // what was spilled may be wider than a line
  passes.addPass(IsolateBarriers(env));
  return passes;
}

ModulePassManager optimisationAndForms(Environment &env) {
  ModulePassManager passes;
  passes.addPass(AlwaysInlinerPass(/*InsertLifetimeIntrinsics=*/false));
  passes.addPass(GlobalDCEPass());
  passes.addPass(GroupScratch(env));
  passes.addPass(ProgramVariables(env));
  passes.addPass(LocalGlobals(env));
  passes.addPass(CaptureArguments(env));
  passes.addPass(createModuleToFunctionPassAdaptor(optimisation(env)));
  passes.addPass(PrintCalls(env));
  passes.addPass(GlobalDCEPass());  // tables of which only what they print was used
  passes.addPass(createModuleToFunctionPassAdaptor(memoryForms(env)));
  passes.addPass(TableAddresses(env));  // until here what is read at a constant place is the pointer itself
  passes.addPass(MergeObjects(env));    // after the last SROA, which would take merged objects apart
  passes.addPass(createModuleToFunctionPassAdaptor(controlForms(env)));
  passes.addPass(GlobalDCEPass());
  return passes;
}

// Analyses without a C library.
struct Analyses {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;

  Analyses(const Module &module, const board::Description &board) {
    TargetLibraryInfoImpl library{Triple(module.getTargetTriple())};
    library.disableAllFunctions();
    functions.registerPass([library] { return TargetLibraryAnalysis(library); });
    functions.registerPass([&board] { return targetAnalysis(board); });
    PassBuilder builder;
    functions.registerPass([] { return SpaceAliases(); });
    functions.registerPass([&builder] {
      AAManager aliases = builder.buildDefaultAAPipeline();
      aliases.registerFunctionAnalysis<SpaceAliases>();
      return aliases;
    });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }
};

}  // namespace

llvm::Error canonicalize(llvm::Module &module, const board::Description &board, const Unrolling &unrolling) {
  Refusals refusals;
  Environment environment{board, refusals, unrolling};
  Analyses analyses(module, board);
  for (auto stage : {preparation, optimisationAndForms}) {
    stage(environment).run(module, analyses.modules);
    if (!refusals.empty())
      return refusals.take();
  }
  return canonicalVerify(module, board);
}

llvm::Error checkCalls(llvm::Module &module, const board::Description &board) {
  Refusals refusals;
  Environment environment{board, refusals};
  Analyses analyses(module, board);
  preparation(environment).run(module, analyses.modules);
  return refusals.take();
}

}  // namespace weft::hls::transforms
