// SPDX-License-Identifier: Apache-2.0
#include "hls/schedule/sink_ops.h"

#include <fmt/format.h>

#include "hls/schedule/constraints.h"

namespace weft::schedule {

using namespace graph;

namespace {

using Kind = Dependence::Kind;

class Sinking {
public:
  Sinking(const Problem &problem, NodeSchedule &schedule)
      : problem_(problem), schedule_(schedule), constraints_(1), origin_(constraints_.addVariable()),
        variable_(problem.tasks.size(), origin_), lives_(problem.kernel->values.size()) {
    for (OpId o = 0; o < problem.tasks.size(); ++o)
      if (mayMove(o)) {
        variable_[o] = constraints_.addVariable();
        ops_.push_back(o);
      }
  }

  std::optional<hls::Diagnostic> run() {
    if (ops_.empty())
      return std::nullopt;
    for (const Dependence &d : problem_.dependences)
      add(d);
    // A bit that waits weighs more than all ops as late as can be.
    const int64_t bit = int64_t(ops_.size()) * schedule_.segments() + 1;
    for (ValueId v = 0; v < lives_.size(); ++v)
      addLife(lives_[v], bit * keptBits(*problem_.kernel, v));
    for (OpId o : ops_)
      constraints_.addCost(origin_, variable_[o], 1);
    const auto segments = constraints_.minimise();
    if (!segments)
      return hls::internalDefect(
          fmt::format("node {}: the segments of least cost were not found", problem_.node->name));
    for (OpId o : ops_)
      schedule_.positions[o].segment = unsigned((*segments)[variable_[o]]);
    return std::nullopt;
  }

private:
  /// A segment: so many after that of a variable. The variable of what stays is the origin, segment 0.
  struct Point {
    int variable, offset;
  };
  struct Life {
    Point birth = {0, 0};
    std::vector<Point> uses;
  };

  bool mayMove(OpId o) const {
    const Task &task = problem_.tasks[o];
    return task.kind == TaskKind::Fixed && problem_.operatorOf(o).latency == 0 && problem_.node->ops[o].result != kNone;
  }

  Point pointOf(OpId o, int offset = 0) const {
    if (variable_[o] != origin_)
      return {variable_[o], offset};
    return {origin_, int(schedule_.positions[o].segment) + offset};
  }

  void atLeast(Point from, Point to) {
    if (from.variable != to.variable)
      constraints_.add(from.variable, to.variable, from.offset - to.offset);
  }

  void add(const Dependence &d) {
    const Point from = d.from == kNone ? Point{origin_, 0} : pointOf(d.from, d.kind == Kind::Answer ? 1 : 0);
    const Point to = d.to == kNone ? Point{origin_, int(schedule_.segments()) - 1}
                                   : pointOf(d.to, d.kind == Kind::Predicate ? 1 : 0);
    atLeast(from, to);
    if (d.value == kNone)
      return;
    lives_[d.value].birth = from;
    lives_[d.value].uses.push_back(to);
  }

  /// The cost of a value, which waits from its birth to its last use.
  void addLife(const Life &life, int64_t cost) {
    if (life.uses.empty())
      return;
    int death = life.uses.front().variable;
    if (life.uses.size() > 1) {
      death = constraints_.addVariable();
      for (Point use : life.uses)
        atLeast(use, {death, 0});
    }
    if (life.birth.variable != death)
      constraints_.addCost(life.birth.variable, death, cost);
  }

  const Problem &problem_;
  NodeSchedule &schedule_;
  Constraints constraints_;
  int origin_;
  std::vector<int> variable_;  // by task
  std::vector<OpId> ops_;      // that may move
  std::vector<Life> lives_;    // by value
};

}  // namespace

std::optional<hls::Diagnostic> sinkOps(const Problem &problem, NodeSchedule &schedule) {
  if (schedule.segments() < 2)
    return std::nullopt;
  return Sinking(problem, schedule).run();
}

}  // namespace weft::schedule
