// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/graph.h"

#include <algorithm>
#include <bit>

namespace weft::graph {

std::vector<NodeId> stallPoints(const Kernel &kernel) {
  std::vector<NodeId> found;
  for (NodeId n = 0; n < kernel.nodes.size() && found.size() < kernel::kMaxStallPoints; ++n)
    if (kernel.nodes[n].loopHeader || kernel.nodes[n].kind == NodeKind::Barrier)
      found.push_back(n);
  return found;
}

kernel::Interface interfaceOf(const Kernel &kernel) {
  using kernel::StallPoint;
  kernel::Interface result{kernel, {kernel.sites.begin(), kernel.sites.end()}, kernel.checks, {}};
  for (const NodeId n : stallPoints(kernel)) {
    const Node &node = kernel.nodes[n];
    const auto kind = node.kind == NodeKind::Barrier ? StallPoint::Kind::Barrier : StallPoint::Kind::Loop;
    result.stallPoints.push_back({kind, node.name, node.location});
  }
  return result;
}

uint64_t storedBytes(const Memory &memory) {
  const uint64_t words = std::bit_ceil((memory.bytes + memory.wordBytes - 1) / memory.wordBytes);
  return std::max<uint64_t>(words, memory.kind == Memory::Kind::Local ? memory.lanes : 1) * memory.wordBytes;
}

uint64_t exchangeBytes(const Kernel &kernel, const Memory &memory) {
  return memory.bytes / std::bit_ceil(uint64_t(kernel.maxWorkGroupSize));
}

unsigned keptLanes(const Kernel &kernel, ValueId value) {
  return kernel.values[value].lanes.shape == Lanes::Shape::Varying ? kernel.lanes : 1;
}

unsigned keptBits(const Kernel &kernel, ValueId value) { return kernel.values[value].width * keptLanes(kernel, value); }

unsigned elementsOf(const Site &site) { return unsigned(std::bit_width(site.taps)); }

unsigned tapsOf(const Site &site) { return unsigned(std::popcount(site.taps)); }

unsigned maskBits(const Site &site) { return site.tapMasks ? tapsOf(site) : 1; }

unsigned loadedElements(const Kernel &kernel, const Site &site) {
  if (hasLaneAddresses(site.unit))
    return kernel.lanes * tapsOf(site);
  if (site.unit != Site::Unit::Packet)
    return std::bit_ceil(elementsOf(site));
  const unsigned elements = kernel.lanes - 1 + elementsOf(site);
  return site.tapMasks ? std::bit_ceil(elements) : elements;
}

OpKind kindOf(Opcode opcode) {
  switch (opcode) {
#define WEFT_OPCODE(name, mnemonic, operands, kind, words)                                                             \
  case Opcode::name:                                                                                                   \
    return OpKind::kind;
#include "hls/graph/opcodes.def"
  }
  return OpKind::Pure;
}

bool isGlobalAccess(const Op &op) {
  return op.opcode == Opcode::Load || op.opcode == Opcode::Store || op.opcode == Opcode::Atomic;
}

const char *mnemonic(Opcode opcode) {
  switch (opcode) {
#define WEFT_OPCODE(name, mnemonic, operands, kind, words)                                                             \
  case Opcode::name:                                                                                                   \
    return #mnemonic;
#include "hls/graph/opcodes.def"
  }
  return "?";
}

const char *inWords(Opcode opcode) {
  switch (opcode) {
#define WEFT_OPCODE(name, mnemonic, operands, kind, words)                                                             \
  case Opcode::name:                                                                                                   \
    return words;
#include "hls/graph/opcodes.def"
  }
  return "?";
}

const char *inWords(std::string_view name) {
#define WEFT_OPCODE(name_, mnemonic, operands, kind, words)                                                            \
  if (name == #mnemonic)                                                                                               \
    return words;
#include "hls/graph/opcodes.def"
  return nullptr;
}

int operandCount(Opcode opcode) {
  switch (opcode) {
#define WEFT_OPCODE(name, mnemonic, operands, kind, words)                                                             \
  case Opcode::name:                                                                                                   \
    return operands;
#include "hls/graph/opcodes.def"
  }
  return -1;
}

const char *nameOf(Predicate predicate) {
  static const char *const names[] = {"none", "eq",           "ne",           "ugt",         "uge", "ult", "ule", "sgt",
                                      "sge",  "slt",          "sle",          "oeq",         "ogt", "oge", "olt", "ole",
                                      "one",  "ord",          "ueq",          "ugt",         "uge", "ult", "ule", "une",
                                      "uno",  "nearest_even", "nearest_away", "toward_zero", "up",  "down"};
  static_assert(sizeof(names) / sizeof(names[0]) == size_t(Predicate::Down) + 1);
  return names[size_t(predicate)];
}

const char *nameOf(AtomicOp atomic) {
  static const char *const names[] = {"none", "add",  "and",  "or",   "xor",    "xchg",
                                      "smin", "smax", "umin", "umax", "cmpxchg"};
  static_assert(sizeof(names) / sizeof(names[0]) == size_t(AtomicOp::CmpXchg) + 1);
  return names[size_t(atomic)];
}

const char *nameOf(EntryValue value) {
  static const char *const names[] = {"global_id_x", "global_id_y",     "global_id_z", "local_id_x",
                                      "local_id_y",  "local_id_z",      "group_id_x",  "group_id_y",
                                      "group_id_z",  "linear_local_id", "active"};
  static_assert(sizeof(names) / sizeof(names[0]) == size_t(EntryValue::Active) + 1);
  return names[size_t(value)];
}

const char *nameOf(Memory::Kind kind) {
  static const char *const names[] = {"local", "pool", "private", "rom", "exchange"};
  static_assert(sizeof(names) / sizeof(names[0]) == size_t(Memory::Kind::Exchange) + 1);
  return names[size_t(kind)];
}

const char *nameOf(Memory::Updates updates) {
  static const char *const names[] = {"none", "in_turn", "replicas"};
  static_assert(sizeof(names) / sizeof(names[0]) == size_t(Memory::Updates::Replicas) + 1);
  return names[size_t(updates)];
}

const char *nameOf(LaneAccess access) {
  static const char *const names[] = {"together", "row", "each", "own"};
  static_assert(sizeof(names) / sizeof(names[0]) == size_t(LaneAccess::Own) + 1);
  return names[size_t(access)];
}

bool hasLaneAddresses(Site::Unit unit) { return unit == Site::Unit::Lanes || unit == Site::Unit::Cached; }

const char *nameOf(Site::Unit unit) {
  static const char *const names[] = {"stream", "scatter", "packet", "lanes", "cached"};
  static_assert(sizeof(names) / sizeof(names[0]) == size_t(Site::Unit::Cached) + 1);
  return names[size_t(unit)];
}

const char *nameOf(UnitReason::Kind kind) {
  static const char *const names[] = {"none",   "neighbours", "apart", "irregular",
                                      "border", "volatile",   "store", "fence"};
  static_assert(sizeof(names) / sizeof(names[0]) == size_t(UnitReason::Kind::Fence) + 1);
  return names[size_t(kind)];
}

const char *nameOf(SiteOrder::Kind kind) {
  static const char *const names[] = {"free", "overlap", "always", "fence"};
  static_assert(sizeof(names) / sizeof(names[0]) == size_t(SiteOrder::Kind::Fence) + 1);
  return names[size_t(kind)];
}

}  // namespace weft::graph
