// SPDX-License-Identifier: Apache-2.0
#include "hls/netlist/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>

#include "hls/netlist/widths.h"

namespace weft::netlist {
namespace {

/// Where values are valid: at one stage of one segment, or, without a value, anywhere.
struct Stage {
  SegmentId segment;
  unsigned stage;
  bool operator==(const Stage &) const = default;
};

class ModuleVerifier {
public:
  ModuleVerifier(const Design &design, ModuleId id, std::vector<hls::Diagnostic> &defects)
      : design_(design), id_(id), module_(design.modules[id]), defects_(defects) {}

  void run() {
    if (!indices())
      return;
    names();
    drivers_.assign(module_.nets.size(), 0);
    for (const Port &port : module_.ports)
      if (!port.output)
        ++drivers_[port.net];
    producers_.assign(module_.streams.size(), 0);
    consumers_.assign(module_.streams.size(), 0);
    for (const StreamPort &port : module_.streamPorts)
      ++(port.output ? consumers_ : producers_)[port.stream];
    for (const LogicEnd &end : module_.logicEnds)
      ++(end.producer ? producers_ : consumers_)[end.stream];
    for (const Item &item : module_.items)
      check(item);
    checkDrivers();
    checkStreams();
  }

private:
  void fail(const std::string &what) {
    defects_.push_back(hls::internalDefect(fmt::format("netlist: module {}: {}", module_.name, what)));
  }
  std::string net(NetId id) const { return id == kNone ? "?" : nameOf(module_.nets[id]); }

  /// Everything later may follow indices.
  bool indices() {
    const size_t before = defects_.size();
    const auto need = [&](bool good, const char *what) {
      if (!good)
        fail(fmt::format("{} names nothing", what));
    };
    for (const Net &n : module_.nets)
      if (n.width == 0 || n.lanes == 0)
        fail(fmt::format("net {} has no bits", nameOf(n)));
    const auto isNet = [&](NetId id) { return id < module_.nets.size(); };
    for (ExprId e = 0; e < module_.exprs.size(); ++e) {
      for (ExprId operand : module_.exprs[e].operands)
        need(operand < e, "an operand");
      if (defects_.size() != before)
        return false;
      if (const std::string why = checkExpr(module_, module_.exprs[e]); !why.empty())
        fail(fmt::format("expression {}: {}", e, why));
    }
    for (const Port &port : module_.ports)
      need(isNet(port.net), "a port");
    for (const Stream &stream : module_.streams) {
      need(isNet(stream.valid) && (stream.ready == kNone || isNet(stream.ready)), "a stream");
      for (const Stream::Field &field : stream.fields)
        need(isNet(field.net), "a stream's field");
    }
    for (const StreamPort &port : module_.streamPorts)
      need(port.stream < module_.streams.size(), "a stream port");
    for (const LogicEnd &end : module_.logicEnds)
      need(end.stream < module_.streams.size(), "an end of a stream");
    for (const Item &item : module_.items)
      indices(item, need, isNet);
    return defects_.size() == before;
  }

  template <class Need, class IsNet> void indices(const Item &item, Need need, IsNet isNet) {
    if (const auto *assign = std::get_if<Assign>(&item.what))
      need(isNet(assign->target) && assign->value < module_.exprs.size(), "an assignment");
    if (const auto *reg = std::get_if<Register>(&item.what))
      need(isNet(reg->target) && reg->next < module_.exprs.size(), "a register");
    const auto *instance = std::get_if<Instance>(&item.what);
    if (!instance)
      return;
    need(instance->component || instance->module < id_, "an instance");
    if (!instance->component && instance->module >= id_)
      return;
    for (const Connection &connection : instance->connections) {
      need(connection.port < portsOf(*instance) &&
               (connection.value == kNone || connection.value < module_.exprs.size()),
           "a connection");
      for (NetId n : connection.nets)
        need(isNet(n), "a connection");
    }
    for (const StreamConnection &connection : instance->streams) {
      need(connection.port < streamPortsOf(*instance), "a stream's connection");
      for (StreamId s : connection.streams)
        need(s < module_.streams.size(), "a stream's connection");
    }
  }

  const Module &definition(const Instance &instance) const { return design_.modules[instance.module]; }
  size_t portsOf(const Instance &i) const {
    return i.component ? i.component->ports.size() : definition(i).ports.size();
  }
  size_t streamPortsOf(const Instance &i) const {
    return i.component ? i.component->streams.size() : definition(i).streamPorts.size();
  }
  bool isOutput(const Instance &i, uint32_t port) const {
    return i.component ? i.component->ports[port].output : definition(i).ports[port].output;
  }
  std::string portName(const Instance &i, uint32_t port) const {
    return i.component ? i.component->ports[port].name : nameOf(definition(i).nets[definition(i).ports[port].net]);
  }

  void names() {
    std::set<std::string> names;
    for (const Net &n : module_.nets)
      if (!names.insert(nameOf(n)).second)
        fail(fmt::format("two nets are named {}", nameOf(n)));
    names.clear();
    for (const Stream &stream : module_.streams)
      if (!names.insert(stream.name).second)
        fail(fmt::format("two streams are named {}", stream.name));
  }

  void check(const Item &item) {
    if (item.origin.location.line == 0 && item.origin.location != graph::SourceLocation())
      fail(fmt::format("a location in '{}' without a line", item.origin.location.file));
    if (const auto *assign = std::get_if<Assign>(&item.what)) {
      checkTarget(assign->target, assign->value, 0);
    } else if (const auto *reg = std::get_if<Register>(&item.what)) {
      checkTarget(reg->target, reg->next, 1);
    } else if (const auto *instance = std::get_if<Instance>(&item.what)) {
      try {
        checkInstance(*instance);
      } catch (const std::logic_error &error) {  // a parameter
        fail(fmt::format("instance {}: {}", instance->name, error.what()));
      }
    }
  }

  void checkTarget(NetId target, ExprId value, unsigned later) {
    ++drivers_[target];
    const Net &n = module_.nets[target];
    const Expr &expr = module_.exprs[value];
    if (expr.lanes != n.lanes)
      fail(fmt::format("{} of {} lanes is given {} lanes", nameOf(n), n.lanes, expr.lanes));
    if (expr.width != n.width)
      fail(fmt::format("{} of {} bits is given {} bits", nameOf(n), n.width, expr.width));
    const std::optional<Stage> from = stageOf(value, nameOf(n));
    if (from && n.segment != kNone && Stage{n.segment, n.stage} != Stage{from->segment, from->stage + later})
      fail(fmt::format("{} is made of values of stage {} of segment {}", nameOf(n), from->stage, from->segment));
  }

  /// The stage of all values in an expression that have one.
  std::optional<Stage> stageOf(ExprId id, const std::string &user) {
    const Expr &expr = module_.exprs[id];
    if (expr.kind == Expr::Kind::Net) {
      const Net &n = module_.nets[expr.net];
      return n.segment == kNone ? std::nullopt : std::optional(Stage{n.segment, n.stage + expr.delay});
    }
    std::optional<Stage> result;
    for (ExprId operand : expr.operands)
      meet(result, stageOf(operand, user), user);
    return result;
  }

  void meet(std::optional<Stage> &stage, const std::optional<Stage> &other, const std::string &user) {
    if (stage && other && *stage != *other)
      fail(fmt::format("{} joins stage {} of segment {} and stage {} of segment {}", user, stage->stage, stage->segment,
                       other->stage, other->segment));
    if (!stage)
      stage = other;
  }

  void checkInstance(const Instance &instance) {
    components::Values values;
    if (instance.component)
      values = components::complete(*instance.component, valuesOf(instance));
    const auto width = [&](uint32_t port) {
      return instance.component ? components::width(instance.component->ports[port], values)
                                : definition(instance).nets[definition(instance).ports[port].net].bits();
    };
    std::vector<unsigned> connections(portsOf(instance), 0);
    std::optional<Stage> in;
    for (const Connection &connection : instance.connections) {
      ++connections[connection.port];
      checkConnection(instance, connection, width(connection.port), in);
    }
    if (instance.lanes == 0 || (instance.lanes != 1 && !instance.streams.empty()))
      fail(fmt::format("{} has {} lanes and {} streams", instance.name, instance.lanes, instance.streams.size()));
    for (const StreamConnection &connection : instance.streams)
      checkStreamConnection(instance, connection, values, width, connections);
    for (uint32_t p = 0; p < connections.size(); ++p)
      if (connections[p] > 1 || (connections[p] == 0 && !isOutput(instance, p)))
        fail(fmt::format("port {} of {} has {} connections", portName(instance, p), instance.name, connections[p]));
    if (in && values.count("Latency"))
      checkResults(instance, {in->segment, in->stage + unsigned(values.at("Latency"))});
  }

  void checkConnection(const Instance &instance, const Connection &connection, unsigned wanted,
                       std::optional<Stage> &in) {
    unsigned bits = 0;
    const auto count = [&](unsigned width, unsigned lanes, bool output) {
      const auto more = bitsOnPort(instance, width, lanes, output);
      if (!more)
        fail(fmt::format("port {} of {} in {} lanes is connected to {} lanes", portName(instance, connection.port),
                         instance.name, instance.lanes, lanes));
      bits += more.value_or(0);
    };
    if (isOutput(instance, connection.port)) {
      for (NetId n : connection.nets) {
        count(module_.nets[n].width, module_.nets[n].lanes, true);
        ++drivers_[n];
      }
      if (connection.nets.empty())
        return;
    } else if (connection.value != kNone) {
      count(module_.exprs[connection.value].width, module_.exprs[connection.value].lanes, false);
      const auto stage = stageOf(connection.value, instance.name);
      if (instance.component && instance.component->kind == components::Kind::Operator)
        meet(in, stage, instance.name);
      else
        in = in ? in : stage;
    }
    if (bits != wanted)
      fail(fmt::format("port {} of {} has {} bits and is connected to {}", portName(instance, connection.port),
                       instance.name, wanted, bits));
  }

  template <class Width>
  void checkStreamConnection(const Instance &instance, const StreamConnection &connection,
                             const components::Values &values, Width width, std::vector<unsigned> &connections) {
    const StreamWiring wiring = wiringOf(&design_, instance, connection);
    for (StreamId s : connection.streams)
      ++(wiring.output ? producers_ : consumers_)[s];
    const uint64_t count =
        instance.component ? components::evaluate(instance.component->streams[connection.port].count, values) : 1;
    if (count != connection.streams.size())
      fail(fmt::format("{} has {} streams on a port for {}", instance.name, connection.streams.size(), count));
    const auto checkPort = [&](uint32_t port) {
      ++connections[port];
      if (connection.streams.empty())
        return;
      unsigned bits = 0;
      for (NetId n : netsOn(module_, wiring, port)) {
        if (n == kNone)
          return fail(
              fmt::format("a stream on port {} of {} lacks what it carries", portName(instance, port), instance.name));
        bits += module_.nets[n].bits();
        if (isOutput(instance, port))
          ++drivers_[n];
      }
      if (bits != width(port))
        fail(fmt::format("port {} of {} has {} bits and its streams {}", portName(instance, port), instance.name,
                         width(port), bits));
    };
    checkPort(wiring.valid);
    if (wiring.ready != kNone)
      checkPort(wiring.ready);
    for (const StreamWiring::Field &field : wiring.fields)
      checkPort(field.port);
  }

  void checkResults(const Instance &instance, Stage expected) {
    for (const Connection &connection : instance.connections)
      if (isOutput(instance, connection.port))
        for (NetId n : connection.nets)
          if (module_.nets[n].segment != kNone && Stage{module_.nets[n].segment, module_.nets[n].stage} != expected)
            fail(fmt::format("{} comes from {} at stage {}", net(n), instance.name, expected.stage));
  }

  void checkDrivers() {
    std::vector<bool> used(module_.nets.size(), false);
    const std::vector<bool> usedHere = usedExprs(module_);
    for (ExprId e = 0; e < module_.exprs.size(); ++e)
      if (usedHere[e] && module_.exprs[e].kind == Expr::Kind::Net)
        used[module_.exprs[e].net] = true;
    for (const Port &port : module_.ports)
      used[port.net] = true;
    for (const Stream &stream : module_.streams)
      used[stream.valid] = true;
    for (NetId n = 0; n < module_.nets.size(); ++n)
      if (drivers_[n] > 1 || (drivers_[n] == 0 && used[n]))
        fail(fmt::format("net {} has {} drivers", net(n), drivers_[n]));
  }

  void checkStreams() {
    for (StreamId s = 0; s < module_.streams.size(); ++s) {
      const Stream &stream = module_.streams[s];
      if (const std::string why = checkSelect(module_, stream); !why.empty())
        fail(why);
      if (producers_[s] != 1 || consumers_[s] != 1)
        fail(fmt::format("stream {} has {} producers and {} consumers", stream.name, producers_[s], consumers_[s]));
      if (stream.ready != kNone && drivers_[stream.ready] == 0)
        fail(fmt::format("nobody drives ready of stream {}", stream.name));
    }
  }

  const Design &design_;
  ModuleId id_;
  const Module &module_;
  std::vector<hls::Diagnostic> &defects_;
  std::vector<unsigned> drivers_, producers_, consumers_;
};

}  // namespace

std::vector<hls::Diagnostic> verify(const Design &design) {
  std::vector<hls::Diagnostic> defects;
  for (ModuleId m = 0; m < design.modules.size(); ++m)
    ModuleVerifier(design, m, defects).run();
  return defects.empty() ? findLoops(design) : defects;
}

}  // namespace weft::netlist
