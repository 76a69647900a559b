// SPDX-License-Identifier: Apache-2.0
// Which accesses of one work-item may touch the same bytes.
#pragma once
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "hls/graph/bits.h"
#include "hls/graph/graph.h"

namespace weft::graph {

bool isWrite(const Op &op);  // atomics, too
/// Whether both may touch a byte which one of them writes, whatever their addresses are. Fences conflict with
/// everything.
bool mayConflict(const Kernel &kernel, const Op &a, const Op &b);

/// Whether the kernel, or anybody whose writes a fence lets it see, may write what `load` reads.
bool mayChange(const Kernel &kernel, const Op &load);

/// Sharper: for two ops of one visit to a node.
class NodeAliases {
public:
  NodeAliases(const Kernel &kernel, const Node &node);
  bool conflict(const Op &a, const Op &b) const;
  /// The address of a memory op without the bit that says that it lies in no buffer.
  ValueId addressOf(const Op &op) const;
  /// No token runs both.
  bool exclusive(const Op &a, const Op &b) const;
  /// a - b modulo their width, if it is a constant that the form of both shows.
  std::optional<Bits> difference(ValueId a, ValueId b) const;
  /// What each of two sums has that the other has not, but for constants.
  struct Distinct {
    std::vector<ValueId> first, second;
  };
  Distinct distinctTerms(ValueId a, ValueId b) const;

private:
  const Op *definition(ValueId id) const { return id < definitions_.size() ? definitions_[id] : nullptr; }
  std::optional<Bits> constant(ValueId id) const;
  /// A value as a sum modulo 2^width, in whatever order it is made.
  struct Sum {
    std::vector<ValueId> terms;  // sorted
    Bits constant;
  };
  const Sum &sumOf(ValueId value) const;
  void addTerms(Sum &sum, ValueId value, unsigned depth) const;
  std::optional<Bits> scaledDifference(ValueId a, ValueId b) const;
  /// What both values move the bits of in the same way, or nothing.
  std::optional<std::pair<ValueId, ValueId>> insideOf(ValueId a, ValueId b) const;
  /// Sets of conditions by their number; a comparison and its inverse are one condition.
  struct Conjuncts {
    std::vector<uint64_t> hold, fail;  // what is true, and false, when the predicate holds
  };
  const Conjuncts &conjuncts(ValueId predicate) const;
  void insertCondition(Conjuncts &conjuncts, ValueId value, bool holds) const;

  const Kernel &kernel_;
  std::vector<const Op *> definitions_;  // by value; ops of the node only
  mutable std::map<ValueId, Sum> sums_;
  mutable std::map<ValueId, Conjuncts> conjuncts_;
  using Condition = std::tuple<Opcode, Predicate, std::vector<ValueId>>;  // not a comparison: the value alone
  mutable std::map<Condition, size_t> conditions_;
};

}  // namespace weft::graph
