// SPDX-License-Identifier: Apache-2.0
#include "hls/schedule/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "hls/schedule/constraints.h"
#include "hls/schedule/lifetimes.h"
#include "hls/schedule/sink_ops.h"

namespace weft::schedule {

using namespace graph;

namespace {

using Kind = Dependence::Kind;

/// The dependences of each task on others.
using Needs = std::vector<std::vector<const Dependence *>>;

Needs needsOf(const Problem &problem) {
  Needs needs(problem.tasks.size());
  for (const Dependence &d : problem.dependences)
    if (d.to != kNone && d.kind != Kind::Predicate)
      needs[d.to].push_back(&d);
  return needs;
}

std::string nameOf(const Problem &problem, OpId o) {
  const Op &op = problem.node->ops[o];
  if (op.location.line == 0)
    return fmt::format("{} (op {})", mnemonic(op.opcode), o);
  return fmt::format("{} ({}:{}:{})", mnemonic(op.opcode), op.location.file, op.location.line, op.location.column);
}

std::string pathOf(const Problem &problem, const std::vector<OpId> &tasks) {
  std::string text;
  for (OpId o : tasks)
    text += (text.empty() ? "" : ", ") + nameOf(problem, o);
  return text;
}

hls::Diagnostic errorAt(const Problem &problem, OpId o, std::string message) {
  return hls::userError(problem.node->ops[o].location, std::move(message));
}

/// Level of an op: the longest chain of answers that it has to wait for.
std::optional<hls::Diagnostic> assignSegments(const Problem &problem, NodeSchedule &schedule) {
  Constraints levels(problem.initiationInterval);
  for (OpId o = 0; o < problem.tasks.size(); ++o)
    levels.addVariable();
  for (const Dependence &d : problem.dependences)
    if (d.from != kNone && d.to != kNone && d.kind != Kind::Predicate)
      levels.add(int(d.from), int(d.to), d.kind == Kind::Answer ? 1 : 0);
  Constraints::Recurrence broken;
  const auto level = levels.earliest(broken);
  if (!level)
    return errorAt(problem, OpId(broken.variables.front()),
                   "the recurrence through " + pathOf(problem, {broken.variables.begin(), broken.variables.end()}) +
                       " waits for the answer of a memory, which takes no fixed time");
  unsigned last = 0;
  for (OpId o = 0; o < problem.tasks.size(); ++o) {
    if (!problem.tasks[o].placed())
      continue;
    schedule.positions[o].segment = unsigned((*level)[o]);
    last = std::max(last, schedule.positions[o].segment + (problem.tasks[o].responds ? 1 : 0));
  }
  schedule.latency.assign(last + 1, 0);
  return std::nullopt;
}

/// What the segments are made of, once each task has one.
struct Contents {
  std::vector<std::vector<OpId>> tasks;       // by segment, in order
  std::vector<std::vector<ValueId>> leaving;  // by segment, in order: values needed behind it or at the node's end

  Contents(const Problem &problem, const NodeSchedule &schedule)
      : tasks(schedule.segments()), leaving(schedule.segments()) {
    for (OpId o = 0; o < problem.tasks.size(); ++o)
      if (problem.tasks[o].placed())
        tasks[schedule.positions[o].segment].push_back(o);
    std::vector<bool> atExit(problem.kernel->values.size(), false);
    for (const Dependence &d : problem.dependences)
      if (d.to == kNone)
        atExit[d.value] = true;
    const std::vector<int> last = lastSegments(problem, schedule);
    for (ValueId v = 0; v < last.size(); ++v)
      if (last[v] >= 0)
        for (int s = int(readyAt(problem, schedule, v).segment); s < last[v] + (atExit[v] ? 1 : 0); ++s)
          leaving[s].push_back(v);
  }
};

/// The constraints of one segment.
class Segment {
public:
  Segment(const Problem &problem, const Needs &needs, const Contents &contents, unsigned segment)
      : problem_(problem), needs_(needs), segment_(segment), tasks_(contents.tasks[segment]),
        leaving_(contents.leaving[segment]), constraints_(problem.initiationInterval),
        start_(constraints_.addVariable()) {
    for (OpId o : tasks_)
      variable_[o] = constraints_.addVariable();
    end_ = constraints_.addVariable();
    fanout_.resize(size_t(end_));
  }

  std::optional<hls::Diagnostic> solve(NodeSchedule &schedule) {
    order();
    uses();
    limitPaths();
    Constraints::Recurrence broken;
    auto x = constraints_.earliest(broken);
    if (!x)
      return errorAt(problem_, taskOf(broken.variables.front()), describe(broken));
    constraints_.add(end_, start_, -(*x)[end_]);
    x = constraints_.minimise();
    if (!x)
      return hls::internalDefect(
          fmt::format("node {}, segment {}: the cycles of least cost were not found", problem_.node->name, segment_));
    for (OpId o : tasks_)
      schedule.positions[o].cycle = unsigned((*x)[variable_[o]] - (*x)[start_]);
    schedule.latency[segment_] = unsigned((*x)[end_] - (*x)[start_]);
    return std::nullopt;
  }

private:
  struct Use {
    int variable, latency, distance;
    unsigned wirePs = 0;
  };

  OpId taskOf(int variable) const { return tasks_[variable - 1]; }

  std::string describe(const Constraints::Recurrence &broken) const {
    std::vector<OpId> tasks;
    for (int variable : broken.variables)
      tasks.push_back(taskOf(variable));
    if (broken.distance <= 0)
      return "within one iteration there is a cycle through " + pathOf(problem_, tasks);
    return fmt::format("the recurrence through {} takes {} cycles for {} iteration{}: an initiation interval of {} is "
                       "too small, {} is the least for it",
                       pathOf(problem_, tasks), broken.latency, broken.distance, broken.distance == 1 ? "" : "s",
                       problem_.initiationInterval, (broken.latency + broken.distance - 1) / broken.distance);
  }

  void order() {
    constraints_.add(start_, end_, 0);
    for (OpId o : tasks_) {
      constraints_.add(start_, variable_[o], 0);
      constraints_.add(variable_[o], end_, int(problem_.doneAfter(o)));
      if (auto first = variable_.find(problem_.tasks[o].sharedWith); first != variable_.end()) {
        constraints_.add(first->second, variable_[o], 0);
        constraints_.add(variable_[o], first->second, 0);
      }
      for (const Dependence *d : needs_[o])
        if (d->kind == Kind::Order)
          if (auto from = variable_.find(d->from); from != variable_.end())
            constraints_.add(from->second, variable_[o], int(d->latency), int(d->distance));
    }
  }

  /// Every value that is alive in this segment, with its users here.
  void uses() {
    std::map<ValueId, std::vector<Use>> users;
    for (OpId o : tasks_)
      for (const Dependence *d : needs_[o])
        if (d->value != kNone)
          users[d->value].push_back({variable_[o], int(d->latency), int(d->distance), d->wirePs});
    for (ValueId v : leaving_)
      users[v].push_back({end_, 0, 0});
    for (const auto &[value, where] : users)
      alive(value, where);
  }

  void alive(ValueId value, const std::vector<Use> &users) {
    const OpId op = problem_.producer[value];
    const auto it = op == kNone ? variable_.end() : variable_.find(op);
    const bool inside = it != variable_.end() && problem_.tasks[op].kind == TaskKind::Fixed;
    const int from = inside ? it->second : start_, latency = inside ? int(problem_.operatorOf(op).latency) : 0;
    for (const Use &use : users) {
      constraints_.add(from, use.variable, inside ? std::max(latency, use.latency) : 0, use.distance);
      if (inside || use.distance == 0)  // what entered with an earlier iteration comes from a register
        fanout_[from].push_back(use);
    }
    constraints_.addCost(from, deathOf(users), keptBits(*problem_.kernel, value));
  }

  /// A value lives until its last user: the only one, or a variable that is before none of them.
  int deathOf(const std::vector<Use> &users) {
    if (users.size() == 1 && users.front().distance == 0)
      return users.front().variable;
    const int death = constraints_.addVariable();
    for (const Use &use : users)
      constraints_.add(use.variable, death, int(problem_.initiationInterval) * use.distance);
    return death;
  }

  /// Separates by a register whatever is too far apart in time.
  void limitPaths() {
    limitPathsFrom(start_, 0, problem_.inputOf(segment_));
    for (OpId o : tasks_)
      if (problem_.tasks[o].kind == TaskKind::Fixed) {
        const Operator &type = problem_.operatorOf(o);
        limitPathsFrom(variable_[o], int(type.latency), type.outPs);
      }
  }

  /// The first ops on each path that the signal of `source` cannot reach in the cycle in which it is ready.
  void limitPathsFrom(int source, int latency, unsigned delay) {
    std::map<std::pair<int, int>, unsigned> reached;  // by distance and variable, in topological order: latest arrival
    std::map<int, unsigned> seen;                     // by variable: later than that, with no greater distance
    const auto reach = [&](int variable, int distance, unsigned time) {
      unsigned &arrival = reached[{distance, variable}];
      arrival = std::max(arrival, time);
    };
    for (const Use &use : fanout_[source])
      reach(use.variable, use.distance, delay ? delay + use.wirePs : 0);
    while (!reached.empty()) {
      const auto [key, arrival] = *reached.begin();
      const auto [distance, user] = key;
      reached.erase(reached.begin());
      const OpId task = user == end_ ? kNone : taskOf(user);
      const unsigned time = arrival + (task == kNone ? problem_.pushPs : problem_.operatorOf(task).inPs);
      if (arrival != 0 && time > problem_.budgetPs) {  // from a register, a single operation may take longer
        constraints_.add(source, user, latency + 1, distance);
        continue;
      }
      if (task == kNone || problem_.tasks[task].kind != TaskKind::Fixed || problem_.operatorOf(task).latency != 0)
        continue;
      const auto [known, isNew] = seen.try_emplace(user, time);
      if (!isNew && known->second >= time)
        continue;  // round a recurrence without getting later
      known->second = time;
      for (const Use &next : fanout_[user])
        reach(next.variable, distance + next.distance, time + next.wirePs);
    }
  }

  const Problem &problem_;
  const Needs &needs_;
  unsigned segment_;
  const std::vector<OpId> &tasks_;
  const std::vector<ValueId> &leaving_;
  Constraints constraints_;
  int start_, end_ = 0;  // start_, then the tasks in their order, then end_
  std::map<OpId, int> variable_;
  std::vector<std::vector<Use>> fanout_;  // by variable: who uses its value; start_: what enters
};

}  // namespace

hls::Expected<NodeSchedule> schedule(const Problem &problem) {
  for (OpId o = 0; o < problem.tasks.size(); ++o)
    if (const unsigned interval = problem.operatorOf(o).interval;
        problem.tasks[o].placed() && interval > problem.initiationInterval)
      return errorAt(problem, o,
                     fmt::format("{} takes operands every {} cycles: an initiation interval of {} is too small",
                                 nameOf(problem, o), interval, problem.initiationInterval));
  NodeSchedule schedule;
  schedule.positions.resize(problem.tasks.size());
  if (auto error = assignSegments(problem, schedule))
    return *error;
  const Needs needs = needsOf(problem);
  if (auto error = sinkOps(problem, schedule))
    return *error;
  const Contents contents(problem, schedule);
  for (unsigned s = 0; s < schedule.segments(); ++s)
    if (auto error = Segment(problem, needs, contents, s).solve(schedule))
      return *error;
  return schedule;
}

}  // namespace weft::schedule
