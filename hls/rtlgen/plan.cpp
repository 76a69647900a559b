// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "hls/components/cost.h"
#include "hls/graph/deadlock.h"
#include "hls/graph/groups.h"
#include "hls/graph/waiting.h"
#include "hls/graph/walking_loads.h"
#include "hls/rtlgen/fifo_depths.h"
#include "hls/rtlgen/plan_memory.h"
#include "hls/rtlgen/plan_sites.h"
#include "hls/schedule/check.h"
#include "hls/schedule/lifetimes.h"
#include "hls/schedule/make_problem.h"
#include "hls/schedule/schedule.h"
#include "support/stage.h"
#include "weft_abi.h"

namespace weft::rtlgen {

using namespace graph;

namespace {

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
    error_ = planSites(plan());
    if (ok())
      scheduleNodes();
    if (ok()) {
      plan().admission = chooseAdmission(plan());
      limitSets(plan());
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

hls::Expected<Plan> makePlan(const Kernel &kernel, const board::Description &board, const Limits &limits) {
  const support::Stage stage("schedule");
  return Planner(kernel, board, limits).run();
}

}  // namespace weft::rtlgen
