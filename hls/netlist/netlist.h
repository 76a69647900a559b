// SPDX-License-Identifier: Apache-2.0
// Hardware between the schedule and SystemVerilog: modules of nets, expressions, registers, instances and streams.
// Plain data, joined by indices. build.h makes it, verify.h checks it, print.h and parse.h are its text form, passes.h
// turns it into what systemverilog.h can write.
//
// Expressions use the pure operations of the kernel graph (hls/graph/opcodes.def) that need no module: their widths and
// their meaning are those of the graph.
#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "hls/components/component.h"
#include "hls/graph/bits.h"
#include "hls/graph/graph.h"

namespace weft::netlist {

using NetId = uint32_t;      // index into Module::nets
using ExprId = uint32_t;     // index into Module::exprs
using StreamId = uint32_t;   // index into Module::streams
using SegmentId = uint32_t;  // index into Module::segments
using ModuleId = uint32_t;   // index into Design::modules
constexpr uint32_t kNone = ~0u;

/// A value for each of `lanes` work-items, `width` bits each; lane 0 lies in the low bits.
///
/// A net of a stall-free segment belongs to the token that is at its stage: `stage` cycles after it entered.
/// Other nets hold at any time: ports, control, what is constant over a launch.
struct Net {
  std::string name;  // in its module and segment; the writer appends segment and stage
  unsigned width = 1;
  SegmentId segment = kNone;
  unsigned stage = 0;
  uint32_t port = kNone;  // index into Module::ports, if it is one
  unsigned lanes = 1;
  unsigned bits() const { return width * lanes; }
  bool operator==(const Net &) const = default;
};

/// Operations work on each lane by itself: their operands have the lanes of the result. One value for all lanes is
/// given them by a broadcast. A reshape cuts the same bits into other lanes, and so joins and takes apart.
struct Expr {
  enum class Kind : uint8_t { Net, Constant, Operation, Broadcast, Reshape } kind = Kind::Constant;
  unsigned width = 1;
  unsigned lanes = 1;                           // Constant: one
  NetId net = kNone;                            // Net
  unsigned delay = 0;                           // Net: the value that many stages later; none after insertDelays()
  graph::Bits constant;                         // Constant
  graph::Opcode opcode = graph::Opcode::Const;  // Operation
  graph::Predicate predicate = graph::Predicate::None;  // Operation: icmp
  uint32_t lo = 0;                                      // Operation: slice
  std::vector<ExprId> operands;                         // Operation; one of Broadcast and Reshape
  unsigned bits() const { return width * lanes; }
  bool operator==(const Expr &) const = default;
};

struct Assign {
  NetId target = kNone;
  ExprId value = kNone;
  bool operator==(const Assign &) const = default;
};

/// `target` takes `next` at each clock edge; with `reset`, zero while rst_i is set.
struct Register {
  NetId target = kNone;
  ExprId next = kNone;
  bool reset = false;
  bool operator==(const Register &) const = default;
};

struct Setting {
  std::string parameter;
  graph::Bits value;  // 32 bits, or a vector's width
  bool operator==(const Setting &) const = default;
};

/// What a port is connected to: an input to an expression, an output to nets, the first in the low bits; an output with
/// none is left open.
struct Connection {
  uint32_t port = 0;  // index into the component's or the module's ports
  ExprId value = kNone;
  std::vector<NetId> nets;
  bool operator==(const Connection &) const = default;
};

/// The streams side by side on a stream port; stream 0 in the low bits.
struct StreamConnection {
  uint32_t port = 0;  // index into the component's or the module's streams
  std::vector<StreamId> streams;
  bool operator==(const StreamConnection &) const = default;
};

/// With lanes, a copy for each: what is connected and has as many lanes gives each copy its own, an input of one lane
/// is common to all, and there are no streams.
struct Instance {
  std::string name;
  unsigned lanes = 1;
  const components::Component *component = nullptr;  // or
  ModuleId module = kNone;                           // a module of this design, before this one
  std::vector<Setting> settings;
  std::vector<Connection> connections;
  std::vector<StreamConnection> streams;
  bool operator==(const Instance &) const = default;
};

/// A heading of the text.
struct Title {
  std::string text;
  bool operator==(const Title &) const = default;
};

/// What an item is made of.
struct Origin {
  std::string comment;  // the operation
  graph::SourceLocation location;
  bool operator==(const Origin &) const = default;
};

struct Item {
  std::variant<Assign, Register, Instance, Title> what;
  SegmentId segment = kNone;
  Origin origin;
  bool operator==(const Item &) const = default;
};

/// A handshake: exactly one producer drives `valid` and the fields, exactly one consumer drives `ready`.
///
/// Tokens of a stream with a select are of several kinds. The select is one of the fields and has a bit for each kind,
/// exactly one of which is set in each token; a field with `when` counts in tokens of these kinds only.
struct Stream {
  struct Field {
    std::string name;
    NetId net = kNone;
    graph::Bits when = {};  // bits of the select; of no width: it always counts
    bool conditional() const { return when.width() != 0; }
    bool operator==(const Field &) const = default;
  };
  std::string name;
  NetId valid = kNone;
  NetId ready = kNone;  // kNone: what comes is always taken
  std::vector<Field> fields;
  uint32_t select = kNone;  // index into fields
  bool operator==(const Stream &) const = default;
};

/// An end of a stream that is no port: logic of the module drives the nets.
struct LogicEnd {
  StreamId stream = kNone;
  bool producer = false;
  bool operator==(const LogicEnd &) const = default;
};

/// A stream that enters or leaves the module; its nets are ports.
struct StreamPort {
  StreamId stream = kNone;
  bool output = false;
  bool operator==(const StreamPort &) const = default;
};

/// An access of fixed latency to a memory outside the module, as a token passes `stage`.
struct Access {
  enum class Kind : uint8_t { Read, Write, Report } kind = Kind::Read;
  uint32_t index = 0;  // of the kernel's memory; Report: of the check
  uint32_t port = 0;   // of the memory, among those of its kind
  unsigned stage = 0;
  NetId enable = kNone;  // Write, Report
  NetId address = kNone;
  NetId data = kNone;     // Read: a net of stage + latency
  NetId strobes = kNone;  // Write
  bool operator==(const Access &) const = default;
};

/// A stretch of pipeline in which nothing waits: a token that has entered is at stage n after n cycles. Its operations
/// and accesses are the items and accesses with its index, its values the nets.
struct Segment {
  unsigned latency = 0;
  NetId valid = kNone;  // latency + 1 bits: bit n is set when a token is at stage n
  std::vector<Access> accesses;
  bool operator==(const Segment &) const = default;
};

struct Port {
  NetId net = kNone;  // its name is the port's
  bool output = false;
  bool operator==(const Port &) const = default;
};

struct Module {
  std::string name;
  std::string comment;
  std::vector<Port> ports;
  std::vector<Net> nets;
  std::vector<Expr> exprs;
  std::vector<Stream> streams;
  std::vector<StreamPort> streamPorts;
  std::vector<LogicEnd> logicEnds;
  std::vector<Segment> segments;
  std::vector<Item> items;  // in the order in which they are written
  bool operator==(const Module &) const = default;
};

struct Design {
  std::string comment;
  std::vector<Module> modules;  // what is instantiated first; the last one is the top
  bool operator==(const Design &) const = default;
};

/// The name in the text: of a segment's net with segment and stage.
std::string nameOf(const Net &net);
/// "fadd, kernel.cl:5"; without an operation "at kernel.cl:5".
std::string describe(const Origin &origin);
/// The clock and the reset of a module; kNone if it has none.
NetId clockOf(const Module &module);
NetId resetOf(const Module &module);
/// By expression: does an item look at it? The builder may leave some that nothing uses.
std::vector<bool> usedExprs(const Module &module);
/// Numbers of an instance's parameters, for components::complete.
components::Values valuesOf(const Instance &instance);

}  // namespace weft::netlist
