// SPDX-License-Identifier: Apache-2.0
// Runs a kernel graph over an NDRange: the oracle for graph transforms and for later stages.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hls/diagnostic.h"
#include "hls/graph/bits.h"
#include "hls/graph/graph.h"

namespace weft::graph {

struct Launch {
  unsigned workDim = 1;
  std::array<uint64_t, 3> globalSize = {1, 1, 1}, localSize = {1, 1, 1}, globalOffset = {0, 0, 0};
  /// Configuration words from word ARGS on, as Kernel::arguments lays them out.
  std::vector<uint64_t> argumentWords;
  uint64_t poolBytes = 0;  // of one group's share; a power of two or 0
};

/// A work-item has run a node.
struct Visit {
  const std::array<uint64_t, 3> &global, &local;  // its ids
  NodeId node;
  uint32_t edge;                    // taken
  const std::vector<Bits> &values;  // by value; those of other nodes are left over from any work-item
};

struct InterpretOptions {
  /// 0: work-items run one after the other, in program order. Otherwise the seed of an adversary that uses every
  /// freedom the graph leaves: it interleaves work-items, reorders the memory operations of a node as data and `after`
  /// allow, and holds back stores until `after`, ackBeforeExit or a later store of the same site forces them out.
  uint64_t seed = 0;
  uint64_t maxSteps = 100'000'000;  // node visits
  std::function<void(const Visit &)> observer = {};
};

struct InterpretFault {
  uint32_t site = 0;     // a check, if not less than the number of sites
  uint64_t address = 0;  // or the offset in a variable
  bool operator==(const InterpretFault &) const = default;
};

struct InterpretResult {
  std::vector<InterpretFault> faults;  // accesses outside their buffers and variables, in order
  uint64_t steps = 0;                  // node visits
};

/// `memory`: device memory, the byte at global address a is memory[a]. The kernel is verified.
/// A poison value is an arbitrary but repeatable pattern. An error: the kernel did not end (divergent barrier,
/// misaligned access, …).
hls::Expected<InterpretResult> interpret(const Kernel &kernel, const Launch &launch, std::vector<uint8_t> &memory,
                                         const InterpretOptions &options = {});

}  // namespace weft::graph
