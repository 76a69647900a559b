// SPDX-License-Identifier: Apache-2.0
// On-chip memory that a kernel asks for against what the board has. A private variable has a copy for each work-item in
// flight, so fewer of these are tried, then smaller groups (CL_KERNEL_WORK_GROUP_SIZE), before a kernel is refused.
#include <algorithm>
#include <bit>

#include <llvm/Support/MathExtras.h>

#include "hls/graph/lower/lowering.h"
#include "hls/llvm_diagnostic.h"

namespace weft::hls {
namespace {

using graph::Memory;

// Groups of this size are worth more than work-items in flight: programs take them for granted.
constexpr unsigned kCommonGroup = 256;

[[noreturn]] void refuse(const Memory &at, const llvm::Twine &message, const char *hint) {
  throw Refusal{userError(at.location, message.str(), hint)};
}

/// The memories of one kind.
struct Group {
  const Memory *largest = nullptr;
  unsigned count = 0;
  uint64_t bytes = 0, stored = 0;  // of one copy; `stored`: as the hardware rounds them up

  Group(const graph::Kernel &kernel, Memory::Kind kind) {
    for (const Memory &memory : kernel.memories) {
      if (memory.kind != kind)
        continue;
      ++count;
      bytes = llvm::SaturatingAdd(bytes, memory.bytes);
      stored = llvm::SaturatingAdd(stored, graph::storedBytes(memory));
      if (!largest || memory.bytes > largest->bytes)
        largest = &memory;
    }
  }

  /// "private variable 'a' of kernel 'k' takes 64 bytes"
  std::string takes(const char *what, const graph::Kernel &kernel) const {
    std::string of = " of kernel '" + kernel.name + "'", name = "'" + largest->name + "'";
    if (count == 1)
      return what + (" " + name) + of + " takes " + std::to_string(bytes) + " bytes";
    return "the " + std::to_string(count) + " " + what + "s" + of + " take " + std::to_string(bytes) +
           " bytes (the largest, " + name + ", " + std::to_string(largest->bytes) + ")";
  }
};

void checkConstants(const board::Description &board, const graph::Kernel &kernel, const Group &constants) {
  if (constants.bytes > board.constantBufferBytes)
    refuse(*constants.largest,
           constants.takes("constant", kernel) + "; a kernel on '" + board.name + "' can keep " +
               llvm::Twine(board.constantBufferBytes) + " bytes of them on chip (CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE)",
           "make it smaller or pass it in a buffer");
}

void checkLocal(const board::Description &board, const graph::Kernel &kernel) {
  const Group local(kernel, Memory::Kind::Local);
  if (local.bytes > board.localMemoryBytes)
    refuse(*local.largest,
           local.takes("local variable", kernel) + "; a work-group on '" + board.name + "' has " +
               llvm::Twine(board.localMemoryBytes) + " bytes of local memory (CL_DEVICE_LOCAL_MEM_SIZE)",
           "make it smaller or use global memory");
}

/// Half as many work-items in a group, if the kernel leaves its size open and may still have groups of kCommonGroup.
bool halveGroups(graph::Kernel &kernel) {
  if (kernel.requiredSize[0] || kernel.maxWorkGroupSize / 2 < kCommonGroup)
    return false;
  const unsigned before = std::bit_ceil(kernel.maxWorkGroupSize);
  kernel.maxWorkGroupSize /= 2;
  for (Memory &memory : kernel.memories)
    if (memory.kind == Memory::Kind::Exchange)  // it has as many bytes for each
      memory.bytes = memory.bytes / before * std::bit_ceil(kernel.maxWorkGroupSize);
  return true;
}

void fitPrivate(const board::Description &board, graph::Kernel &kernel) {
  const Group variables(kernel, Memory::Kind::Private);
  auto needed = [&](unsigned slots) { return llvm::SaturatingMultiply(variables.stored, uint64_t(slots)); };
  while (needed(kernel.slots) > board.onChipMemoryBytes &&
         (kernel.slots > std::bit_ceil(kernel.maxWorkGroupSize) || halveGroups(kernel)))
    chooseSlots(board, kernel.slots / 2, kernel);
  if (needed(kernel.slots) <= board.onChipMemoryBytes)
    return;
  refuse(*variables.largest,
         variables.takes("private variable", kernel) + " for each work-item, and " + llvm::Twine(kernel.slots) +
             " copies for the work-items of one work-group need " + llvm::Twine(needed(kernel.slots)) +
             " bytes of on-chip memory; '" + board.name + "' has " + llvm::Twine(board.onChipMemoryBytes),
         "make it smaller, declare a smaller work-group (reqd_work_group_size), or use local or global memory");
}

}  // namespace

void chooseSlots(const board::Description &board, unsigned most, graph::Kernel &kernel) {
  const unsigned group = std::bit_ceil(kernel.maxWorkGroupSize);
  kernel.slots = std::max(group, std::bit_floor(std::min(most, std::max(1u, board.maxSlots))));
  // With a known group size no more groups than fit the slots can be in flight.
  unsigned groups = kernel.requiredSize[0] ? kernel.slots / group : kernel.slots;
  kernel.groupSlots = std::bit_floor(std::max(1u, std::min(groups, board.maxGroupsInFlight)));
}

void checkConstant(const board::Description &board, const graph::Kernel &kernel, const Memory &constant) {
  graph::Kernel alone;
  alone.name = kernel.name;
  alone.memories = {constant};
  checkConstants(board, alone, Group(alone, Memory::Kind::Rom));
}

void fitMemories(const board::Description &board, graph::Kernel &kernel) {
  checkConstants(board, kernel, Group(kernel, Memory::Kind::Rom));
  checkLocal(board, kernel);
  fitPrivate(board, kernel);
}

}  // namespace weft::hls
