// SPDX-License-Identifier: Apache-2.0
// The rules of problem.h, tested one by one on a finished schedule.
#include "hls/schedule/check.h"

#include <fmt/format.h>

#include <algorithm>

namespace weft::schedule {

using namespace graph;

namespace {

using Kind = Dependence::Kind;

class Checker {
public:
  Checker(const Problem &problem, const NodeSchedule &schedule) : problem_(problem), schedule_(schedule) {
    for (OpId o = 0; o < problem.tasks.size(); ++o)
      arrival_.push_back(problem.operatorOf(o).inPs);
    chained_.resize(arrival_.size());
  }

  std::optional<hls::Diagnostic> run() {
    if (schedule_.positions.size() != problem_.tasks.size() || schedule_.segments() == 0)
      return defect(kNone, "the schedule is not one of this node");
    for (OpId o = 0; o < problem_.tasks.size(); ++o)
      if (problem_.tasks[o].placed())
        if (std::string why = checkTask(o); !why.empty())
          return defect(o, nameOf(o) + why);
    for (const Dependence &d : problem_.dependences)
      if (std::string why = checkDependence(d); !why.empty())
        return defect(d.to, nameOf(d.to) + why);
    // Signals of earlier tasks come first, but for those that go round a recurrence.
    for (bool changed = true; changed;) {
      changed = false;
      for (const Dependence &d : problem_.dependences)
        if (d.to != kNone && carriesSignal(d))
          if (std::string why = propagate(d, changed); !why.empty())
            return defect(d.to, nameOf(d.to) + why);
    }
    for (const Dependence &d : problem_.dependences)
      if (std::string why = checkLeaving(d); !why.empty())
        return defect(d.to, why);
    return std::nullopt;
  }

  /// After run().
  LongestPath longest() const {
    LongestPath longest;
    for (OpId o = 0; o < chained_.size(); ++o)
      if (chained_[o] > longest.ps)
        longest = {chained_[o], o};
    for (const Dependence &d : problem_.dependences)
      if (leavesSegment(d))
        if (const unsigned time = leavingTime(d) + problem_.pushPs; time > longest.ps)
          longest = {time, d.from};
    return longest;
  }

private:
  hls::Diagnostic defect(OpId o, const std::string &why) const {
    const Node &node = *problem_.node;
    const bool placed = o != kNone && node.ops[o].location.line != 0;
    return hls::internalDefect(fmt::format("schedule of node '{}': {}", node.name, why), problem_.kernel->name,
                               placed ? node.ops[o].location : node.location);
  }

  std::string nameOf(OpId o) const {
    return o == kNone ? "the end of the node " : fmt::format("op {} ({}) ", o, mnemonic(problem_.node->ops[o].opcode));
  }

  std::string checkTask(OpId o) const {
    const Position at = schedule_.positions[o];
    if (at.segment >= schedule_.segments() || at.cycle + problem_.doneAfter(o) > schedule_.latency[at.segment])
      return "is outside its segment";
    if (problem_.tasks[o].responds && at.segment + 1 >= schedule_.segments())
      return "has no segment that waits for its answer";
    if (problem_.operatorOf(o).interval > problem_.initiationInterval)
      return fmt::format("takes operands every {} cycles only", problem_.operatorOf(o).interval);
    return {};
  }

  /// From where on `to` may be, as far as the dependence goes.
  Position ready(const Dependence &d) const {
    if (d.from == kNone)
      return {0, 0};
    const Position from = schedule_.positions[d.from];
    if (problem_.tasks[d.from].kind == TaskKind::Request && d.kind != Kind::Order)
      return {from.segment + 1, 0};
    return {from.segment, from.cycle + d.latency};
  }

  Position needed(const Dependence &d) const {
    if (d.to == kNone)
      return {schedule_.segments() - 1, schedule_.latency.back()};
    if (d.kind == Kind::Predicate)
      return {schedule_.positions[d.to].segment + 1, 0};
    return schedule_.positions[d.to];
  }

  /// In cycles of the segment in which both are: how much earlier than needed.
  int slack(const Dependence &d) const {
    return int(needed(d).cycle + problem_.initiationInterval * d.distance) - int(ready(d).cycle);
  }

  std::string checkDependence(const Dependence &d) const {
    if (d.from != kNone && problem_.tasks[d.from].kind == TaskKind::Request && d.kind != Kind::Order &&
        !problem_.tasks[d.from].responds)
      return fmt::format("needs the answer of op {}, which is not waited for", d.from);
    const Position from = ready(d), to = needed(d);
    if (to.segment > from.segment || (to.segment == from.segment && slack(d) >= 0))
      return {};
    const std::string what =
        d.value == kNone ? fmt::format("comes after op {}", d.from) : fmt::format("takes value {}", d.value);
    const std::string before = d.distance ? fmt::format(" of {} iterations before", d.distance) : "";
    return fmt::format("{}{} in segment {} cycle {}, and it is ready in segment {} cycle {}", what, before, to.segment,
                       to.cycle, from.segment, from.cycle);
  }

  bool entersBefore(const Dependence &d) const {
    return d.from == kNone || problem_.tasks[d.from].kind == TaskKind::Request || ready(d).segment < needed(d).segment;
  }

  static bool carriesSignal(const Dependence &d) { return d.value != kNone && d.kind != Kind::Predicate; }

  /// Time within the cycle, `slack` cycles after the value is ready, at which it is stable; 0: from a register.
  unsigned arrivalOf(const Dependence &d, int slack) const {
    if (slack > 0)
      return 0;
    const Operator &type = problem_.operatorOf(d.from);
    return type.latency ? type.outPs : arrival_[d.from];
  }

  std::string propagate(const Dependence &d, bool &changed) {
    const bool enters = entersBefore(d);
    unsigned start = 0;
    if (!enters)
      start = arrivalOf(d, slack(d));
    else if (needed(d).cycle == 0 && d.distance == 0)
      start = problem_.inputOf(needed(d).segment);
    if (start != 0)
      start += d.wirePs;
    const unsigned inPs = problem_.operatorOf(d.to).inPs;
    if (start != 0 && start + inPs > problem_.budgetPs)
      return fmt::format("is on a path of {} ps, more than {} ps", start + inPs, problem_.budgetPs);
    if (start != 0)
      chained_[d.to] = std::max(chained_[d.to], start + inPs);
    if (start + inPs > arrival_[d.to]) {
      arrival_[d.to] = start + inPs;
      changed = true;
    }
    return {};
  }

  /// What is needed behind its segment is pushed in the segment's last cycle.
  bool leavesSegment(const Dependence &d) const {
    return d.value != kNone && d.from != kNone && problem_.tasks[d.from].kind != TaskKind::Request &&
           (d.to == kNone || needed(d).segment != ready(d).segment);
  }

  unsigned leavingTime(const Dependence &d) const {
    const Position from = ready(d);
    return arrivalOf(d, int(schedule_.latency[from.segment]) - int(from.cycle));
  }

  std::string checkLeaving(const Dependence &d) const {
    if (!leavesSegment(d))
      return {};
    const Position from = ready(d);
    const unsigned last = schedule_.latency[from.segment];
    if (from.cycle > last)
      return fmt::format("value {} leaves segment {} in cycle {} and is ready in cycle {}", d.value, from.segment, last,
                         from.cycle);
    const unsigned time = leavingTime(d);
    if (time > problem_.inputPs && time + problem_.pushPs > problem_.budgetPs)
      return fmt::format("value {} arrives {} ps into the last cycle of segment {}", d.value, time, from.segment);
    return {};
  }

  const Problem &problem_;
  const NodeSchedule &schedule_;
  std::vector<unsigned> arrival_;  // by op: time within its cycle at which a combinational result is stable
  std::vector<unsigned> chained_;  // the same, from another operation or from what enters; 0: all comes from registers
};

}  // namespace

std::optional<hls::Diagnostic> check(const Problem &problem, const NodeSchedule &schedule) {
  return Checker(problem, schedule).run();
}

LongestPath longestPath(const Problem &problem, const NodeSchedule &schedule) {
  Checker checker(problem, schedule);
  checker.run();
  return checker.longest();
}

}  // namespace weft::schedule
