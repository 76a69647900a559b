// SPDX-License-Identifier: Apache-2.0
// Last stage of the compiler: a kernel graph becomes SystemVerilog.
#pragma once
#include <llvm/Support/Error.h>

#include "board/description.h"
#include "hls/graph/graph.h"
#include "kernel/image.h"

namespace weft::rtlgen {

/// SourceError for what the hardware cannot do; InternalError for a graph that breaks its contract.
llvm::Expected<kernel::Image> generate(const graph::Kernel &kernel, const board::Description &board);

/// The same up to the netlist, in its text form.
llvm::Expected<std::string> printNetlist(const graph::Kernel &kernel, const board::Description &board);

}  // namespace weft::rtlgen
