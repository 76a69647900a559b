// SPDX-License-Identifier: Apache-2.0
// Difference constraints over integers, x[to] - x[from] >= least, and the two ways to solve them.
#pragma once
#include <cstdint>
#include <vector>

namespace weft::schedule {

class Constraints {
public:
  int addVariable() {
    weight_.push_back(0);
    return int(weight_.size()) - 1;
  }
  /// x[to] - x[from] >= least
  void add(int from, int to, int least) { arcs_.push_back({from, to, least}); }
  /// Adds weight * (x[to] - x[from]) to what minimise() minimises.
  void addCost(int from, int to, int64_t weight) {
    weight_[to] += weight;
    weight_[from] -= weight;
  }

  /// The smallest solution with x[v] >= 0. The constraints must have one.
  std::vector<int> earliest() const;
  /// A solution of least cost, shifted so that x[0] = 0. There must be one; `fallback` is returned if the solver gives
  /// up.
  std::vector<int> minimise(const std::vector<int> &fallback) const;

private:
  struct Arc {
    int from, to, least;
  };
  std::vector<Arc> arcs_;
  std::vector<int64_t> weight_;  // of x[v] in the cost
};

}  // namespace weft::schedule
