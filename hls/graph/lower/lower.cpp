// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/lower.h"

#include <algorithm>

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>

#include "hls/graph/cfg.h"
#include "hls/graph/lower/lowering.h"
#include "hls/graph/verify.h"
#include "hls/llvm_diagnostic.h"

namespace weft::hls {

using graph::kNone;
using graph::NodeId;
using graph::NodeKind;
using llvm::BasicBlock;
using llvm::Value;

namespace {
const llvm::CallInst *barrierIn(const BasicBlock &block) {
  for (const llvm::Instruction &instruction : block)
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      if (call->getCalledFunction() && call->getCalledFunction()->getName() == "__weft_barrier")
        return call;
  return nullptr;
}

graph::SourceLocation sourceLocation(const llvm::DebugLoc &location) {
  if (!location || location.getLine() == 0)
    return {};
  return {location->getFilename().str(), location.getLine(), location.getCol()};
}
}  // namespace

Lowering::Lowering(const llvm::Function &function, const board::Description &board)
    : function_(function), board_(board), layout_(function.getDataLayout()), provenance_(function), liveness_(function),
      loops_(llvm::DominatorTree(const_cast<llvm::Function &>(function))) {}

void Lowering::refuse(const Value *at, const llvm::Twine &message, const llvm::Twine &hint) const {
  if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(at))
    throw Refusal{diagnosticAt(*instruction, message, hint)};
  throw Refusal{diagnosticAt(function_, message, hint)};
}

void Lowering::notCanonical(const Value *at, const llvm::Twine &message) const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  at->print(stream);
  Diagnostic diagnostic = internalDefect(("not canonical: " + message + ": " + text).str(), function_.getName().str());
  if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(at))
    diagnostic.location = hls::locationOf(*instruction);
  throw Refusal{std::move(diagnostic)};
}

graph::SourceLocation Lowering::locationOf(const llvm::Instruction &instruction) const {
  return sourceLocation(instruction.getDebugLoc());
}

/// Of a loop's header: the loop statement. Otherwise the first instruction that has one.
graph::SourceLocation Lowering::locationOf(const BasicBlock &block) const {
  if (const llvm::Loop *loop = loops_.getLoopFor(&block); loop && loop->getHeader() == &block)
    if (const graph::SourceLocation location = sourceLocation(loop->getStartLoc()); location.line)
      return location;
  for (const llvm::Instruction &instruction : block)
    if (const graph::SourceLocation location = locationOf(instruction);
        location.line && !llvm::isa<llvm::AllocaInst>(instruction))  // which has its declaration's
      return location;
  return {};
}

graph::Kernel Lowering::run() {
  describeKernel(function_, board_, kernel_);
  createNodes();
  llvm::ReversePostOrderTraversal<const llvm::Function *> order(&function_);
  for (const BasicBlock *block : order)
    lowerBlock(*block);
  build_.reset();
  for (const graph::EdgeRef &edge : graph::backEdges(kernel_))
    kernel_.nodes[kernel_.nodes[edge.from].edges[edge.edge].target].loopHeader = true;
  for (graph::Memory &memory : kernel_.memories) {
    // Whole words.
    memory.bytes = (memory.bytes + memory.wordBytes - 1) / memory.wordBytes * memory.wordBytes;
    if (memory.kind == graph::Memory::Kind::Rom)
      memory.contents.resize(memory.bytes);
  }
  fitMemories(board_, kernel_);
  graph::compactValues(kernel_);
  return std::move(kernel_);
}

std::vector<const Value *> Lowering::parametersOf(const BasicBlock *block) const {
  std::vector<const Value *> result;
  for (const llvm::PHINode &phi : block->phis())
    if (!phi.use_empty())
      result.push_back(&phi);
  const auto &live = liveness_.liveIn(block);
  result.insert(result.end(), live.begin(), live.end());
  return result;
}

/// Makes all nodes first, so that their addresses stay.
void Lowering::createNodes() {
  llvm::ReversePostOrderTraversal<const llvm::Function *> order(&function_);
  auto create = [&](NodeKind kind, std::string name) {
    graph::Node node;
    node.kind = kind;
    node.name = std::move(name);
    kernel_.nodes.push_back(std::move(node));
    return NodeId(kernel_.nodes.size() - 1);
  };
  unsigned number = 0;
  for (const BasicBlock *block : order) {
    std::string name = block->hasName() ? block->getName().str() : "bb" + std::to_string(number);
    ++number;
    parameters_[block] = parametersOf(block);
    if (barrierIn(*block)) {
      nodeOf_[block] = create(NodeKind::Barrier, name + ".barrier");
      afterBarrier_[block] = create(NodeKind::Pipeline, name + ".resume");
      if (block == &function_.getEntryBlock())
        notCanonical(barrierIn(*block), "a barrier in the entry block");
    } else
      nodeOf_[block] = create(NodeKind::Pipeline, name);
  }
  exit_ = create(NodeKind::Exit, "exit");
  for (const Value *value : parameters_[&function_.getEntryBlock()]) {
    std::optional<graph::EntryValue> entry = Liveness::entryValue(value);
    if (!entry)
      notCanonical(value, "a value is used before it is made");
    kernel_.entryValues.push_back(*entry);
  }
}

/// Starts to build a node: gives it its parameters.
void Lowering::enter(NodeId node, const BasicBlock *block) {
  values_.clear();
  inside_.clear();
  build_.emplace(kernel_, kernel_.nodes[node]);
  for (const Value *value : parameters_[block]) {
    std::optional<graph::EntryValue> entry = Liveness::entryValue(value);
    std::string name = value->hasName() ? value->getName().str() : entry ? graph::nameOf(*entry) : "";
    values_[value] = build_->parameter(entry ? 32 : bitsOf(value), name);
  }
}

void Lowering::lowerBlock(const BasicBlock &block) {
  NodeId node = nodeOf_[&block];
  kernel_.nodes[node].location = locationOf(block);
  enter(node, &block);
  const llvm::CallInst *barrier = barrierIn(block);
  if (barrier) {
    graph::Node &from = kernel_.nodes[node];
    node = afterBarrier_[&block];
    from.edges.push_back({kNone, node, from.parameters});
    from.location = locationOf(*barrier);
    enter(node, &block);
  }
  for (const llvm::Instruction &instruction : block) {
    if (llvm::isa<llvm::PHINode>(instruction) || &instruction == barrier || instruction.isTerminator())
      continue;
    if (barrier && !instruction.isDebugOrPseudoInst() && !instruction.isLifetimeStartOrEnd())
      notCanonical(&instruction, "a barrier is not alone in its block");
    build_->setLocation(locationOf(instruction));
    lowerInstruction(instruction);
  }
  const llvm::Instruction *terminator = block.getTerminator();
  build_->setLocation(locationOf(*terminator));
  if (llvm::isa<llvm::ReturnInst>(terminator))
    kernel_.nodes[node].edges.push_back({kNone, exit_, {}});
  else if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(terminator)) {
    if (branch->isConditional())
      addEdge(node, get(branch->getCondition()), &block, branch->getSuccessor(0));
    addEdge(node, kNone, &block, branch->getSuccessor(branch->getNumSuccessors() - 1));
  } else
    notCanonical(terminator, "a terminator other than br and ret");
}

void Lowering::addEdge(NodeId from, ValueId condition, const BasicBlock *source, const BasicBlock *target) {
  graph::Edge edge;
  edge.condition = condition;
  edge.target = nodeOf_[target];
  for (const Value *value : parameters_[target]) {
    auto *phi = llvm::dyn_cast<llvm::PHINode>(value);
    bool own = phi && phi->getParent() == target;
    const Value *argument = own ? phi->getIncomingValueForBlock(source) : value;
    // In a token an id travels as the 32 bits the dispatcher gave.
    if (!own && Liveness::entryValue(value))
      edge.arguments.push_back(values_.lookup(value));
    else if (value->getType()->isPointerTy())  // null has no width of its own
      edge.arguments.push_back(build_->zextOrTrunc(get(argument), bitsOf(value)));
    else
      edge.arguments.push_back(get(argument));
  }
  kernel_.nodes[from].edges.push_back(std::move(edge));
}

llvm::Expected<graph::Kernel> lower(const llvm::Function &kernel, const board::Description &board) {
  try {
    graph::Kernel result = Lowering(kernel, board).run();
    if (std::vector<Diagnostic> defects = graph::verify(result, "lowering"); !defects.empty())
      return toError(std::move(defects));
    return result;
  } catch (Refusal &refusal) {
    return toError(std::move(refusal.diagnostic));
  }
}

}  // namespace weft::hls
