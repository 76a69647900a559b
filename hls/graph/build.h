// SPDX-License-Identifier: Apache-2.0
// Appends ops to a node. Pure ops and Sources are simplified (operations/) and shared on the way in, so every
// transform that rebuilds a node through it leaves the node folded and without common subexpressions.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "hls/graph/bits.h"
#include "hls/graph/graph.h"

namespace weft::graph {

class Builder {
public:
  /// Ops already in the node are known to the builder. Kernel and node outlive it; `node` is not moved meanwhile.
  Builder(Kernel &kernel, Node &node);

  /// Where the ops made from now on come from, and the name of the next value made.
  void setLocation(const SourceLocation &location) { location_ = location; }
  const SourceLocation &location() const { return location_; }
  void setName(std::string name) { name_ = std::move(name); }

  ValueId parameter(unsigned width, std::string name = "");

  ValueId constant(const Bits &value);
  ValueId constant(unsigned width, uint64_t value) { return constant(Bits(width, value)); }
  ValueId arg(unsigned width, uint32_t word, uint32_t lo = 0);
  ValueId apart(uint32_t argument, uint32_t other);
  ValueId poison(unsigned width);
  ValueId slot();
  ValueId source(const Op &op, unsigned width);  // a Source like `op`

  /// A Pure op with a result of `width` bits, or an equal value that exists or is simpler.
  ValueId pure(Opcode opcode, unsigned width, std::vector<ValueId> operands, Predicate predicate = Predicate::None,
               uint32_t lo = 0);
  ValueId binary(Opcode opcode, ValueId a, ValueId b) { return pure(opcode, width(a), {a, b}); }
  ValueId add(ValueId a, ValueId b) { return binary(Opcode::Add, a, b); }
  ValueId sub(ValueId a, ValueId b) { return binary(Opcode::Sub, a, b); }
  ValueId bitAnd(ValueId a, ValueId b) { return binary(Opcode::And, a, b); }
  ValueId bitOr(ValueId a, ValueId b) { return binary(Opcode::Or, a, b); }
  ValueId bitXor(ValueId a, ValueId b) { return binary(Opcode::Xor, a, b); }
  ValueId bitNot(ValueId a) { return pure(Opcode::Not, width(a), {a}); }
  ValueId icmp(Predicate p, ValueId a, ValueId b) { return pure(Opcode::ICmp, 1, {a, b}, p); }
  ValueId select(ValueId c, ValueId a, ValueId b) { return pure(Opcode::Select, width(a), {c, a, b}); }
  ValueId slice(ValueId a, unsigned lo, unsigned bits);
  ValueId concat(std::vector<ValueId> parts);  // least significant first
  ValueId zextOrTrunc(ValueId a, unsigned bits);
  ValueId sextOrTrunc(ValueId a, unsigned bits);

  /// Appends the op as it is (Memory ops). `width` 0: no result.
  ValueId append(Op op, unsigned width);
  /// Appends an op that has its result, which the ops made from now on share.
  void keep(Op op);

  unsigned width(ValueId id) const { return kernel_.values[id].width; }
  /// The op that makes the value; nullptr for parameters. Invalidated by the next op.
  const Op *definition(ValueId id) const;
  std::optional<Bits> constantValue(ValueId id) const;
  bool isConstant(ValueId id, uint64_t value) const;
  Kernel &kernel() { return kernel_; }

private:
  using Key = std::tuple<Opcode, unsigned, std::vector<ValueId>, std::string, Predicate, uint32_t, uint32_t>;
  static Key keyOf(const Op &op, unsigned width);
  void know(OpId id);                   // an op of the node
  ValueId make(Op op, unsigned width);  // shared, not simplified

  std::optional<ValueId> simplify(Op &op, unsigned width);  // a simpler equal value, or nothing

  Kernel &kernel_;
  Node &node_;
  std::map<Key, ValueId> shared_;
  std::map<ValueId, OpId> definitions_;
  SourceLocation location_;
  std::string name_;
};

/// The comparison that holds exactly when `predicate` does not.
Predicate inverse(Predicate predicate);
/// The comparison with its operands exchanged.
Predicate swapped(Predicate predicate);

/// Drops values that nothing defines and numbers the others in the order of their definitions (the printer's order).
void compactValues(Kernel &kernel);

}  // namespace weft::graph
