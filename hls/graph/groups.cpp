// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/groups.h"

#include <algorithm>

#include "hls/graph/waiting.h"
#include "weft_abi.h"

namespace weft::graph {
namespace {

bool belongsToGroups(const Memory &memory) {
  return memory.kind == Memory::Kind::Local || memory.kind == Memory::Kind::Pool ||
         memory.kind == Memory::Kind::Exchange;
}

bool isOfGroup(EntryValue value) { return value >= EntryValue::LocalIdX && value <= EntryValue::LinearLocalId; }

/// A word of the launch that says how its part of the range is divided.
bool isOfGroup(uint32_t word) {
  using namespace abi::word;
  return (word >= LOCAL_SIZE_X && word < WORK_DIM) || (word >= FIRST_GROUP_X && word < ENQUEUED_SIZE_X);
}

}  // namespace

bool computesWithSlots(const Kernel &kernel) {
  return std::any_of(kernel.nodes.begin(), kernel.nodes.end(), [](const Node &node) {
    return std::any_of(node.ops.begin(), node.ops.end(), [](const Op &op) { return op.opcode == Opcode::Slot; });
  });
}

bool needsGroups(const Kernel &kernel) {
  const auto isBarrier = [](const Node &node) { return node.kind == NodeKind::Barrier; };
  return std::any_of(kernel.nodes.begin(), kernel.nodes.end(), isBarrier) ||
         std::any_of(kernel.memories.begin(), kernel.memories.end(), belongsToGroups) ||
         mayWait(kernel, Exchanges::Wait) || computesWithSlots(kernel);
}

bool looksAtGroups(const Kernel &kernel) {
  return std::any_of(kernel.entryValues.begin(), kernel.entryValues.end(), [](EntryValue v) { return isOfGroup(v); }) ||
         std::any_of(kernel.nodes.begin(), kernel.nodes.end(), [](const Node &node) {
           return std::any_of(node.ops.begin(), node.ops.end(),
                              [](const Op &op) { return op.opcode == Opcode::Arg && isOfGroup(op.index); });
         });
}

}  // namespace weft::graph
