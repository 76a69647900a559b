// SPDX-License-Identifier: Apache-2.0
// rtl/flow/credit_fifo.sv and stream_fifo.sv as machine code: there are many of them, and each does little in a cycle.
#pragma once
#include <llvm/IR/IRBuilder.h>

#include <map>
#include <vector>

#include "sim/instant/layout.h"

namespace weft::instant {

/// The ports that Instance::pins are, in this order. FIFO without credits: those of the same meaning, and no reserve_i
/// and release_i.
struct FifoPorts {
  const char *name;
  const char *reset, *push, *data, *pop;  // inputs
  const char *room, *valid, *front;       // outputs: whether one more may be reserved, or pushed
  const char *reserve, *release;          // inputs, or null
};
/// Null if the component is no FIFO.
const FifoPorts *fifoPorts(const std::string &component);

/// A rising edge of the clock. Whether anything happens is asked in place; what happens is a function that all FIFOs of
/// the same shape share.
class FifoCode {
public:
  /// Both must outlive it.
  FifoCode(llvm::Module &module, const Layout &layout) : module_(module), layout_(layout) {}

  /// `memory`: of the simulation.
  void emitTick(llvm::IRBuilder<> &ir, llvm::Value *memory, const Instance &instance);

private:
  llvm::Function *step(const Instance &instance);

  llvm::Module &module_;
  const Layout &layout_;
  std::map<std::vector<uint64_t>, llvm::Function *> steps_;  // by shape
};

}  // namespace weft::instant
