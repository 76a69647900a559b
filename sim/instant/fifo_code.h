// SPDX-License-Identifier: Apache-2.0
// rtl/flow/credit_fifo.sv and stream_fifo.sv as machine code: there are many of them, and each does little in a cycle.
#pragma once
#include <llvm/IR/IRBuilder.h>

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

/// A rising edge of the clock. `memory`: of the simulation.
void emitFifoTick(llvm::IRBuilder<> &ir, llvm::Value *memory, const Layout &layout, const Instance &instance);

}  // namespace weft::instant
