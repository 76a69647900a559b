// SPDX-License-Identifier: Apache-2.0
// How many work-items of a kernel are in flight, and what a slot belongs to: by the cycles that work-items spend in its
// nodes.
#pragma once
#include <cstdint>
#include <vector>

#include "hls/graph/graph.h"

namespace weft::rtlgen {

struct Plan;

/// Cycles from a load's request to the answer in the segment that waits for it, without other traffic: the board's
/// latency, the opening of a row, and what access unit, port and interconnect add.
unsigned memoryRoundTrip(const Plan &plan);

/// Cycles that a work-item spends in a node when nothing stalls. `apart`: in launches none of whose buffers overlap.
unsigned cyclesIn(const Plan &plan, graph::NodeId n, bool apart = false);

/// The same of a store, to its acknowledgement.
unsigned storeRoundTrip(const Plan &plan);
/// Cycles from a request of a node to its answer, if nothing is in its way and caches hold what it reads.
unsigned answerCycles(const Plan &plan, const graph::Op &op);

struct Admission {
  /// As ndrange_dispatcher's parameter of this name.
  enum class SlotUse : uint8_t {
    Group,     // a group's work-items have consecutive slots: barriers, memories of groups
    WorkItem,  // a slot is one work-item's, and addresses its private variables, or its set of a cache
    Counted    // nothing is addressed by slots
  } slotUse = SlotUse::Group;
  unsigned slots = 1;          // N_max, a power of two
  bool boundByCaches = false;  // with more slots, lines would be gone before lanes come back to them
  unsigned groupSlots = 0;     // Group: most groups in flight, a power of two; otherwise none
  unsigned localCopies = 1;    // group slots that memories of groups have room for, a power of two
  // Of these at least: fewer would cost more speed than half as many lanes, or save no block memory.
  unsigned fewestCopies = 1;
  unsigned slotBits = 1;   // of the slot in a token
  bool usesGroups = true;  // otherwise the kernel looks at nothing that depends on the work-item's group
  bool byGroups = true;    // the walk of a launch gives groups, not tokens: they are used, or dealt out to units
};

/// Tokens that keep the nodes of a loop busy, and those of some groups that wait at its barriers or come next.
unsigned tokensOfLoop(const Plan &plan, graph::NodeId header);

/// Headers of the loops that newcomers enter before tokens that go round, and so all that there is a slot for: the last
/// ones of a launch go round together then, and order is that of the launch. Not in kernels whose groups go from phase
/// to phase, nor where data chooses lines of a cache, which more tokens would take from each other.
std::vector<graph::NodeId> loopsForNewcomers(const Plan &plan);

/// Slots that a kernel has at least if its work-items do not go by groups, as far as bounds allow.
inline constexpr unsigned kFewestSlots = 16;

/// The plan's nodes are scheduled.
Admission chooseAdmission(const Plan &plan);

}  // namespace weft::rtlgen
