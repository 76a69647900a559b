// SPDX-License-Identifier: Apache-2.0
// What is known of a node's other conditions where one of them holds.
#pragma once
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "hls/graph/definitions.h"
#include "hls/graph/graph.h"

namespace weft::graph {

class Conditions {
public:
  Conditions(const Kernel &kernel, const Node &node);

  /// Whether no work-item finds both true: what the first one implies, through And, Or, Not and selections up and down,
  /// contradicts what the second one does.
  bool exclude(ValueId a, ValueId b) const;

private:
  /// A condition by its number, and whether a value is it or its inverse. A comparison and its inverse are one.
  struct Literal {
    size_t condition = 0;
    bool holds = true;
  };
  /// A result of 1 bit that follows from other conditions.
  struct Rule {
    Opcode opcode;
    Literal result;
    std::vector<Literal> operands;
  };
  /// Conditions that are known, a bit each.
  struct Known {
    std::vector<uint64_t> hold, fail;
    std::vector<size_t> fresh;  // whose rules have not been looked at
    std::optional<bool> of(const Literal &literal) const;
    void learn(const Literal &literal, bool value);
  };

  Literal literalOf(ValueId value) const;
  void addRule(const Op &op);
  const Known &impliedBy(ValueId value) const;
  static void apply(Known &known, const Rule &rule);
  static void applyJunction(Known &known, const Rule &rule);
  static void applySelect(Known &known, const Rule &rule);

  const Definitions definitions_;  // of the node
  std::vector<Rule> rules_;
  std::vector<std::vector<size_t>> rulesOf_;                        // by condition
  using Key = std::tuple<Opcode, Predicate, std::vector<ValueId>>;  // not a comparison: the value alone
  mutable std::map<Key, size_t> numbers_;
  mutable std::map<ValueId, Known> implied_;
};

}  // namespace weft::graph
