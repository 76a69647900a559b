// SPDX-License-Identifier: Apache-2.0
// Difference constraints over integers, x[to] - x[from] >= latency - interval * distance, and the two ways to solve
// them.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

namespace weft::schedule {

class Constraints {
public:
  /// A cycle of constraints: what it takes against how many iterations there are for it.
  struct Recurrence {
    std::vector<int> variables;  // in the order of the constraints, the least one first
    int latency = 0, distance = 0;
  };

  explicit Constraints(unsigned interval) : interval_(int(interval)) {}

  int addVariable() {
    weight_.push_back(0);
    return int(weight_.size()) - 1;
  }
  void add(int from, int to, int latency, int distance = 0) { arcs_.push_back({from, to, latency, distance}); }
  /// Adds weight * (x[to] - x[from]) to what minimise() minimises.
  void addCost(int from, int to, int64_t weight) {
    weight_[to] += weight;
    weight_[from] -= weight;
  }

  /// The smallest solution with x[v] >= 0. If there is none, `broken` is a recurrence that takes longer than it may.
  std::optional<std::vector<int>> earliest(Recurrence &broken) const;
  /// A solution of least cost, shifted so that x[0] = 0; nothing if none keeps the constraints or the cost has no least
  /// value.
  std::optional<std::vector<int>> minimise() const;

private:
  struct Arc {
    int from, to, latency, distance;
  };
  int least(const Arc &arc) const { return arc.latency - interval_ * arc.distance; }
  bool findRecurrence(const std::vector<Arc> &arcs, const std::vector<int> &reason, Recurrence &found) const;

  int interval_;
  std::vector<Arc> arcs_;
  std::vector<int64_t> weight_;  // of x[v] in the cost
};

}  // namespace weft::schedule
