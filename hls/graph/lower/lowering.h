// SPDX-License-Identifier: Apache-2.0
// State of one kernel's lowering, shared by the files of this folder. Not for use outside.
#pragma once
#include <map>
#include <optional>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/Twine.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "board/description.h"
#include "hls/graph/build.h"
#include "hls/graph/lower/provenance.h"
#include "hls/graph/operations/origins.h"
#include "hls/llvm_diagnostic.h"

namespace weft::hls {

/// Thrown inside the lowering only; lower() turns it into an llvm::Error.
struct Refusal {
  Diagnostic diagnostic;
};

/// Arguments and attributes of the kernel, from its signature and metadata (arguments.cpp).
void describeKernel(const llvm::Function &function, const board::Description &board, graph::Kernel &kernel);

/// N_max and the most groups in flight, with at most `most` slots but room for a whole work-group (memory_limits.cpp).
void chooseSlots(const board::Description &board, unsigned most, graph::Kernel &kernel);

/// Refuses what the board's on-chip memory cannot hold, with the source's names, and takes fewer slots where copies for
/// all of them would be too large (memory_limits.cpp).
void fitMemories(const board::Description &board, graph::Kernel &kernel);
/// The same for a single constant, whose contents need not be known.
void checkConstant(const board::Description &board, const graph::Kernel &kernel, const graph::Memory &constant);

/// Names of the SSA values which a token carries between blocks (liveness.cpp). Values available everywhere (constants,
/// arguments, launch sizes, what is cheaply made from them) are none of them.
class Liveness {
public:
  explicit Liveness(const llvm::Function &function);
  /// Carried values that are used in the block or after it and made before it, phis of the block excluded; in program
  /// order.
  const std::vector<const llvm::Value *> &liveIn(const llvm::BasicBlock *block) const { return liveIn_.at(block); }
  /// The value that stands for `value` in tokens: itself, or the first of equal id calls; nullptr: not carried.
  const llvm::Value *carried(const llvm::Value *value) const;
  /// Which dispatcher value a call of __weft_global_id and the like asks for.
  static std::optional<graph::EntryValue> entryValue(const llvm::Value *value);

private:
  bool isEverywhere(const llvm::Value *value, unsigned depth = 0) const;
  std::map<graph::EntryValue, const llvm::Value *> firstCall_;
  std::map<const llvm::BasicBlock *, std::vector<const llvm::Value *>> liveIn_;
};

class Lowering {
public:
  Lowering(const llvm::Function &function, const board::Description &board);
  graph::Kernel run();

private:
  using ValueId = graph::ValueId;
  using Opcode = graph::Opcode;
  using Predicate = graph::Predicate;

  [[noreturn]] void refuse(const llvm::Value *at, const llvm::Twine &message, const llvm::Twine &hint = "") const;
  [[noreturn]] void notCanonical(const llvm::Value *at, const llvm::Twine &message) const;

  // lower.cpp: nodes and edges
  void createNodes();
  void lowerBlock(const llvm::BasicBlock &block);
  void enter(graph::NodeId node, const llvm::BasicBlock *block);
  void addEdge(graph::NodeId from, ValueId condition, const llvm::BasicBlock *source, const llvm::BasicBlock *target);
  std::vector<const llvm::Value *> parametersOf(const llvm::BasicBlock *block) const;
  graph::SourceLocation locationOf(const llvm::Instruction &instruction) const;
  graph::SourceLocation locationOf(const llvm::BasicBlock &block) const;

  // values.cpp: the value of an LLVM value in the current node
  ValueId get(const llvm::Value *value);
  ValueId materialise(const llvm::Value *value);
  ValueId constantValue(const llvm::Constant *constant);
  ValueId primitive(const llvm::CallInst &call, llvm::StringRef name);
  ValueId buffersApart(const llvm::CallInst &call);
  ValueId address(const llvm::GEPOperator &gep);
  unsigned bitsOf(const llvm::Type *type, const llvm::Value *at) const;
  unsigned bitsOf(const llvm::Value *value) const;
  unsigned pointerBits(const llvm::Value *pointer) const;

  // instructions.cpp
  void lowerInstruction(const llvm::Instruction &instruction);
  ValueId lowerPure(const llvm::Instruction &instruction);
  ValueId lowerAlike(const graph::LoweredTo &operation, const llvm::User &from);
  Opcode permitted(Opcode opcode, unsigned bits) const;
  ValueId lowerCast(const llvm::CastInst &cast);
  ValueId lowerCompare(const llvm::CmpInst &compare);
  ValueId lowerPointerCompare(const llvm::CmpInst &compare);
  ValueId lowerShuffle(const llvm::ShuffleVectorInst &shuffle);
  ValueId elementIndex(const llvm::Value *index);

  // memory.cpp
  void lowerLoad(const llvm::LoadInst &load);
  void lowerStore(const llvm::StoreInst &store);
  void lowerAtomic(const llvm::Instruction &instruction);
  /// Where an access goes; nullopt for an access through a null or undefined pointer.
  struct AccessTarget {
    bool onChip = false;
    uint32_t memory = 0;                          // onChip
    std::vector<uint32_t> arguments;              // of buffers, or __local ones
    std::vector<const llvm::Argument *> structs;  // passed by value; then none of the others
  };
  std::optional<AccessTarget> targetOf(const llvm::Value *pointer, const llvm::Instruction &at);
  ValueId loadStruct(const llvm::LoadInst &load, const AccessTarget &target, unsigned bits);
  ValueId guardStruct(const llvm::LoadInst &load, const AccessTarget &target, ValueId value);
  uint32_t memoryOf(const llvm::Value *object, const llvm::Instruction &at);
  uint32_t poolOfArguments();
  graph::Memory memoryOfVariable(const llvm::AllocaInst &variable) const;
  graph::Memory memoryOfGlobal(const llvm::GlobalVariable &global, const llvm::Instruction &at) const;
  /// An access through a checked pointer: outside its buffer or variable it is reported and has no effect.
  void guard(const llvm::Instruction &at, const AccessTarget &target, ValueId inside, graph::Op &op, unsigned bytes);
  void report(graph::Check check, ValueId offset, ValueId predicate);
  void lowerStray(const llvm::CallInst &call);
  ValueId access(const llvm::Instruction &at, const AccessTarget &target, graph::Site::Kind kind,
                 graph::AtomicOp atomic, std::vector<ValueId> operands, unsigned bits);

  // struct_arguments.cpp
  uint32_t structAddress(const llvm::Argument &argument) const;
  ValueId chooseElement(std::vector<ValueId> values, ValueId index, unsigned bits);
  ValueId readStruct(const std::vector<const llvm::Argument *> &arguments, ValueId address, unsigned bits);

  // intrinsics.cpp
  ValueId lowerIntrinsic(const llvm::IntrinsicInst &intrinsic);
  ValueId multiplyAdd(const llvm::IntrinsicInst &intrinsic);
  ValueId reversed(ValueId value, unsigned unit);
  ValueId floatClass(const llvm::IntrinsicInst &intrinsic);
  ValueId overflowing(const llvm::IntrinsicInst &intrinsic);
  ValueId funnelShift(const llvm::IntrinsicInst &intrinsic);
  ValueId signedOverflow(ValueId a, ValueId b, ValueId result, bool subtract);

  const llvm::Function &function_;
  const board::Description &board_;
  const llvm::DataLayout &layout_;
  Provenance provenance_;
  Liveness liveness_;
  llvm::LoopInfo loops_;
  graph::Kernel kernel_;
  std::map<const llvm::BasicBlock *, graph::NodeId> nodeOf_;
  std::map<const llvm::BasicBlock *, graph::NodeId> afterBarrier_;
  std::map<const llvm::Value *, uint32_t> memories_;
  std::map<const llvm::BasicBlock *, std::vector<const llvm::Value *>> parameters_;
  graph::NodeId exit_ = graph::kNone;

  std::optional<graph::Builder> build_;                  // of the current node
  llvm::DenseMap<const llvm::Value *, ValueId> values_;  // of the current node
  llvm::DenseMap<const llvm::Value *, ValueId> inside_;  // of checked pointers
};

}  // namespace weft::hls
