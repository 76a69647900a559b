// SPDX-License-Identifier: Apache-2.0
// A kernel's netlist, flat, as the instant engine runs it: values, the words of memory that hold them from step to
// step, and what writes those: models, segments, registers. circuit.cpp's makeCircuit() makes it of a netlist before
// insertDelays(): a token's values need no pipeline registers, since the engine keeps a record for each token.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hls/netlist/netlist.h"
#include "sim/instant/unsupported.h"

namespace weft::instant {

using SignalId = uint32_t;   // index into Circuit::signals
using StorageId = uint32_t;  // index into Circuit::storages
constexpr uint32_t kNone = ~0u;

/// Words that one writer sets.
struct Storage {
  std::string name;  // the net's, with the instances that it is inside of
  unsigned width = 1;
  bool uniform = false;  // changes only when configuration words do
};

/// A value. Without a segment it is one of the present cycle; else it belongs to a token of that segment and is there
/// from `stage` on.
struct Signal {
  enum class Kind : uint8_t {
    Constant,
    Storage,
    Operation,  // a pure operation of the graph
    Operator,   // a module of kind Operator
    Capture,    // the operand, a value of the cycle in which the token is at `stage`
    Valid       // 1: the token is at `stage`
  } kind = Kind::Constant;
  unsigned width = 1;
  uint32_t segment = kNone;
  unsigned stage = 0;
  bool uniform = false;  // constants, and what is computed of configuration words
  bool ofValid = false;  // depends on whether a token is there
  graph::Bits constant;
  StorageId storage = kNone;
  graph::Opcode opcode = graph::Opcode::Const;
  graph::Predicate predicate = graph::Predicate::None;
  uint32_t lo = 0;
  const netlist::Instance *instance = nullptr;  // Operator
  uint32_t port = 0;                            // Operator: the output
  std::vector<SignalId> operands;               // Operator: of a_i, b_i, c_i
};

/// A storage that is a function of values: of the present cycle, or, in a segment, of the token that is at a stage.
struct Assignment {
  StorageId target = kNone;
  SignalId value = kNone;
  /// In a segment, when no token is at the stage: zero, because the value says so; else whatever it was.
  bool zeroWithoutToken = false;
};

/// Values that leave a segment at one stage.
struct Event {
  unsigned stage = 0;
  std::vector<Assignment> assignments;
};

struct Segment {
  std::string name;
  unsigned latency = 0;
  SignalId accept = kNone;    // a token enters in this cycle
  std::vector<Event> events;  // by rising stage; the first is that of stage 0
};

/// `current` becomes `next` at the end of a cycle, or zero.
struct Register {
  StorageId current = kNone, next = kNone;
  bool reset = false;
};

/// The state of a FIFO that has no model (fifo_code.h).
struct Fifo {
  unsigned depth = 0, rows = 0, words = 0;  // rows: a power of two; words: of an entry
  bool deep = false;                        // block memory: an entry shows two cycles later
  StorageId written = kNone, read = kNone;  // numbers of entries
  StorageId free = kNone;                   // credit_fifo
  StorageId memory = kNone;                 // the rows
  StorageId older = kNone;                  // deep: `written` a cycle ago
  StorageId unsettled = kNone;              // a cycle in which nothing comes or goes may yet change outputs
};

/// Bits of a component's port, from `lo` on.
struct PortBits {
  uint32_t port = 0;
  unsigned lo = 0;
};

/// What a model asked for when it was made, in its order: the nets of its Wiring.
struct Instance {
  std::string name;
  const netlist::Instance *instance = nullptr;
  std::vector<StorageId> pins;
  std::vector<bool> isOutput;                                   // by pin
  std::vector<PortBits> places;                                 // by pin
  std::vector<std::vector<StorageId>> pathInputs, pathOutputs;  // by path of the component
  std::optional<Fifo> fifo;                                     // instead of a model
  StorageId busy = kNone;                                       // Wiring::busy(), and
  std::vector<size_t> wakes;                                    // the pins that were named with it
};

/// A port of the circuit.
struct Terminal {
  std::string name;
  StorageId storage = kNone;
};

struct Circuit {
  netlist::Design design;  // what the instances point into
  std::vector<Storage> storages;
  std::vector<Signal> signals;  // operands first
  std::vector<Segment> segments;
  std::vector<Register> registers;
  std::vector<Instance> instances;
  std::vector<Assignment> assignments;        // of the present cycle
  std::map<SignalId, StorageId> kept;         // uniform values that others are made of: assigned to these
  std::vector<Assignment> outputAssignments;  // of the next one: of registered values alone
  std::vector<Terminal> inputs, outputs;
  StorageId reset = kNone;
};

/// The value of a parameter that is a vector, in words. Throws std::logic_error if it is not set.
std::vector<uint64_t> vectorParameter(const netlist::Instance &instance, std::string_view name);

/// Throws Unsupported.
Circuit makeCircuit(netlist::Design design);

}  // namespace weft::instant
