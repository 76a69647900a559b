// SPDX-License-Identifier: Apache-2.0
// Builds a module of a netlist. Every call checks widths; a mismatch is a defect of the caller: std::logic_error.
#pragma once
#include <initializer_list>
#include <set>

#include "hls/netlist/netlist.h"

namespace weft::netlist {

class InstanceBuilder;

class Builder {
public:
  explicit Builder(std::string moduleName);
  /// For passes, which build on what is there and change it in place.
  explicit Builder(Module module) : module_(std::move(module)) {}

  Module take() { return std::move(module_); }
  const Module &module() const { return module_; }
  Module &module() { return module_; }
  const Net &net(NetId id) const { return module_.nets[id]; }

  // Nets. Names are the caller's to keep apart.
  NetId wire(const std::string &name, unsigned width = 1, unsigned lanes = 1);
  NetId staged(const std::string &name, unsigned width, SegmentId segment, unsigned stage, unsigned lanes = 1);
  NetId input(const std::string &name, unsigned width = 1, SegmentId segment = kNone, unsigned stage = 0);
  NetId output(const std::string &name, unsigned width = 1, SegmentId segment = kNone, unsigned stage = 0);

  // Expressions.
  ExprId use(NetId net, unsigned delay = 0);
  ExprId constant(unsigned width, uint64_t value);
  ExprId constant(graph::Bits value);
  ExprId operation(graph::Opcode opcode, unsigned width, std::vector<ExprId> operands,
                   graph::Predicate predicate = graph::Predicate::None, uint32_t lo = 0);
  ExprId conjunction(const std::vector<ExprId> &terms);  // of none: true
  ExprId disjunction(const std::vector<ExprId> &terms);  // of none: false
  ExprId inverse(ExprId value);
  ExprId concat(std::vector<ExprId> parts);  // the first in the low bits
  ExprId repeat(ExprId part, unsigned count);
  ExprId slice(ExprId value, unsigned lo, unsigned width);
  /// Bits [lo, lo + width), zero where `value` has none.
  ExprId field(ExprId value, unsigned lo, unsigned width);
  ExprId zext(ExprId value, unsigned width) { return field(value, 0, width); }
  /// The same for each lane.
  ExprId broadcast(ExprId value, unsigned lanes);
  /// The same bits in other lanes.
  ExprId reshape(ExprId value, unsigned lanes);
  ExprId lane(ExprId value, unsigned index) { return slice(reshape(value, 1), index * width(value), width(value)); }
  ExprId select(ExprId condition, ExprId yes, ExprId no);
  ExprId nonZero(ExprId value);
  unsigned width(ExprId value) const { return module_.exprs[value].width; }  // of a lane
  unsigned lanes(ExprId value) const { return module_.exprs[value].lanes; }

  // Items.
  void title(const std::string &text);
  void assign(NetId target, ExprId value, const Origin &origin = {});
  void reg(NetId target, ExprId next, bool reset = false, const Origin &origin = {});
  InstanceBuilder instance(const std::string &component, const std::string &name, const Origin &origin = {});
  InstanceBuilder instance(ModuleId module, const Module &definition, const std::string &name);

  // Streams.
  struct Field {
    std::string name;
    unsigned width = 1;
    unsigned lanes = 1;
  };
  /// Nets `<name>_valid`, `<name>_ready`, `<name>_<field>`.
  StreamId stream(const std::string &name, const std::vector<Field> &fields, bool hasReady = true);
  StreamId stream(const std::string &name, NetId valid, NetId ready, std::vector<Stream::Field> fields);
  /// Nets `<name>_valid`, `<name>_ready`; those of the fields are there already.
  StreamId streamOf(const std::string &name, std::vector<Stream::Field> fields);
  /// Ports `<name>_valid_i`, `<name>_ready_o`, `<name>_<field>_i`, or the reverse.
  StreamId streamPort(const std::string &name, const std::vector<Field> &fields, bool output);
  /// Says which field is the select; those with `when` are checked against it.
  void setSelect(StreamId id, const std::string &field);
  const Stream &at(StreamId id) const { return module_.streams[id]; }
  NetId fieldOf(StreamId id, const std::string &field) const;
  /// Logic is the stream's producer: it drives valid and the fields.
  void produce(StreamId id, ExprId valid, const std::vector<ExprId> &fields);
  /// Logic is the stream's consumer: it drives ready (unless the stream has none).
  void consume(StreamId id, ExprId ready);
  /// The same without driving anything: the nets are driven by items of the caller's.
  void claim(StreamId id, bool producer) { module_.logicEnds.push_back({id, producer}); }

  // Segments. Items made while one is open belong to it.
  SegmentId openSegment(unsigned latency, const std::string &validName);
  void closeSegment() { segment_ = kNone; }
  void access(Access access) { module_.segments[segment_].accesses.push_back(access); }
  const Segment &segment(SegmentId id) const { return module_.segments[id]; }

  void comment(const std::string &text) { module_.comment = text; }

private:
  friend class InstanceBuilder;
  ExprId add(Expr expr);
  void add(Item item);
  void checkTarget(const char *what, NetId target, ExprId value) const;
  [[noreturn]] void fail(const std::string &what) const;

  Module module_;
  SegmentId segment_ = kNone;
};

/// An instance being connected; clock and reset are connected by name. add() ends it.
class InstanceBuilder {
public:
  InstanceBuilder(Builder &builder, Instance instance, const Module *definition, const Origin &origin);

  /// A copy for each lane. Comes before connections, as parameters do, on which widths depend.
  InstanceBuilder &lanes(unsigned count);
  InstanceBuilder &set(const std::string &parameter, uint64_t value);
  InstanceBuilder &set(const std::string &parameter, graph::Bits value);
  InstanceBuilder &in(const std::string &port, ExprId value);
  InstanceBuilder &out(const std::string &port, std::vector<NetId> nets);
  InstanceBuilder &stream(const std::string &port, std::vector<StreamId> streams);
  /// Ports of a module of the design by their nets and streams in it.
  InstanceBuilder &in(NetId inside, ExprId value) { return connectIn(portOf(inside), value); }
  InstanceBuilder &out(NetId inside, NetId net) { return connectOut(portOf(inside), {net}); }
  InstanceBuilder &stream(StreamId inside, StreamId stream);
  void add();

private:
  uint32_t portIndex(const std::string &name) const;
  uint32_t portOf(NetId inside) const;
  InstanceBuilder &connectIn(uint32_t port, ExprId value);
  InstanceBuilder &connectOut(uint32_t port, std::vector<NetId> nets);
  std::string portName(uint32_t port) const;
  bool isOutput(uint32_t port) const;
  unsigned width(uint32_t port);

  Builder &builder_;
  Instance instance_;
  const Module *definition_;  // null: a component
  const Origin origin_;
  components::Values values_;
  bool complete_ = false;
};

}  // namespace weft::netlist
