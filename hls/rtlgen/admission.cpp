// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/admission.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "hls/graph/cfg.h"
#include "hls/graph/groups.h"
#include "hls/graph/numbers.h"
#include "hls/graph/walking_loads.h"
#include "hls/rtlgen/plan.h"

namespace weft::rtlgen {

using namespace graph;

namespace {

constexpr unsigned kUnitCycles = 15;  // request FIFO, bounds, port and interconnect, both ways, the answer's register
constexpr unsigned kUnknownLatency = 50;  // of the memory of a board that does not state it
constexpr unsigned kFifoCycles = 3;       // block memory
// A request to an on-chip memory that several ports share, the answer's register.
constexpr unsigned kArbiterCycles = 7;
constexpr unsigned kCacheCycles = 20;  // of a load, where all lines are in its cache
constexpr unsigned kBarrierCycles = 8;

/// Cycles from one token to the next that a node takes if a memory on chip takes one store a cycle.
unsigned intervalOf(const Plan &plan, NodeId n) {
  unsigned interval = 1;
  for (const MemoryPlan &memory : plan.memories)
    interval = std::max(interval, memory.use.storesOfToken[n]);
  return interval;
}

/// Work-items in flight that keep every node busy in each cycle in which its innermost loop can take one, if a
/// work-item waits `atBarrier` cycles for its group. Those of a loop go round it kTrips times, it is supposed, for each
/// time that they pass what is outside: so what is outside counts less.
double workItemsInFlight(const Plan &plan, unsigned atBarrier) {
  constexpr double kTrips = 4;
  const std::vector<unsigned> depth = loopDepths(*plan.kernel);
  const unsigned deepest = *std::max_element(depth.begin(), depth.end());
  double sum = 0;
  for (NodeId n = 0; n < depth.size(); ++n)
    sum += (double(cyclesIn(plan, n)) / intervalOf(plan, n) +
            (plan.kernel->nodes[n].kind == NodeKind::Barrier ? atBarrier : 0)) /
           std::pow(kTrips, deepest - depth[n]);
  return sum;
}

unsigned powerOfTwo(double atLeast) { return unsigned(powerOfTwoAtLeast(uint64_t(std::ceil(atLeast)))); }

/// Tokens of a group of kCommonGroup work-items, or of the size that packets are told.
uint64_t usualGroup(const Kernel &kernel) {
  constexpr unsigned kCommonGroup = 64;
  return kernel.lanes > 1 && kernel.requiredSize[0] ? kernel.mostTokens() : kCommonGroup / kernel.lanes;
}

/// Copies of a memory of groups that fit the block memories of one.
uint64_t copiesInBlocks(const Plan &plan, uint32_t m) {
  const Kernel &kernel = *plan.kernel;
  const Memory &memory = kernel.memories[m];
  constexpr unsigned kBlockBytes = 2048;
  // A packet's row of words needs block memory of its own in each bank. Each lane's replica has all words.
  const unsigned banks = memory.updates == Memory::Updates::Replicas ? 1 : kernel.lanes * plan.memories[m].use.halves;
  return banks * kBlockBytes / powerOfTwoAtLeast(memory.bytes);
}

/// Sets copies of memories of groups: as many as keep the pipeline busy with usual groups, as take
/// no more block memories, and as kCopiesOfBoardMemory allows. With half as many tokens as keep it busy it is still as
/// fast as with half as many lanes.
void chooseCopies(Admission &admission, const Plan &plan, double inFlight) {
  const Kernel &kernel = *plan.kernel;
  constexpr unsigned kCopiesOfBoardMemory = 8;  // all static local memory, in units of the board's local memory
  uint64_t bytes = 0, free = ~uint64_t(0);
  for (uint32_t m = 0; m < kernel.memories.size(); ++m)
    if (kernel.memories[m].kind == Memory::Kind::Local) {
      bytes += powerOfTwoAtLeast(kernel.memories[m].bytes);
      free = std::min(free, copiesInBlocks(plan, m));
    }
  const uint64_t groups = admission.groupSlots;
  admission.localCopies = admission.fewestCopies = unsigned(groups);
  if (!bytes)
    return;
  const uint64_t group = usualGroup(kernel);
  const uint64_t room = kCopiesOfBoardMemory * plan.board->localMemoryBytes / bytes;
  const auto copies = [&](double busy) {
    return unsigned(
        std::bit_floor(std::max<uint64_t>(1, std::min({std::max<uint64_t>(powerOfTwo(busy), free), room, groups}))));
  };
  admission.localCopies = std::min(copies(1 + inFlight / double(group)), plan.limits.localCopies);
  admission.fewestCopies = std::min(copies(inFlight / double(group) / 2), admission.localCopies);
}

// For refresh, and for others at the memory port; where slots have no memory, more cost next to nothing.
constexpr double kReserve = 1.125, kAmpleReserve = 2;
constexpr unsigned kDispatch = 8;  // cycles from a retirement to the slot's next work-item in the first node

/// Lines that a cache must hold for a lane that walks. Where elements have gaps and rounds are no parts of lines, it
/// comes to its next line in the middle of a round, and takes the place of one that another lane has not left yet.
unsigned linesOfWalk(const Site &site, int64_t step, unsigned lineBytes) {
  const auto bytes = unsigned(std::abs(step));
  const bool isPart = bytes == 0 || bytes % lineBytes == 0 || lineBytes % bytes == 0;
  return tapsOf(site) != elementsOf(site) && !isPart ? 2 : 1;
}

/// In loops whose lanes walk along lines of their own: the tokens whose lines the caches hold. With more, a line is
/// gone before its lane comes back to it, and all lanes ask for their lines each time; with so few, tokens that go
/// round may leave the loop's nodes idle. Where that is worse, or there are no such loops, kAny.
unsigned tokensOfCaches(const Plan &plan) {
  struct Loop {
    unsigned loads = 0, tokens = kAny;
  };
  const Kernel &kernel = *plan.kernel;
  const unsigned lineBytes = plan.board->lineBytes();
  const std::vector<bool> walking = walkingLoads(kernel, lineBytes);
  const std::vector<std::optional<int64_t>> steps = stepsOfLoads(kernel);
  const Loops loops = enclosingLoops(kernel);
  std::map<NodeId, Loop> walked;  // by header
  for (size_t s = 0; s < kernel.sites.size(); ++s)
    if (kernel.sites[s].unit == Site::Unit::Cached && walking[s]) {
      Loop &loop = walked[loops[plan.sites[s].node].back()];
      ++loop.loads;
      const unsigned lines =
          kernel.lanes * (plan.sites[s].ownSets ? 1 : linesOfWalk(kernel.sites[s], *steps[s], lineBytes));
      loop.tokens = std::min(loop.tokens, std::max(1u, kernel.sites[s].cacheLines / lines));
    }
  unsigned tokens = kAny;
  for (const auto &[header, loop] : walked) {
    unsigned round = 0;
    for (NodeId n = 0; n < loops.size(); ++n)
      if (isInLoop(loops, n, header))
        round += cyclesIn(plan, n);
    if (round < loop.tokens * loop.loads * kernel.lanes)
      tokens = std::min(tokens, loop.tokens);
  }
  return tokens;
}

/// The most tokens for which there are variables on chip. What lowering says is of work-items.
unsigned slotBound(const Plan &plan) {
  const Kernel &kernel = *plan.kernel;
  uint64_t bytes = 1;
  for (const Memory &memory : kernel.memories)
    if (memory.kind == Memory::Kind::Private)
      bytes += storedBytes(memory) * memory.lanes;
  const uint64_t room =
      std::bit_floor(std::max<uint64_t>(1, plan.board->onChipMemoryBytes / kernel.computeUnits / bytes));
  const bool bounded = kernel.lanes > 1 || kernel.computeUnits > 1;
  return unsigned(std::min<uint64_t>({kernel.slots, plan.limits.slots, bounded ? room : kernel.slots}));
}

Admission byGroup(const Plan &plan) {
  constexpr unsigned kSmallGroup = 8;  // groups of so many work-items still keep the pipeline busy
  const Kernel &kernel = *plan.kernel;
  const auto group = unsigned(std::bit_ceil(kernel.mostTokens()));
  const double inFlight = kReserve * workItemsInFlight(plan, 0) + kDispatch;
  Admission a;
  // A work-item waits at a barrier for the group's last one, and its slot at the end of the kernel.
  const double most = group + workItemsInFlight(plan, group) + kDispatch;
  const unsigned bound = std::max(group, slotBound(plan));
  const auto slotsFor = [&](unsigned wanted) {
    return computesWithSlots(kernel) ? kernel.slots : std::clamp(wanted, group, bound);
  };
  const unsigned busy = powerOfTwo(most);
  a.slots = slotsFor(std::min(busy, tokensOfCaches(plan)));
  a.boundByCaches = a.slots < slotsFor(busy);
  const unsigned groups = kernel.requiredSize[0] ? a.slots / group : powerOfTwo(1 + inFlight / kSmallGroup);
  const unsigned mostGroups =
      kernel.lanes == 1 ? kernel.groupSlots : std::bit_floor(std::max(1u, plan.board->maxGroupsInFlight));
  a.groupSlots = std::min({std::max(groups, 1u), mostGroups, a.slots});
  chooseCopies(a, plan, inFlight);
  a.slotBits = std::max(1u, log2Ceil(a.slots));
  return a;
}

/// Bytes of lines that an access takes for each lane, as far as they are known; what a cache holds takes none.
uint64_t lineBytesOfLane(const Site &site, unsigned lineBytes) {
  if (site.cacheLines != 0)
    return 0;
  if (site.unit == Site::Unit::Packet)
    return site.bytes;
  const bool hasStep = site.reason.kind == UnitReason::Kind::Neighbours || site.reason.kind == UnitReason::Kind::Apart;
  return site.unit == Site::Unit::Lanes && hasStep ? std::min<uint64_t>(std::abs(site.reason.step), lineBytes) : 0;
}

/// Lines that a token asks for in a node.
double linesOfToken(const Plan &plan, NodeId n) {
  const Kernel &kernel = *plan.kernel;
  const unsigned lineBytes = plan.board->lineBytes();
  double lines = 0;
  for (size_t s = 0; s < kernel.sites.size(); ++s)
    if (plan.sites[s].node == n)
      lines += double(lineBytesOfLane(kernel.sites[s], lineBytes)) * kernel.lanes / lineBytes;
  return lines;
}

}  // namespace

unsigned tokensOfLoop(const Plan &plan, NodeId header) {
  // Lanes that meet in a bank, memory that is busy: cycles are more than they are at best. Behind a barrier all of a
  // group come at once, and for a time nobody.
  constexpr double kReserveInLoops = 1.25, kReserveAtBarriers = 2;
  constexpr unsigned kGroupsAtBarrier = 2;
  const Kernel &kernel = *plan.kernel;
  const Loops loops = enclosingLoops(kernel);
  double cycles = 0, lines = 0;
  unsigned stores = 1, barriers = 0;
  for (NodeId n = 0; n < loops.size(); ++n) {
    if (!isInLoop(loops, n, header))
      continue;
    if (kernel.nodes[n].last != kNone)
      return kAny;  // tokens that stay in it do not keep the loop busy
    cycles += cyclesIn(plan, n);
    lines += linesOfToken(plan, n);
    barriers += unsigned(kernel.nodes[n].kind == NodeKind::Barrier);
    for (const MemoryPlan &memory : plan.memories)
      stores = std::max(stores, memory.use.storesOfToken[n] / memory.use.halves);
  }
  const auto group = unsigned(usualGroup(kernel));
  const double busy = cycles / std::max(double(stores), lines);
  return unsigned(std::ceil((barriers ? kReserveAtBarriers : kReserveInLoops) * busy)) +
         group * (1 + kGroupsAtBarrier * barriers);
}

std::vector<NodeId> loopsForNewcomers(const Plan &plan) {
  const Kernel &kernel = *plan.kernel;
  if (needsGroups(kernel))
    return {};
  const Loops loops = enclosingLoops(kernel);
  const std::vector<std::optional<int64_t>> steps = stepsOfLoads(kernel);
  std::vector<bool> chosen(kernel.nodes.size());
  for (NodeId n = 0; n < chosen.size(); ++n)
    chosen[n] = kernel.nodes[n].loopHeader;
  for (size_t s = 0; s < kernel.sites.size(); ++s)
    if (kernel.sites[s].unit == Site::Unit::Cached && !steps[s])
      for (const NodeId header : loops[plan.sites[s].node])
        chosen[header] = false;
  std::vector<NodeId> headers;
  for (NodeId n = 0; n < chosen.size(); ++n)
    if (chosen[n])
      headers.push_back(n);
  return headers;
}

unsigned cyclesIn(const Plan &plan, NodeId n, bool apart) {
  const Node &node = plan.kernel->nodes[n];
  if (node.kind != NodeKind::Pipeline)
    return node.kind == NodeKind::Barrier ? kBarrierCycles : 1;
  const NodePlan &p = plan.nodes[n];
  unsigned cycles = 0;
  std::vector<unsigned> wait(p.schedule.latency.size(), kFifoCycles);
  for (OpId o = 0; o < p.problem.tasks.size(); ++o) {
    if (p.problem.tasks[o].kind != schedule::TaskKind::Request || !p.problem.tasks[o].responds)
      continue;
    if (apart && node.ops[o].opcode == Opcode::Store &&
        plan.kernel->sites[node.ops[o].index].order.kind == SiteOrder::Kind::IfOverlap)
      continue;
    unsigned &longest = wait[p.schedule.positions[o].segment];
    longest = std::max(longest, isGlobalAccess(node.ops[o]) ? memoryRoundTrip(plan) : kArbiterCycles);
  }
  for (size_t s = 0; s < wait.size(); ++s)
    cycles += p.schedule.latency[s] + wait[s];
  return cycles;
}

unsigned answerCycles(const Plan &plan, const Op &op) {
  if (!isGlobalAccess(op))
    return kArbiterCycles;
  return plan.kernel->sites[op.index].unit == Site::Unit::Cached ? kCacheCycles : memoryRoundTrip(plan);
}

unsigned memoryRoundTrip(const Plan &plan) {
  const auto &timing = plan.board->timing;
  return kUnitCycles + (timing ? timing->readLatency + timing->rowMiss : kUnknownLatency);
}

unsigned storeRoundTrip(const Plan &plan) {
  const auto &timing = plan.board->timing;
  return kUnitCycles + (timing ? timing->writeLatency + timing->rowMiss : kUnknownLatency);
}

Admission chooseAdmission(const Plan &plan) {
  const Kernel &kernel = *plan.kernel;
  if (needsGroups(kernel))
    return byGroup(plan);
  Admission a;
  a.usesGroups = looksAtGroups(kernel);
  a.byGroups = a.usesGroups || plan.hasUnits();
  const bool addressed = std::any_of(kernel.memories.begin(), kernel.memories.end(),
                                     [](const Memory &m) { return m.kind == Memory::Kind::Private; });
  const bool named =
      addressed || std::any_of(plan.sites.begin(), plan.sites.end(), [](const SitePlan &s) { return s.ownSets; });
  a.slotUse = named ? Admission::SlotUse::WorkItem : Admission::SlotUse::Counted;
  const double inFlight = (addressed ? kReserve : kAmpleReserve) * workItemsInFlight(plan, 0) + kDispatch;
  const unsigned bound = kernel.computeUnits > 1 ? slotBound(plan) : std::min(kernel.slots, plan.limits.slots);
  const unsigned busy = std::min(std::max(powerOfTwo(inFlight), kFewestSlots), std::max(2u, bound));
  a.slots = std::min(busy, tokensOfCaches(plan));
  a.boundByCaches = a.slots < busy;
  a.slotBits = named ? std::max(1u, log2Ceil(a.slots)) : 1;
  return a;
}

}  // namespace weft::rtlgen
