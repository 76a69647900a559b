// SPDX-License-Identifier: Apache-2.0
// Which accesses of one work-item may touch the same bytes.
#pragma once
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "hls/graph/affine.h"
#include "hls/graph/bits.h"
#include "hls/graph/conditions.h"
#include "hls/graph/definitions.h"
#include "hls/graph/graph.h"

namespace weft::graph {

bool isWrite(const Op &op);  // atomics, too
/// Whether two accesses may touch a byte which one of them writes.
struct Conflict {
  bool always = false;              // whatever the arguments are
  std::vector<ArgumentPair> pairs;  // else: if the buffers of one of these overlap; ascending
  explicit operator bool() const { return always || !pairs.empty(); }
};

/// Of two sites, whatever their addresses are. The host may pass one buffer for several arguments unless one of them
/// forbids that.
Conflict conflictOf(const Kernel &kernel, const Site &a, const Site &b);
/// Whatever their addresses are. Fences conflict with everything.
Conflict conflictOf(const Kernel &kernel, const Op &a, const Op &b);
bool mayConflict(const Kernel &kernel, const Op &a, const Op &b);

/// Whether the kernel, or anybody whose writes a fence lets it see, may write what `load` reads.
Conflict mayChange(const Kernel &kernel, const Op &load);
/// Whether `load` may have to see what was written to its line since an earlier access read that. A store of another
/// work-item that no fence lets it see would be a data race; so unless its own work-item may have stored before (its
/// order, `SiteOrder`, tells), stores through the same argument do not count.
Conflict mayBeStale(const Kernel &kernel, const Op &load);

/// Sharper: for two ops of one visit to a node.
class NodeAliases {
public:
  NodeAliases(const Kernel &kernel, const Node &node);
  Conflict conflictOf(const Op &a, const Op &b) const;
  bool conflict(const Op &a, const Op &b) const { return bool(conflictOf(a, b)); }
  /// What makes a value in the node; nullptr: nothing.
  const Op *definition(ValueId id) const { return id < definitions_.size() ? definitions_[id] : nullptr; }
  /// The address of a memory op without the bit that says that it lies in no buffer.
  ValueId addressOf(const Op &op) const;
  /// That bit, if there is one.
  std::optional<ValueId> beyondOf(const Op &op) const;
  /// No work-item runs both.
  bool exclusive(const Op &a, const Op &b) const;
  /// a - b modulo their width, if it is a constant that the form of both shows.
  std::optional<Bits> difference(ValueId a, ValueId b) const;
  /// What each of two sums has that the other has not, but for constants.
  struct Distinct {
    std::vector<ValueId> first, second;
  };
  Distinct distinctTerms(ValueId a, ValueId b) const;

private:
  std::optional<Bits> constant(ValueId id) const;
  bool disjoint(const Op &a, const Op &b) const;
  /// A value as a sum modulo 2^width, in whatever order it is made.
  struct Sum {
    std::vector<ValueId> terms;  // sorted
    Bits constant;
  };
  const Sum &sumOf(ValueId value) const;
  void addTerms(Sum &sum, ValueId value, unsigned depth) const;
  /// What both values move the bits of in the same way, or nothing.
  std::optional<std::pair<ValueId, ValueId>> insideOf(ValueId a, ValueId b) const;

  const Kernel &kernel_;
  const Node &node_;
  const Definitions definitions_;  // of the node
  mutable std::map<ValueId, Sum> sums_;
  // Made when they are asked.
  mutable std::optional<AffineForms> affine_;
  mutable std::optional<Conditions> conditions_;
};

}  // namespace weft::graph
