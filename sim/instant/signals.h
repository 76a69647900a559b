// SPDX-License-Identifier: Apache-2.0
// Makes signals: equal ones once, wires through (a slice of a concatenation is its part), constants folded where that
// costs nothing.
#pragma once
#include <map>
#include <tuple>

#include "sim/instant/circuit.h"

namespace weft::instant {

class Signals {
public:
  explicit Signals(Circuit &circuit) : circuit_(circuit) {}

  const Signal &at(SignalId id) const { return circuit_.signals[id]; }
  unsigned width(SignalId id) const { return at(id).width; }

  SignalId constant(const graph::Bits &value);
  SignalId storage(StorageId id);
  /// A value of this cycle as a token's; constants and uniform ones are the same at any time.
  SignalId capture(SignalId value, uint32_t segment, unsigned stage);
  SignalId valid(uint32_t segment, unsigned stage);
  SignalId slice(SignalId value, unsigned lo, unsigned width);
  SignalId concat(std::vector<SignalId> parts);
  SignalId binary(graph::Opcode opcode, SignalId a, SignalId b);  // of equal widths, which is the result's
  SignalId conjunction(SignalId a, SignalId b) { return binary(graph::Opcode::And, a, b); }
  SignalId inverse(SignalId value);
  SignalId isZero(SignalId value);
  SignalId select(SignalId condition, SignalId yes, SignalId no);
  SignalId operation(const netlist::Expr &expr, std::vector<SignalId> operands);
  SignalId oper(const netlist::Instance *instance, uint32_t port, unsigned width,
                const std::vector<SignalId> &operands);

  /// Is it zero, whatever else holds, when no token is at the stage? Unsupported if that cannot be told although the
  /// value depends on it.
  bool zeroWithoutToken(SignalId id) const;

private:
  SignalId add(Signal signal);
  SignalId add(graph::Opcode opcode, unsigned width, std::vector<SignalId> operands);
  /// What `make` makes of each lane's share of the operands, side by side.
  template <class Make> SignalId eachLane(unsigned lanes, const std::vector<SignalId> &operands, Make make);

  Circuit &circuit_;
  std::map<StorageId, SignalId> storages_;
  std::map<std::tuple<SignalId, uint32_t, unsigned>, SignalId> captures_, valids_;
  std::map<std::tuple<SignalId, unsigned, unsigned>, SignalId> slices_;
};

}  // namespace weft::instant
