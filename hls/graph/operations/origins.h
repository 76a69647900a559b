// SPDX-License-Identifier: Apache-2.0
// Which operation an instruction, intrinsic or primitive of canonical IR becomes, by name. Without LLVM's headers, so
// that the checks of canonical IR and the lowering both read the operations' own table.
#pragma once
#include <optional>
#include <string_view>

#include "hls/graph/graph.h"

namespace weft::graph {

struct LoweredTo {
  Opcode opcode;
  Predicate predicate;
};

/// "add", "llvm.smin", "__weft_umul_hi"; nullopt if no operation alone stands for it.
std::optional<LoweredTo> loweredTo(std::string_view name);

}  // namespace weft::graph
