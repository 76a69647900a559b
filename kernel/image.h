// SPDX-License-Identifier: Apache-2.0
// What the compiler makes of a program: its kernels as RTL, ready to be prepared for a board.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "kernel/interface.h"
#include "kernel/print.h"
#include "kernel/variables.h"

namespace weft::kernel {

/// Work-items of a token, which are a sub-group: WIDTH of hls/builtins/sub_group.cl.
constexpr unsigned kSubGroupSize = 1;

/// One kernel. A built-in kernel, which is part of the shell, has no RTL.
struct Image {
  Interface interface;
  std::string systemVerilog;        // generated: module abi::kKernelRegionModule, which instantiates modules of rtl/
  std::string netlist;              // the same as text of hls/netlist/print.h, without pipeline registers
  uint64_t localMemoryBytes = 0;    // static __local, for CL_KERNEL_LOCAL_MEM_SIZE
  uint64_t privateMemoryBytes = 0;  // per work-item, in BRAM
  bool uniformGroups = true;        // groups of a launch have one size; else those at the range's ends may be smaller
  unsigned localCopies = 0;         // group slots the local memories have room for
  Prints prints;                    // of the argument of kind Implicit
  std::string report;               // JSON: schedule, II, latency per node
  bool operator==(const Image &) const = default;
};

struct Program {
  std::vector<Image> kernels;  // in source order
  Variables variables;         // of the arguments of kind Implicit
  std::string bitcode;         // LLVM IR of the program before kernel extraction
};

}  // namespace weft::kernel
