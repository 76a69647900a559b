// SPDX-License-Identifier: Apache-2.0
#include "hls/netlist/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "hls/netlist/widths.h"

namespace weft::netlist {

using graph::Bits;
using graph::Opcode;
using graph::Predicate;

Builder::Builder(std::string moduleName) { module_.name = std::move(moduleName); }

void Builder::fail(const std::string &what) const {
  throw std::logic_error(fmt::format("netlist of module {}: {}", module_.name, what));
}

NetId Builder::wire(const std::string &name, unsigned width, unsigned lanes) {
  return staged(name, width, kNone, 0, lanes);
}

NetId Builder::staged(const std::string &name, unsigned width, SegmentId segment, unsigned stage, unsigned lanes) {
  if (width == 0 || lanes == 0)
    fail("net " + name + " has no bits");
  module_.nets.push_back({name, width, segment, stage, kNone, lanes});
  return NetId(module_.nets.size() - 1);
}

NetId Builder::input(const std::string &name, unsigned width, SegmentId segment, unsigned stage) {
  const NetId net = staged(name, width, segment, stage);
  module_.nets[net].port = uint32_t(module_.ports.size());
  module_.ports.push_back({net, false});
  return net;
}

NetId Builder::output(const std::string &name, unsigned width, SegmentId segment, unsigned stage) {
  const NetId net = input(name, width, segment, stage);
  module_.ports.back().output = true;
  return net;
}

ExprId Builder::add(Expr expr) {
  if (const std::string why = checkExpr(module_, expr); !why.empty())
    fail(why);
  module_.exprs.push_back(std::move(expr));
  return ExprId(module_.exprs.size() - 1);
}

ExprId Builder::use(NetId net, unsigned delay) {
  if (net >= module_.nets.size())
    fail("use of no net");
  Expr expr;
  expr.kind = Expr::Kind::Net;
  expr.net = net;
  expr.width = module_.nets[net].width;
  expr.lanes = module_.nets[net].lanes;
  expr.delay = module_.nets[net].segment == kNone ? 0 : delay;
  return add(std::move(expr));
}

ExprId Builder::constant(unsigned width, uint64_t value) { return constant(Bits(width, value)); }

ExprId Builder::constant(Bits value) {
  Expr expr;
  expr.width = value.width();
  expr.constant = std::move(value);
  return add(std::move(expr));
}

ExprId Builder::operation(Opcode opcode, unsigned width, std::vector<ExprId> operands, Predicate predicate,
                          uint32_t lo) {
  if (opcode == Opcode::Trunc)
    return slice(operands.at(0), 0, width);
  if (opcode == Opcode::Slice)
    return slice(operands.at(0), lo, width);
  if (opcode == Opcode::Zext)
    return zext(operands.at(0), width);
  Expr expr;
  expr.kind = Expr::Kind::Operation;
  expr.width = width;
  expr.lanes = operands.empty() ? 1 : lanes(operands[0]);
  expr.opcode = opcode;
  expr.predicate = predicate;
  expr.operands = std::move(operands);
  return add(std::move(expr));
}

ExprId Builder::conjunction(const std::vector<ExprId> &terms) {
  if (terms.empty())
    return constant(1, 1);
  ExprId result = terms[0];
  for (size_t i = 1; i < terms.size(); ++i)
    result = operation(Opcode::And, 1, {result, terms[i]});
  return result;
}

ExprId Builder::disjunction(const std::vector<ExprId> &terms) {
  if (terms.empty())
    return constant(1, 0);
  ExprId result = terms[0];
  for (size_t i = 1; i < terms.size(); ++i)
    result = operation(Opcode::Or, 1, {result, terms[i]});
  return result;
}

ExprId Builder::inverse(ExprId value) { return operation(Opcode::Not, width(value), {value}); }

ExprId Builder::concat(std::vector<ExprId> parts) {
  if (parts.size() == 1)
    return parts[0];
  unsigned total = 0;
  for (ExprId part : parts)
    total += width(part);
  return operation(Opcode::Concat, total, std::move(parts));
}

ExprId Builder::repeat(ExprId part, unsigned count) { return concat(std::vector<ExprId>(count, part)); }

ExprId Builder::slice(ExprId value, unsigned lo, unsigned count) {
  if (lo == 0 && count == width(value))
    return value;
  if (module_.exprs[value].kind == Expr::Kind::Constant)
    return constant(module_.exprs[value].constant.slice(lo, count));
  Expr expr;
  expr.kind = Expr::Kind::Operation;
  expr.width = count;
  expr.lanes = lanes(value);
  expr.opcode = Opcode::Slice;
  expr.lo = lo;
  expr.operands = {value};
  return add(std::move(expr));
}

ExprId Builder::field(ExprId value, unsigned lo, unsigned count) {
  const unsigned have = width(value);
  if (lo >= have)
    return broadcast(constant(count, 0), lanes(value));
  const ExprId part = slice(value, lo, std::min(count, have - lo));
  if (width(part) == count)
    return part;
  if (module_.exprs[part].kind == Expr::Kind::Constant)
    return constant(module_.exprs[part].constant.zext(count));
  Expr expr;
  expr.kind = Expr::Kind::Operation;
  expr.width = count;
  expr.lanes = lanes(value);
  expr.opcode = Opcode::Zext;
  expr.operands = {part};
  return add(std::move(expr));
}

ExprId Builder::broadcast(ExprId value, unsigned count) {
  if (count == 1 && lanes(value) == 1)
    return value;
  Expr expr;
  expr.kind = Expr::Kind::Broadcast;
  expr.width = width(value);
  expr.lanes = count;
  expr.operands = {value};
  return add(std::move(expr));
}

ExprId Builder::reshape(ExprId value, unsigned count) {
  if (count == lanes(value))
    return value;
  Expr expr;
  expr.kind = Expr::Kind::Reshape;
  expr.width = count == 0 ? 0 : module_.exprs[value].bits() / count;
  expr.lanes = count;
  expr.operands = {value};
  return add(std::move(expr));
}

ExprId Builder::select(ExprId condition, ExprId yes, ExprId no) {
  return operation(Opcode::Select, width(yes), {condition, yes, no});
}

ExprId Builder::nonZero(ExprId value) {
  return width(value) == 1
             ? value
             : operation(Opcode::ICmp, 1, {value, broadcast(constant(width(value), 0), lanes(value))}, Predicate::Ne);
}

void Builder::add(Item item) {
  item.segment = segment_;
  module_.items.push_back(std::move(item));
}

void Builder::title(const std::string &text) { add({Title{text}, kNone, {}}); }

void Builder::checkTarget(const char *what, NetId target, ExprId value) const {
  const Net &n = module_.nets.at(target);
  if (n.lanes != lanes(value))
    fail(fmt::format("net {} of {} lanes {} {} lanes", nameOf(n), n.lanes, what, lanes(value)));
  if (n.width != width(value))
    fail(fmt::format("net {} of {} bits {} {} bits", nameOf(n), n.width, what, width(value)));
}

void Builder::assign(NetId target, ExprId value, const Origin &origin) {
  checkTarget("is assigned", target, value);
  add({Assign{target, value}, kNone, origin});
}

void Builder::reg(NetId target, ExprId next, bool reset, const Origin &origin) {
  checkTarget("takes", target, next);
  add({Register{target, next, reset}, kNone, origin});
}

InstanceBuilder Builder::instance(const std::string &component, const std::string &name, const Origin &origin) {
  Instance instance;
  instance.name = name;
  instance.component = components::find(component);
  if (!instance.component)
    fail("no component is named " + component);
  return InstanceBuilder(*this, std::move(instance), nullptr, origin);
}

InstanceBuilder Builder::instance(ModuleId module, const Module &definition, const std::string &name) {
  Instance instance;
  instance.name = name;
  instance.module = module;
  return InstanceBuilder(*this, std::move(instance), &definition, {});
}

StreamId Builder::stream(const std::string &name, const std::vector<Field> &fields, bool hasReady) {
  std::vector<Stream::Field> nets;
  const NetId valid = wire(name + "_valid"), ready = hasReady ? wire(name + "_ready") : kNone;
  for (const Field &field : fields)
    nets.push_back({field.name, wire(name + "_" + field.name, field.width, field.lanes)});
  return stream(name, valid, ready, std::move(nets));
}

StreamId Builder::stream(const std::string &name, NetId valid, NetId ready, std::vector<Stream::Field> fields) {
  module_.streams.push_back({name, valid, ready, std::move(fields), kNone});
  return StreamId(module_.streams.size() - 1);
}

StreamId Builder::streamOf(const std::string &name, std::vector<Stream::Field> fields) {
  const NetId valid = wire(name + "_valid"), ready = wire(name + "_ready");
  return stream(name, valid, ready, std::move(fields));
}

StreamId Builder::streamPort(const std::string &name, const std::vector<Field> &fields, bool out) {
  const char *suffix = out ? "_o" : "_i";
  const auto port = [&](const std::string &net, unsigned width, bool drive) {
    return drive ? output(net, width) : input(net, width);
  };
  const NetId valid = port(name + "_valid" + suffix, 1, out);
  const NetId ready = port(name + "_ready" + (out ? "_i" : "_o"), 1, !out);
  std::vector<Stream::Field> nets;
  for (const Field &field : fields) {
    nets.push_back({field.name, port(name + "_" + field.name + suffix, field.width, out)});
    module_.nets[nets.back().net].lanes = field.lanes;
  }
  const StreamId id = stream(name, valid, ready, std::move(nets));
  module_.streamPorts.push_back({id, out});
  return id;
}

void Builder::setSelect(StreamId id, const std::string &field) {
  Stream &stream = module_.streams[id];
  const auto select = std::find_if(stream.fields.begin(), stream.fields.end(),
                                   [&](const Stream::Field &each) { return each.name == field; });
  if (select == stream.fields.end())
    fail("stream " + stream.name + " has no field " + field);
  stream.select = uint32_t(select - stream.fields.begin());
  if (const std::string why = checkSelect(module_, stream); !why.empty())
    fail(why);
}

NetId Builder::fieldOf(StreamId id, const std::string &field) const {
  for (const Stream::Field &f : at(id).fields)
    if (f.name == field)
      return f.net;
  fail("stream " + at(id).name + " has no field " + field);
}

void Builder::produce(StreamId id, ExprId valid, const std::vector<ExprId> &fields) {
  claim(id, true);
  assign(at(id).valid, valid);
  if (fields.size() != at(id).fields.size())
    fail("stream " + at(id).name + " has another number of fields");
  for (size_t i = 0; i < fields.size(); ++i)
    assign(at(id).fields[i].net, fields[i]);
}

void Builder::consume(StreamId id, ExprId ready) {
  claim(id, false);
  if (at(id).ready != kNone)
    assign(at(id).ready, ready);
}

SegmentId Builder::openSegment(unsigned latency, const std::string &validName) {
  Segment segment;
  segment.latency = latency;
  segment.valid = wire(validName, latency + 1);
  module_.segments.push_back(std::move(segment));
  return segment_ = SegmentId(module_.segments.size() - 1);
}

InstanceBuilder::InstanceBuilder(Builder &builder, Instance instance, const Module *definition, const Origin &origin)
    : builder_(builder), instance_(std::move(instance)), definition_(definition), origin_(origin) {}

InstanceBuilder &InstanceBuilder::lanes(unsigned count) {
  instance_.lanes = count;
  return *this;
}

InstanceBuilder &InstanceBuilder::set(const std::string &parameter, uint64_t value) {
  const components::Parameter *known = instance_.component ? instance_.component->parameter(parameter) : nullptr;
  return set(parameter, Bits(known && known->form == components::Parameter::Form::Bit ? 1 : 32, value));
}

InstanceBuilder &InstanceBuilder::set(const std::string &parameter, Bits value) {
  instance_.settings.push_back({parameter, std::move(value)});
  return *this;
}

uint32_t InstanceBuilder::portIndex(const std::string &name) const {
  if (instance_.component)
    return instance_.component->portIndex(name);
  for (uint32_t p = 0; p < definition_->ports.size(); ++p)
    if (definition_->nets[definition_->ports[p].net].name == name)
      return p;
  builder_.fail("module " + definition_->name + " has no port " + name);
}

bool InstanceBuilder::isOutput(uint32_t port) const {
  return instance_.component ? instance_.component->ports[port].output : definition_->ports[port].output;
}

unsigned InstanceBuilder::width(uint32_t port) {
  if (definition_)
    return definition_->nets[definition_->ports[port].net].bits();
  if (!complete_) {
    values_ = components::complete(*instance_.component, valuesOf(instance_));
    complete_ = true;
  }
  return components::width(instance_.component->ports[port], values_);
}

std::string InstanceBuilder::portName(uint32_t port) const {
  return definition_ ? definition_->nets[definition_->ports[port].net].name : instance_.component->ports[port].name;
}

uint32_t InstanceBuilder::portOf(NetId inside) const {
  const uint32_t port = definition_->nets[inside].port;
  if (port == kNone)
    builder_.fail("a net of module " + definition_->name + " is no port");
  return port;
}

InstanceBuilder &InstanceBuilder::connectIn(uint32_t port, ExprId value) {
  const auto bits = bitsOnPort(instance_, builder_.width(value), builder_.lanes(value), false);
  if (!bits)
    builder_.fail(fmt::format("input {} of {} in {} lanes is given {} lanes", portName(port), instance_.name,
                              instance_.lanes, builder_.lanes(value)));
  if (isOutput(port) || width(port) != bits)
    builder_.fail(
        fmt::format("input {} of {} has {} bits and is given {}", portName(port), instance_.name, width(port), *bits));
  instance_.connections.push_back({port, value, {}});
  return *this;
}

InstanceBuilder &InstanceBuilder::connectOut(uint32_t port, std::vector<NetId> nets) {
  unsigned bits = 0;
  for (NetId net : nets) {
    const auto more = bitsOnPort(instance_, builder_.net(net).width, builder_.net(net).lanes, true);
    if (!more)
      builder_.fail(fmt::format("output {} of {} in {} lanes drives {} lanes", portName(port), instance_.name,
                                instance_.lanes, builder_.net(net).lanes));
    bits += *more;
  }
  if (!isOutput(port) || (bits != width(port) && !nets.empty()))
    builder_.fail(
        fmt::format("output {} of {} has {} bits and drives {}", portName(port), instance_.name, width(port), bits));
  instance_.connections.push_back({port, kNone, std::move(nets)});
  return *this;
}

InstanceBuilder &InstanceBuilder::in(const std::string &port, ExprId value) {
  return connectIn(portIndex(port), value);
}

InstanceBuilder &InstanceBuilder::out(const std::string &port, std::vector<NetId> nets) {
  return connectOut(portIndex(port), std::move(nets));
}

InstanceBuilder &InstanceBuilder::stream(const std::string &port, std::vector<StreamId> streams) {
  const components::StreamPort *found = instance_.component ? instance_.component->stream(port) : nullptr;
  if (!found)
    builder_.fail("instance " + instance_.name + " has no stream " + port);
  if (instance_.lanes != 1)
    builder_.fail("instance " + instance_.name + " has lanes, and is connected to a stream");
  instance_.streams.push_back({uint32_t(found - instance_.component->streams.data()), std::move(streams)});
  return *this;
}

InstanceBuilder &InstanceBuilder::stream(StreamId inside, StreamId stream) {
  for (uint32_t p = 0; p < definition_->streamPorts.size() && instance_.lanes == 1; ++p)
    if (definition_->streamPorts[p].stream == inside) {
      instance_.streams.push_back({p, {stream}});
      return *this;
    }
  builder_.fail("a stream of module " + definition_->name + " is no port, or the instance has lanes");
}

void InstanceBuilder::add() {
  for (const char *common : {"clk_i", "rst_i"}) {
    const bool has = instance_.component ? instance_.component->port(common) != nullptr
                                         : (common[0] == 'c' ? clockOf(*definition_) : resetOf(*definition_)) != kNone;
    const NetId net = common[0] == 'c' ? clockOf(builder_.module()) : resetOf(builder_.module());
    if (has)
      in(common, builder_.use(net));
  }
  builder_.add({std::move(instance_), kNone, origin_});
}

}  // namespace weft::netlist
