// SPDX-License-Identifier: Apache-2.0
// Values of a node as sums of others times constants, as indices are before they become addresses.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "hls/graph/bits.h"
#include "hls/graph/definitions.h"
#include "hls/graph/graph.h"

namespace weft::graph {

class AffineForms {
public:
  AffineForms(const Kernel &kernel, const Node &node);
  /// a - b modulo their width, if it is a constant that the form of both shows. Nothing: not known, or the values have
  /// more than 64 bits or not as many as each other.
  std::optional<Bits> difference(ValueId a, ValueId b);

private:
  /// A value that is no sum, read as an unsigned or a signed number. Where no more than its bits matter: unsigned.
  using Term = std::pair<ValueId, bool>;
  /// The factor of each term, and a constant, modulo 2^64. Those of a value have as many bits as it, and none is 0.
  struct Form {
    std::map<Term, uint64_t> factors;
    uint64_t constant = 0;
    void add(const Form &other, uint64_t factor);
  };
  /// A number that is exactly its form, without a modulus.
  struct Exact {
    Form form;
    int64_t low = 0, high = 0;  // between which it lies
  };

  const Op *definition(ValueId v) const { return definitions_[v]; }
  unsigned width(ValueId v) const { return kernel_.values[v].width; }
  std::optional<uint64_t> constant(ValueId v) const;
  const Form &formOf(ValueId v);
  void addBits(Form &form, ValueId v, uint64_t factor, unsigned bits, unsigned &steps);
  std::optional<Exact> exact(ValueId v, bool isSigned);
  std::optional<Exact> exactOp(const Op &op, bool isSigned);
  Exact termOf(ValueId v, bool isSigned) const;
  void tighten(Exact &sum) const;

  const Kernel &kernel_;
  const Definitions definitions_;  // of the node
  std::map<ValueId, Form> forms_;
  std::map<Term, std::optional<Exact>> exact_;
};

}  // namespace weft::graph
