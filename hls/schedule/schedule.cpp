// SPDX-License-Identifier: Apache-2.0
#include "hls/schedule/schedule.h"

#include <algorithm>
#include <map>

#include "hls/schedule/constraints.h"

namespace weft::schedule {

using namespace graph;

namespace {

bool isPlaced(const Task &task) { return task.treatment == Treatment::Fixed || task.treatment == Treatment::Request; }

/// Level of an op: the longest chain of answers that it has to wait for.
void assignSegments(const Problem &problem, NodeSchedule &schedule) {
  unsigned last = 0;
  for (OpId o = 0; o < problem.tasks.size(); ++o) {
    const Task &task = problem.tasks[o];
    if (!isPlaced(task))
      continue;
    unsigned &segment = schedule.places[o].segment;
    for (ValueId v : task.needs)
      segment = std::max(segment, readyPlace(problem, schedule, v).segment);
    for (OpId before : problem.node->ops[o].after) {
      bool waits = problem.tasks[before].treatment == Treatment::Request;
      segment = std::max(segment, schedule.places[before].segment + (waits ? 1 : 0));
    }
    last = std::max(last, segment + (task.responds ? 1 : 0));
  }
  schedule.latency.assign(last + 1, 0);
}

/// Moves cheap ops to the segment where their result is used first, if fewer bits then wait between the segments.
class Sinking {
public:
  Sinking(const Problem &problem, NodeSchedule &schedule)
      : problem_(problem), schedule_(schedule), uses_(problem.kernel->values.size()) {
    for (OpId o = 0; o < problem.tasks.size(); ++o) {
      const Task &task = problem.tasks[o];
      if (!isPlaced(task))
        continue;
      for (ValueId v : task.needs)
        ++uses_[v][schedule.places[o].segment];
      if (task.responds && task.predicate != kNone)
        for (ValueId v : leavesOf(problem, task.predicate))
          ++uses_[v][schedule.places[o].segment + 1];
    }
    for (ValueId v : problem.exitNeeds)
      ++uses_[v][schedule.segments() - 1];
  }

  void run() {
    for (OpId o = OpId(problem_.tasks.size()); o-- > 0;) {
      const Task &task = problem_.tasks[o];
      ValueId result = problem_.node->ops[o].result;
      if (task.treatment != Treatment::Fixed || task.latency != 0 || result == kNone || uses_[result].empty())
        continue;
      unsigned now = schedule_.places[o].segment, first = uses_[result].begin()->first;
      if (first > now && cost(o, now, first) < int64_t(width(result)) * (first - now))
        move(o, now, first);
    }
  }

private:
  unsigned width(ValueId v) const { return problem_.kernel->values[v].width; }

  /// Bits of operands that must be carried further.
  int64_t cost(OpId o, unsigned now, unsigned then) {
    int64_t bits = 0;
    for (ValueId v : problem_.tasks[o].needs) {
      auto &uses = uses_[v];
      unsigned others = 0;
      for (auto [segment, count] : uses)
        if (segment != now || count > 1)
          others = std::max(others, segment);
      bits += int64_t(width(v)) * (std::max(others, then) - std::max(others, now));
    }
    return bits;
  }

  void move(OpId o, unsigned now, unsigned then) {
    for (ValueId v : problem_.tasks[o].needs) {
      if (--uses_[v][now] == 0)
        uses_[v].erase(now);
      ++uses_[v][then];
    }
    schedule_.places[o].segment = then;
  }

  const Problem &problem_;
  NodeSchedule &schedule_;
  std::vector<std::map<unsigned, unsigned>> uses_;  // by value: how often in which segment
};

/// The constraints of one segment.
class Segment {
public:
  Segment(const Problem &problem, NodeSchedule &schedule, const std::vector<int> &lastUse, unsigned segment)
      : problem_(problem), schedule_(schedule), lastUse_(lastUse), segment_(segment) {
    start_ = constraints_.addVariable();
    for (OpId o = 0; o < problem.tasks.size(); ++o)
      if (isPlaced(problem.tasks[o]) && schedule.places[o].segment == segment) {
        variable_[o] = constraints_.addVariable();
        ops_.push_back(o);
      }
    end_ = constraints_.addVariable();
  }

  void solve() {
    order();
    uses();
    limitPaths();
    std::vector<int> x = constraints_.earliest();
    constraints_.add(end_, start_, -x[end_]);
    x = constraints_.minimise(x);
    for (OpId o : ops_)
      schedule_.places[o].cycle = unsigned(x[variable_[o]] - x[start_]);
    schedule_.latency[segment_] = unsigned(x[end_] - x[start_]);
  }

private:
  void order() {
    constraints_.add(start_, end_, 0);
    for (OpId o : ops_) {
      constraints_.add(start_, variable_[o], 0);
      constraints_.add(variable_[o], end_, 0);
      if (auto twin = variable_.find(problem_.tasks[o].twin); twin != variable_.end()) {
        constraints_.add(twin->second, variable_[o], 0);
        constraints_.add(variable_[o], twin->second, 0);
      }
      for (OpId before : problem_.node->ops[o].after)
        if (auto it = variable_.find(before); it != variable_.end())
          constraints_.add(it->second, variable_[o], 1);
    }
  }

  /// Every value that is alive in this segment, with its users here.
  void uses() {
    std::map<ValueId, std::vector<int>> users;
    for (OpId o : ops_)
      for (ValueId v : problem_.tasks[o].needs)
        users[v].push_back(variable_[o]);
    unsigned last = schedule_.segments() - 1;
    for (ValueId v = 0; v < lastUse_.size(); ++v) {
      bool atExit = segment_ == last && std::binary_search(problem_.exitNeeds.begin(), problem_.exitNeeds.end(), v);
      if (lastUse_[v] > int(segment_) || atExit)
        if (readyPlace(problem_, schedule_, v).segment <= segment_)
          users[v].push_back(end_);
    }
    for (const auto &[value, where] : users)
      alive(value, where);
  }

  void alive(ValueId value, const std::vector<int> &users) {
    OpId op = problem_.producer[value];
    auto it = op == kNone ? variable_.end() : variable_.find(op);
    bool inside = it != variable_.end() && problem_.tasks[op].treatment == Treatment::Fixed;
    int from = inside ? it->second : start_;
    int latency = inside ? int(problem_.tasks[op].latency) : 0;
    int death = constraints_.addVariable();
    constraints_.add(from, death, latency);
    for (int user : users) {
      constraints_.add(from, user, latency);
      constraints_.add(user, death, 0);
      fanout_[inside ? int(op) : -1].insert({user, 0});
    }
    constraints_.addCost(from, death, problem_.kernel->values[value].width);
  }

  /// Separates by a register whatever is too far apart in time: for each value, the first ops on each path from it
  /// that its signal cannot reach in a cycle.
  void limitPaths() {
    std::map<int, OpId> opOf;  // by variable
    for (OpId o : ops_)
      opOf[variable_[o]] = o;
    auto walk = [&](int source, int variable, int latency, unsigned delay) {
      std::map<int, unsigned> reached;  // by variable, in topological order: latest arrival
      for (auto [user, unused] : fanout_[source])
        reached[user] = delay;
      while (!reached.empty()) {
        auto [user, arrival] = *reached.begin();
        reached.erase(reached.begin());
        const Task *task = user == end_ ? nullptr : &problem_.tasks[opOf[user]];
        unsigned time = arrival + (task ? task->inPs : problem_.pushPs);
        if (time > problem_.budgetPs)
          constraints_.add(variable, user, latency + 1);
        else if (task && task->treatment == Treatment::Fixed && task->latency == 0)
          for (auto [next, unused] : fanout_[int(opOf[user])])
            reached[next] = std::max(reached[next], time);
      }
    };
    walk(-1, start_, 0, problem_.inputPs);
    for (OpId o : ops_)
      if (problem_.tasks[o].treatment == Treatment::Fixed)
        walk(int(o), variable_[o], int(problem_.tasks[o].latency), problem_.tasks[o].outPs);
  }

  const Problem &problem_;
  NodeSchedule &schedule_;
  const std::vector<int> &lastUse_;
  unsigned segment_;
  Constraints constraints_;
  int start_ = 0, end_ = 0;
  std::vector<OpId> ops_;
  std::map<OpId, int> variable_;
  std::map<int, std::map<int, int>> fanout_;  // op (or -1: what enters) to the variables that use its value
};

}  // namespace

NodeSchedule schedule(const Problem &problem) {
  NodeSchedule schedule;
  schedule.places.resize(problem.tasks.size());
  assignSegments(problem, schedule);
  Sinking(problem, schedule).run();
  std::vector<int> lastUse = lastSegment(problem, schedule);
  for (unsigned s = 0; s < schedule.segments(); ++s)
    Segment(problem, schedule, lastUse, s).solve();
  return schedule;
}

}  // namespace weft::schedule
