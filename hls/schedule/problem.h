// SPDX-License-Identifier: Apache-2.0
// What has to be scheduled in one pipeline node, what a schedule is, and the rules that it must keep. Data only: the
// scheduler (schedule.h) and the checker (check.h) share nothing else.
#pragma once
#include <vector>

#include "hls/graph/graph.h"
#include "hls/schedule/operators.h"

namespace weft::schedule {

enum class TaskKind : uint8_t {
  Uniform,  // the same for every work-item of a launch: computed once, available everywhere
  Slot,     // the slot id: travels with every token
  Wires,    // no logic, result not narrower than what it is made of: rebuilt wherever it is used
  Fixed,    // latency known: placed in a cycle
  Request   // leaves through a FIFO; the answer, if waited for, comes in at the start of the next segment
};

/// What the schedule needs to know of an op.
struct Task {
  TaskKind kind = TaskKind::Fixed;
  uint32_t type = 0;                      // index into Problem::operators
  bool responds = false;                  // Request: the next segment waits for the answer or acknowledgement
  bool inOrder = false;                   // Request that is sent for each token, and served in order: storeBefore
  graph::OpId sharedWith = graph::kNone;  // earlier op, the other result of one divider: quotient or remainder
  std::vector<graph::ValueId> wiredFrom;  // Wires: the values that are not Wires themselves, nor Uniform

  /// Whether a schedule says when it is.
  bool placed() const { return kind == TaskKind::Fixed || kind == TaskKind::Request; }
};

/// Usable part of the clock period: the rest is clock skew, register overhead and what routing takes beyond the tables.
inline constexpr double kUsable = 0.8;

/// One task, or the end of the node, needs something of another one, or of the token that enters.
struct Dependence {
  enum class Kind : uint8_t {
    Value,     // `value`, ready `latency` cycles after `from` takes its operands
    Order,     // no value: an access that must come after another one
    Answer,    // the answer to Request `from`, with or without a `value`
    Predicate  // `value` says whether Request `to` is answered: needed where the answer enters
  } kind = Kind::Value;
  graph::OpId from = graph::kNone;  // kNone: what enters with the token
  graph::OpId to = graph::kNone;    // kNone: the end of the node
  graph::ValueId value = graph::kNone;
  unsigned latency = 0;   // cycles
  unsigned distance = 0;  // iterations from the one that makes it to the one that needs it; 0: within a token
  unsigned wirePs = 0;    // beyond what `to` counts: how far the value has to go, if it does not come from a register
};

/// With s(t), c(t) the segment and cycle of task t and II the initiation interval, for each dependence:
///  * Value, Order: s(to) > s(from), or s(to) = s(from) and c(to) - c(from) >= latency - II * distance;
///  * Answer: s(to) > s(from), and `from` responds;
///  * Predicate: the same as Value, with cycle 0 of segment s(to) + 1 for the place where it is needed;
///  * the end of the node is the last cycle of the last segment.
/// What leaves a segment is ready in its last cycle, and what is done there is done (doneAfter). An operator takes
/// operands every II cycles at least. No path between registers is longer than budgetPs, unless it is one single
/// operation from a register; values that enter a segment count inputOf it in cycle 0, values that leave need pushPs in
/// the last cycle.
struct Problem {
  const graph::Kernel *kernel = nullptr;
  const graph::Node *node = nullptr;
  unsigned initiationInterval = 1;  // cycles from one token, or iteration, to the next
  unsigned budgetPs = 0, pushPs = 0;
  unsigned enterPs = 0, inputPs = 0;    // of the first segment; of the others
  std::vector<Operator> operators;      // the types of operators that the node uses
  std::vector<Task> tasks;              // parallel to node->ops
  std::vector<Dependence> dependences;  // between placed tasks; without distance, from earlier to later ones
  std::vector<graph::OpId> producer;    // by ValueId: op of this node, or kNone for parameters and foreign values

  const Operator &operatorOf(graph::OpId o) const { return operators[tasks[o].type]; }
  /// Cycles that a task without a result takes beyond its own: its segment lasts so long.
  unsigned doneAfter(graph::OpId o) const { return node->ops[o].result == graph::kNone ? operatorOf(o).latency : 0; }
  unsigned inputOf(unsigned segment) const { return segment == 0 ? enterPs : inputPs; }
};

/// Where a task takes its operands.
struct Position {
  unsigned segment = 0, cycle = 0;
  bool operator==(const Position &) const = default;
};

struct NodeSchedule {
  std::vector<Position> positions;  // parallel to node.ops; those of placed tasks have a meaning
  std::vector<unsigned> latency;    // of each segment: results are pushed in this cycle
  bool operator==(const NodeSchedule &) const = default;

  unsigned segments() const { return unsigned(latency.size()); }
};

}  // namespace weft::schedule
