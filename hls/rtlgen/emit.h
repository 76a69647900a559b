// SPDX-License-Identifier: Apache-2.0
// The generator without LLVM's error type; rtlgen.h wraps it.
#pragma once
#include <string>

#include "board/description.h"
#include "hls/netlist/netlist.h"
#include "hls/rtlgen/plan.h"
#include "kernel/image.h"

namespace weft::rtlgen {

struct EmitResult {
  kernel::Image image;        // valid if both errors are empty
  std::string sourceError;    // the user's to mend: `file:line:column: error: …`
  std::string internalError;  // ours
};

/// The hardware as a verified netlist, whose values have delays still.
struct NetlistResult {
  netlist::Design design;
  Plan plan;                // refers to the kernel and the board
  std::string sourceError;  // as above
  std::string internalError;
};

NetlistResult makeNetlist(const graph::Kernel &kernel, const board::Description &board);

EmitResult emit(const graph::Kernel &kernel, const board::Description &board);

}  // namespace weft::rtlgen
