// SPDX-License-Identifier: Apache-2.0
// Inside of node_module.h.
//
// Names: the value `x` in cycle 3 of segment 1 is `x_s1c3`, if anything uses it then; values that are the same for a
// whole launch end in `_u`; behind the last FIFO they end in `_out`. Ports of access site n start with `s<n>_`, of
// memory n with `m<n>_`.
#pragma once
#include <fmt/format.h>

#include <map>
#include <set>
#include <tuple>

#include "hls/rtlgen/names.h"
#include "hls/rtlgen/node_module.h"
#include "hls/rtlgen/operation.h"

namespace weft::rtlgen {

class NodeEmitter {
public:
  NodeEmitter(const Plan &plan, graph::NodeId id);
  NodeModule run();

private:
  using Treatment = schedule::Treatment;

  /// A FIFO at the end of a segment: credits are asked for when a token enters.
  struct Request {
    std::string name;  // prefix of its signals
    graph::OpId op = graph::kNone;
  };

  // node_emitter.cpp
  void ports();
  void uniformValues();
  void segment(unsigned s);
  void entry(unsigned s);
  void control(unsigned s);
  void operation(graph::OpId o);
  void pure(graph::OpId o);
  /// The op whose module also computes the result of `first` (quotient and remainder); kNone if none.
  graph::OpId sharer(graph::OpId first) const;
  void tokenFifo(unsigned s);
  void exit();

  // node_values.cpp
  std::string base(graph::ValueId v);
  /// Text for a value in a cycle of a segment: a signal or a literal.
  std::string at(graph::ValueId v, unsigned s, unsigned c);
  /// The same, always a signal.
  std::string named(graph::ValueId v, unsigned s, unsigned c);
  std::string stage(graph::ValueId v, unsigned s, unsigned c);
  std::string slotAt(unsigned s, unsigned c);
  /// Text for a chain's declaration: finishChains puts it in its place once all uses in the segment are known.
  std::string chainMark(graph::ValueId v) const { return fmt::format("\1{}\1", v); }
  void finishChains();
  std::vector<Operand> operands(const graph::Op &op, unsigned s, unsigned c, bool needNames);
  /// Declares a value from `cycle` to its last use in the segment, and what delays it.
  void declare(graph::ValueId v, unsigned s, unsigned cycle);
  std::string comment(const graph::Op &op);

  // node_memory.cpp
  void memoryOp(graph::OpId o);
  void load(graph::OpId o, const graph::Op &op);
  void store(graph::OpId o, const graph::Op &op);
  void atomic(graph::OpId o, const graph::Op &op);
  void memRead(graph::OpId o, const graph::Op &op);
  void memWrite(graph::OpId o, const graph::Op &op);
  void report(graph::OpId o, const graph::Op &op);
  void memAtomic(graph::OpId o, const graph::Op &op);
  std::string globalAddress(const graph::Op &op, unsigned s, unsigned c);
  std::string memoryIndex(const graph::Op &op, unsigned s, unsigned c);
  std::string laneOf(const graph::Op &op, unsigned dataBytes, unsigned s, unsigned c, unsigned &laneBits);
  std::string groupSlot(unsigned s, unsigned c);
  /// Valid of the op: the token's, and its predicate.
  std::string activeAt(graph::OpId o);
  void requestFifo(graph::OpId o, unsigned width, const std::string &data);
  std::string prefix(graph::OpId o) const;
  /// Ports on which the answer of a request comes: valid, ready; data is theirs alone.
  std::string answerPort(graph::OpId o) const;

  void port(const std::string &name, const std::string &net, unsigned width, bool output);
  void input(const std::string &name, unsigned width = 1) { port(name + "_i", name, width, false); }
  void output(const std::string &name, unsigned width = 1) { port(name + "_o", name, width, true); }
  template <typename... Args> void line(fmt::format_string<Args...> text, Args &&...args) {
    body_ += "  " + fmt::format(text, std::forward<Args>(args)...) + "\n";
  }
  unsigned width(graph::ValueId v) const { return kernel_.values[v].width; }
  unsigned last() const { return plan_.schedule.segments() - 1; }

  const Plan &kernelPlan_;
  const graph::Kernel &kernel_;
  graph::NodeId id_;
  const graph::Node &node_;
  const NodePlan &plan_;
  std::vector<std::map<graph::ValueId, unsigned>> lastCycles_;
  std::vector<int> lastUse_;

  NodeModule module_;
  std::set<std::string> portNames_;
  Names names_;
  std::map<graph::ValueId, std::string> bases_;
  std::set<std::string> wires_;                    // made on demand so far
  std::map<graph::ValueId, std::string> outputs_;  // behind the last FIFO
  std::string body_, registers_;
  /// A value from the cycle in which it is there to its last use in the segment being written.
  struct Chain {
    std::string name;  // before the cycle
    unsigned width = 1, begin = 0;
  };
  std::map<graph::ValueId, Chain> chains_;  // kNone: the slot
  std::map<graph::ValueId, std::set<unsigned>> usedCycles_;
  unsigned segment_ = 0;     // being written
  size_t segmentBegin_ = 0;  // in body_
  std::vector<graph::OpId> sharers_;
};

}  // namespace weft::rtlgen
