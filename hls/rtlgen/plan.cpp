// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "hls/components/cost.h"
#include "hls/graph/alias.h"
#include "hls/graph/deadlock.h"
#include "hls/graph/groups.h"
#include "hls/graph/numbers.h"
#include "hls/graph/waiting.h"
#include "hls/graph/walking_loads.h"
#include "hls/limits.h"
#include "hls/rtlgen/access_unit.h"
#include "hls/rtlgen/fifo_depths.h"
#include "hls/rtlgen/plan_memory.h"
#include "hls/schedule/check.h"
#include "hls/schedule/lifetimes.h"
#include "hls/schedule/make_problem.h"
#include "hls/schedule/schedule.h"
#include "support/stage.h"
#include "weft_abi.h"

namespace weft::rtlgen {

using namespace graph;

namespace {

size_t loadSites(const Kernel &kernel) {
  return size_t(std::count_if(kernel.sites.begin(), kernel.sites.end(),
                              [](const Site &site) { return site.kind == Site::Kind::Load; }));
}

class Planner {
public:
  Planner(const Kernel &kernel, const board::Description &board, const Limits &limits) {
    plan().kernel = &kernel;
    plan().board = &board;
    plan().limits = limits;
  }

  hls::Expected<Plan> run() {
    plan().configWords = abi::word::ARGS;
    for (const Argument &argument : kernel().arguments)
      plan().configWords = std::max(plan().configWords, argument.word + argument.words());
    plan().nodes.resize(kernel().nodes.size());
    planSites();
    if (ok())
      scheduleNodes();
    if (ok()) {
      plan().admission = chooseAdmission(plan());
      limitSets();
      planMemories();
      limitPrivate();
      planTokens();
      planChannels();
      planRuns();
      planGates();
      planPaces();
    }
    if (error_)
      return *error_;
    return std::move(plan_);
  }

private:
  Plan &plan() { return plan_; }
  const Kernel &kernel() { return *plan_.kernel; }
  bool ok() const { return !error_; }
  void fail(hls::Diagnostic diagnostic) {
    if (!error_)
      error_ = std::move(diagnostic);
  }
  void refuse(const SourceLocation &location, std::string what, std::string hint) {
    fail(hls::userError(location, std::move(what), std::move(hint)));
  }
  void defect(std::string what) {
    fail(hls::internalDefect(std::move(what), kernel().name, kernel().nodes[0].location));
  }

  void planMemories() {
    for (size_t m = 0; m < kernel().memories.size(); ++m) {
      MemoryPlan &memory = plan().memories[m];
      planMemory(plan(), kernel().memories[m], memory);
      if (kernel().memories[m].kind == Memory::Kind::Rom && (!memory.use.writes.empty() || !memory.use.atomics.empty()))
        defect("a constant table is written");
    }
  }

  void planSites() {
    auto &sites = plan().sites;
    sites.resize(kernel().sites.size());
    for (NodeId n = 0; n < kernel().nodes.size(); ++n) {
      const auto &ops = kernel().nodes[n].ops;
      for (OpId o = 0; o < ops.size(); ++o) {
        if (!isGlobalAccess(ops[o]))
          continue;
        SitePlan &site = sites[ops[o].index];
        if (site.op != kNone)
          defect(fmt::format("site {} has two accesses", ops[o].index));
        site.node = n;
        site.op = o;
      }
    }
    unsigned counts[3] = {0, 0, 0};
    for (size_t s = 0; s < sites.size(); ++s)
      sites[s].index = counts[size_t(kernel().sites[s].kind)]++;
    limitSites(counts[0], "load from");
    limitSites(counts[1] + counts[2], "store to (or update atomically)");
    limitUnits();
    for (size_t s = 0; s < sites.size(); ++s)
      if (sites[s].op == kNone)
        defect(fmt::format("site {} has no access", s));
    if (!ok())
      return;
    planFlushes();
    planUnits();
    planCaches();
    planLineCaches();
  }

  /// Whether each packet loads several lines that follow each other.
  bool loadsRows(const Site &site) {
    return site.kind == Site::Kind::Load && ofNeighbours(site) &&
           site.bytes * kernel().lanes > plan().board->lineBytes();
  }

  /// Whether lanes access neighbouring elements, though by an address each.
  static bool ofNeighbours(const Site &site) {
    return site.unit == Site::Unit::Lanes && site.reason.kind == UnitReason::Kind::Neighbours;
  }

  /// Work-items keep their order outside of loops, so consecutive elements share lines there, and as many lines as pass
  /// in memory's round trip at an element a cycle keep the unit busy. In loops each element may have a line of its own.
  /// Lines of packets are asked for in runs: while memory is busy with those of one unit, the others' wait for theirs.
  /// As many as memory's queue takes then, also where a packet's lanes ask for several lines each time (ADR 84).
  void planUnits() {
    constexpr double kReserve = 1.75;      // refresh, and conflicts of several buffers in memory's banks
    constexpr unsigned kLineElements = 4;  // a load unit has room for so many elements a line of its depth
    const std::vector<unsigned> loops = loopDepths(kernel());
    for (size_t s = 0; s < plan().sites.size(); ++s) {
      const Site &site = kernel().sites[s];
      unsigned &depth = plan().sites[s].depth;
      depth = accessUnit(site).depth;
      if ((site.unit == Site::Unit::Packet || loadsRows(site)) && plan().board->timing)
        depth = std::max(depth, plan().board->timing->queueDepth);
      if (site.unit == Site::Unit::Scatter || hasLaneAddresses(site.unit) || loops[plan().sites[s].node] != 0)
        continue;
      const unsigned bytes = site.bytes * (site.unit == Site::Unit::Packet ? kernel().lanes : 1);
      const double perElement = std::max(double(bytes) / plan().board->lineBytes(), 1.0 / kLineElements);
      depth = std::min(depth, unsigned(powerOfTwoAtLeast(uint64_t(kReserve * memoryRoundTrip(plan()) * perElement))));
    }
  }

  /// Loads whose lanes walk along lines that no other work-item reads have a set of the cache for each token, with a
  /// line for each lane: in a cache that all tokens share they would take each other's lines (ADR 83).
  void planCaches() {
    const std::vector<bool> own = loadsOfOwnLines(kernel(), plan().board->lineBytes());
    for (size_t s = 0; s < plan().sites.size(); ++s) {
      const Site &site = kernel().sites[s];
      plan().sites[s].cacheLines = site.cacheLines;
      plan().sites[s].ownSets = site.unit == Site::Unit::Cached && own[s];
    }
  }

  /// There are no more sets than tokens; with one token two, the fewest that the unit can have.
  void limitSets() {
    for (SitePlan &site : plan().sites)
      if (site.ownSets)
        site.cacheLines = std::min(site.cacheLines, kernel().lanes * std::max(2u, slots()));
  }

  /// Each load has a port of its own, as long as these are few: a cache is read as often as all of its loads together.
  void planLineCaches() {
    for (uint32_t s = 0; s < kernel().sites.size(); ++s) {
      const Site &site = kernel().sites[s];
      if (site.lineCache == kNone)
        continue;
      if (site.lineCache >= plan().lineCaches.size())
        plan().lineCaches.resize(site.lineCache + 1);
      LineCachePlan &cache = plan().lineCaches[site.lineCache];
      cache.sites.push_back(s);
      cache.lines = site.cacheLines;
      cache.depth = std::max(cache.depth, plan().sites[s].depth);
    }
    for (LineCachePlan &cache : plan().lineCaches)
      choosePorts(cache);
  }

  /// A border is read seldom: it has its turns at a row's port. Units that follow each other have one port.
  void choosePorts(LineCachePlan &cache) {
    constexpr size_t kMostOfPort = 4;  // MostSites of line_cache
    std::vector<uint32_t> rows, borders;
    for (const uint32_t s : cache.sites)
      (kernel().sites[s].reason.kind == UnitReason::Kind::Border ? borders : rows).push_back(s);
    const size_t all = cache.sites.size(), fewest = std::max<size_t>(2, (all + kMostOfPort - 1) / kMostOfPort);
    cache.ports = unsigned(std::clamp(rows.size(), fewest, kMostLineCachePorts));
    cache.sites.clear();
    for (size_t row = 0, border = 0; row + border < all;)
      cache.sites.push_back(row < rows.size() && (border == borders.size() || row * all <= (row + border) * rows.size())
                                ? rows[row++]
                                : borders[border++]);
  }

  void limitSites(unsigned count, const char *access) {
    if (count > hls::kMostSites)
      refuse(kernel().nodes[0].location,
             fmt::format("kernel '{}' has {} access sites that {} global memory, at most {} are possible",
                         kernel().name, count, access, hls::kMostSites),
             "unroll its loops less, or copy what it needs to local memory in a loop");
  }

  /// A request's ID says which unit and which of its sites it is of; behind a crossbar only which unit.
  void limitUnits() {
    const unsigned units = kernel().computeUnits;
    if (units > 1 && plan().board->ports == 1 && siteIdBits(kernel()) + log2Ceil(units) > abi::AXI_ID_BITS - 1)
      refuse(
          kernel().nodes[0].location,
          fmt::format("kernel '{}' has too many access sites of global memory for {} compute units: {} loads, and {} "
                      "stores and atomics, where units times sites may be {}",
                      kernel().name, units, loadSites(kernel()), kernel().sites.size() - loadSites(kernel()),
                      hls::kMostSites),
          "use fewer compute units (num_compute_units, -weft-compute-units)");
  }

  /// The variables of all units.
  void limitPrivate() {
    uint64_t bytes = 0;
    for (size_t m = 0; m < kernel().memories.size(); ++m)
      if (kernel().memories[m].kind == Memory::Kind::Private)
        bytes += plan().memories[m].words * plan().memories[m].wordBits / 8;
    const uint64_t all = bytes * kernel().computeUnits;
    if (kernel().computeUnits > 1 && all > plan().board->onChipMemoryBytes)
      refuse(kernel().nodes[0].location,
             fmt::format(
                 "kernel '{}' with {} compute units needs {} bytes of private memory, {} for each; board {} has "
                 "{} on chip",
                 kernel().name, kernel().computeUnits, all, bytes, plan().board->name, plan().board->onChipMemoryBytes),
             "use fewer compute units (num_compute_units, -weft-compute-units), or smaller work-groups "
             "(reqd_work_group_size)");
  }

  /// A stream unit keeps the line it read last; it must forget it when a write that may come before the read is done.
  void planFlushes() {
    std::vector<bool> reachable = reachability(kernel());
    size_t n = kernel().nodes.size();
    for (SitePlan &load : plan().sites) {
      const Site &site = kernel().sites[&load - plan().sites.data()];
      if (site.kind != Site::Kind::Load)
        continue;
      for (uint32_t w = 0; w < plan().sites.size(); ++w) {
        const SitePlan &write = plan().sites[w];
        if (kernel().sites[w].kind == Site::Kind::Load)
          continue;
        const bool before = (write.node == load.node && write.op < load.op) || reachable[write.node * n + load.node];
        if (Conflict conflict = conflictOf(kernel(), site, kernel().sites[w]); before && conflict)
          load.flushedBy.push_back({w, std::move(conflict.pairs)});
      }
    }
  }

  void scheduleNodes() {
    const std::vector<schedule::MemoryUse> uses = schedule::memoryUses(kernel(), plan().limits.halves);
    for (const schedule::MemoryUse &use : uses)
      plan().memories.push_back({.use = use});
    for (NodeId n = 0; n < kernel().nodes.size(); ++n) {
      const Node &node = kernel().nodes[n];
      NodePlan &p = plan().nodes[n];
      p.edgeFifo.assign(node.edges.size(), false);
      if (node.kind != NodeKind::Pipeline)
        continue;
      auto problem = schedule::makeProblem(kernel(), node, uses, {plan().board->family, plan().board->clockMhz});
      if (!problem)
        return fail(problem.error());
      p.problem = std::move(*problem);
      if (std::optional<hls::Diagnostic> wrong = schedule::checkProblem(p.problem))
        return fail(*wrong);
      auto scheduled = schedule::schedule(p.problem);
      if (!scheduled)
        return fail(scheduled.error());
      p.schedule = std::move(*scheduled);
      if (std::optional<hls::Diagnostic> wrong = schedule::check(p.problem, p.schedule))
        return fail(*wrong);
      p.outputDepth = fullRateDepth(p.schedule.latency.back());
      plan().startDelay = std::max(plan().startDelay, uniformDepth(p.problem));
    }
  }

  void planTokens() {
    for (NodeId n = 0; n < kernel().nodes.size(); ++n) {
      unsigned &width = plan().nodes[n].inputWidth;
      width = plan().admission.slotBits;
      for (ValueId v : kernel().nodes[n].parameters)
        width += keptBits(kernel(), v);
    }
  }

  /// Cycles until the last launch-uniform value of a node is there.
  static unsigned uniformDepth(const schedule::Problem &problem) {
    std::vector<unsigned> depth(problem.tasks.size(), 0);
    unsigned deepest = 0;
    for (OpId o = 0; o < depth.size(); ++o) {
      if (problem.tasks[o].kind != schedule::TaskKind::Uniform)
        continue;
      const Op &op = problem.node->ops[o];
      for (ValueId v : op.operands)
        depth[o] = std::max(depth[o], depth[problem.producer[v]]);
      if (op.opcode == Opcode::Apart)
        depth[o] = 1;  // the region's comparison
      else if (kindOf(op.opcode) != OpKind::Source)
        depth[o] += std::max(1u, problem.operatorOf(o).latency);
      deepest = std::max(deepest, depth[o]);
    }
    return deepest;
  }

  void planChannels() {
    for (EdgeRef edge : chooseFullFifos(kernel())) {
      const std::vector<EdgeRef> full = fullFifos();
      if (onOpenCycle(kernel(), edge, {full.begin(), full.end()}))
        placeFullFifo(edge);
    }
    if (std::optional<hls::Diagnostic> wrong = checkDeadlockFree(kernel(), fullFifos()))
      return fail(*wrong);
    plan().incoming = incomingEdges(kernel());
    std::vector<EdgeRef> back = backEdges(kernel());
    for (auto &edges : plan().incoming)
      std::sort(edges.begin(), edges.end(), [&](EdgeRef a, EdgeRef b) {
        auto rank = [&](EdgeRef e) { return std::pair(!std::binary_search(back.begin(), back.end(), e), e); };
        return rank(a) < rank(b);
      });
  }

  /// Neighbours whose accesses share a line enter a loop together: one that comes alone into a gap on the back edge
  /// would find, each time round, another line than those beside it.
  void planRuns() {
    constexpr unsigned kLongest = 16;
    for (const NodeId header : loopsForNewcomers(plan()))
      plan().nodes[header].newcomersFirst = true;
    const Loops loops = enclosingLoops(kernel());
    for (uint32_t s = 0; s < kernel().sites.size(); ++s) {
      const Site &site = kernel().sites[s];
      const bool lanes = site.unit == Site::Unit::Packet || ofNeighbours(site);
      if (site.unit != Site::Unit::Stream && !lanes)
        continue;
      const unsigned bytes = site.bytes * (lanes ? kernel().lanes : 1);
      const auto apart = std::max<uint64_t>(bytes, std::abs(site.reason.step));
      for (NodeId header : loops[plan().sites[s].node])
        plan().nodes[header].run =
            std::clamp(unsigned(plan().board->lineBytes() / apart), plan().nodes[header].run, kLongest);
    }
  }

  /// In kernels whose work-items wait for their group, loops take no more tokens than keep them busy, and some more
  /// groups: others would only be in the way of those that came first, and nodes behind the loop idle meanwhile. Not
  /// where work-items that go round may wait for others, who may have to enter first: no loop stands still then.
  void planGates() {
    if (kernel().lanes == 1 || !needsGroups(kernel()) || mayWait(kernel(), Exchanges::Wait))
      return;
    for (NodeId n = 0; n < kernel().nodes.size(); ++n) {
      if (!kernel().nodes[n].loopHeader)
        continue;
      const unsigned most = tokensOfLoop(plan(), n);
      if (most < slots())
        plan().nodes[n].mostInLoop = most;
    }
  }

  /// Where lanes walk along lines that a cache holds, a token asks for all of its lines as it enters the loop, and for
  /// few from then on: tokens enter one by one, or memory would have to do for all of them at once, and nothing
  /// meanwhile. Not where a line is a few rounds', so that tokens ask for lines all the time, nor where they go round
  /// together anyway (planRuns): those have lines at the same place of their rows, of which a cache holds each.
  void planPaces() {
    if (kernel().lanes == 1 || needsGroups(kernel()) || slots() < 2 || !std::has_single_bit(slots()))
      return;
    constexpr unsigned kManyRounds = 8;
    const int64_t most = plan().board->lineBytes() / kManyRounds;
    const std::vector<std::optional<int64_t>> steps = stepsOfLoads(kernel());
    const Loops loops = enclosingLoops(kernel());
    for (size_t s = 0; s < steps.size(); ++s)
      if (kernel().sites[s].unit == Site::Unit::Cached && steps[s] && std::abs(*steps[s]) <= most) {
        NodePlan &header = plan().nodes[loops[plan().sites[s].node].back()];
        header.paced = !header.newcomersFirst;
      }
  }

  /// Edges behind which a FIFO has N_max entries, or that leave a node with such a segment.
  std::vector<EdgeRef> fullFifos() {
    std::vector<EdgeRef> result;
    for (NodeId n = 0; n < kernel().nodes.size(); ++n) {
      const NodePlan &p = plan().nodes[n];
      for (uint32_t e = 0; e < kernel().nodes[n].edges.size(); ++e)
        if (p.edgeFifo[e] || p.fullSegment != kNone || p.outputDepth >= fullDepth(plan()))
          result.push_back({n, e});
    }
    return result;
  }

  /// The node's own last FIFO does where it holds little more than this edge's tokens; else a FIFO on the edge. Or the
  /// FIFO behind an earlier segment, which is deep anyway if its tokens wait for device memory, where that takes fewer
  /// block memories.
  void placeFullFifo(EdgeRef edge) {
    const Node &node = kernel().nodes[edge.from];
    NodePlan &p = plan().nodes[edge.from];
    unsigned output = plan().admission.slotBits;
    for (const schedule::Dependence &d : p.problem.dependences)
      if (d.to == kNone)
        output += keptBits(kernel(), d.value);
    const unsigned carried = plan().nodes[node.edges[edge.edge].target].inputWidth;
    const bool own = node.kind == NodeKind::Pipeline && output <= 2 * carried;
    unsigned least = own ? deepening(output, p.outputDepth) : deepening(carried, 0);
    if (node.kind == NodeKind::Pipeline)
      for (unsigned s = 0; s + 1 < p.schedule.segments(); ++s)
        if (const unsigned blocks = blocksForFull(edge.from, s); blocks < least) {
          least = blocks;
          p.fullSegment = s;
        }
    if (p.fullSegment != kNone)
      return;
    if (own)
      p.outputDepth = std::max(p.outputDepth, fullDepth(plan()));
    else
      p.edgeFifo[edge.edge] = true;
  }

  /// Block memories that it takes to let all tokens, and all requests that they wait for, into the FIFOs behind a
  /// segment. Tokens that wait there hold up nothing before them then: whatever the answers' order, the segment takes
  /// the next. Requests that nobody waits for always drain.
  unsigned blocksForFull(NodeId n, unsigned segment) {
    const NodePlan &p = plan().nodes[n];
    unsigned width = plan().admission.slotBits;
    const std::vector<std::vector<ValueId>> crossing = schedule::crossings(p.problem, p.schedule);
    for (ValueId v : crossing[segment + 1])
      width += keptBits(kernel(), v);
    unsigned blocks = deepening(width, tokenDepth(plan(), n, segment));
    for (OpId o = 0; o < p.problem.tasks.size(); ++o) {
      if (!p.problem.tasks[o].responds || p.schedule.positions[o].segment != segment)
        continue;
      const Op &op = kernel().nodes[n].ops[o];
      unsigned bits = 0;
      for (size_t i = 0; i < op.operands.size() - (op.predicated ? 1 : 0); ++i)
        bits += keptBits(kernel(), op.operands[i]);
      blocks += deepening(bits, requestDepth(plan(), n, o));
    }
    return blocks;
  }

  /// Block memories by which a FIFO of N_max entries has more than one of so many.
  unsigned deepening(unsigned width, unsigned depth) {
    const std::string &family = plan().board->family;
    const auto blocks = [&](unsigned rows) {
      const bool distributed = rows <= kDistributedDepth && components::hasDistributedMemory(family);
      return rows == 0 || distributed ? 0 : components::blockRams(family, width, rows);
    };
    return blocks(std::max(depth, fullDepth(plan()))) - blocks(depth);
  }

  unsigned slots() const { return plan_.admission.slots; }

  Plan plan_;
  std::optional<hls::Diagnostic> error_;  // the first
};

}  // namespace

unsigned siteIdBits(const Kernel &kernel) {
  const size_t loads = loadSites(kernel);
  return std::max(1u, log2Ceil(unsigned(std::max(loads, kernel.sites.size() - loads))));
}

hls::Expected<Plan> makePlan(const Kernel &kernel, const board::Description &board, const Limits &limits) {
  const support::Stage stage("schedule");
  return Planner(kernel, board, limits).run();
}

}  // namespace weft::rtlgen
