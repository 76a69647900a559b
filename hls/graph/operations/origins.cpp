// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/operations/origins.h"

#include <map>

#include "hls/graph/operations/operation.h"

namespace weft::graph {

std::optional<LoweredTo> loweredTo(std::string_view name) {
  static const std::map<std::string_view, LoweredTo> all = [] {
    std::map<std::string_view, LoweredTo> result;
    for (Opcode opcode = Opcode::Const; opcode != Opcode::Fence; opcode = Opcode(unsigned(opcode) + 1))
      for (const Origin &origin : operationOf(opcode).origins)
        if (origin.name)
          result.emplace(origin.name, LoweredTo{opcode, origin.predicate});
    return result;
  }();
  const auto found = all.find(name);
  return found == all.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace weft::graph
