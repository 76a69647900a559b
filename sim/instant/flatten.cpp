// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/flatten.h"

#include "hls/netlist/widths.h"

namespace weft::instant {

using netlist::Connection;
using netlist::ExprId;
using netlist::Item;
using netlist::NetId;
using netlist::StreamConnection;
using netlist::StreamWiring;

namespace {

class Flattener {
public:
  explicit Flattener(const netlist::Design &design) : design_(design) {}

  Flat run() {
    const uint32_t top = addScope(design_.modules.back(), "");
    for (const netlist::Port &port : design_.modules.back().ports)
      if (!port.output)
        flat_.drivers[flatNet(top, port.net)].kind = Driver::Kind::Input;
    scope(top);
    return std::move(flat_);
  }

private:
  FlatNet flatNet(uint32_t scope, NetId net) const { return flat_.scopes[scope].firstNet + net; }

  uint32_t addScope(const netlist::Module &module, const std::string &path) {
    const auto id = uint32_t(flat_.scopes.size());
    flat_.scopes.push_back({&module, path, FlatNet(flat_.drivers.size()), uint32_t(flat_.segments.size())});
    flat_.drivers.resize(flat_.drivers.size() + module.nets.size());
    flat_.scopeOfNet.resize(flat_.drivers.size(), id);
    for (netlist::SegmentId s = 0; s < module.segments.size(); ++s)
      flat_.segments.push_back({id, s, {}, {}});
    return id;
  }

  void scope(uint32_t id) {
    for (const Item &item : flat_.scopes[id].module->items) {
      if (const auto *assign = std::get_if<netlist::Assign>(&item.what)) {
        drive(id, assign->target, {.kind = Driver::Kind::Expression, .place = {id, assign->value}});
      } else if (const auto *reg = std::get_if<netlist::Register>(&item.what)) {
        drive(id, reg->target, {.kind = Driver::Kind::Register, .index = uint32_t(flat_.registers.size())});
        flat_.registers.push_back({reg, id});
      } else if (const auto *instance = std::get_if<netlist::Instance>(&item.what)) {
        if (!instance->component)
          module(id, *instance);
        else if (instance->component->kind == components::Kind::Operator)
          oper(id, *instance);
        else if (item.segment != netlist::kNone && instance->component->name == "segment_ctrl")
          control(id, *instance, flat_.scopes[id].firstSegment + item.segment);
        else
          component(id, *instance);
      }
    }
  }

  void drive(uint32_t scope, NetId net, Driver driver) { flat_.drivers[flatNet(scope, net)] = std::move(driver); }

  /// Nets that take the bits of something wider, the first in the low bits.
  template <class MakeDriver> void driveParts(uint32_t scope, const std::vector<NetId> &nets, MakeDriver make) {
    unsigned lo = 0;
    for (NetId net : nets) {
      if (net == netlist::kNone)
        continue;
      drive(scope, net, make(lo));
      lo += flat_.scopes[scope].module->nets[net].bits();
    }
  }

  /// All that an instance's ports are connected to: `in` gets a port and its driver, `out` a port and nets.
  template <class In, class Out> void connections(uint32_t scope, const netlist::Instance &instance, In in, Out out) {
    const netlist::Module &module = *flat_.scopes[scope].module;
    for (const Connection &connection : instance.connections)
      if (connection.value != netlist::kNone)
        in(connection.port, Driver{.kind = Driver::Kind::Expression, .place = {scope, connection.value}});
      else
        out(connection.port, connection.nets);
    for (const StreamConnection &connection : instance.streams) {
      const StreamWiring wiring = netlist::wiringOf(&design_, instance, connection);
      const auto forward = [&](uint32_t port, bool output) {
        const std::vector<NetId> nets = netlist::netsOn(module, wiring, port);
        if (output)
          return out(port, nets);
        Driver driver{.kind = Driver::Kind::Nets};
        for (NetId net : nets)
          if (net != netlist::kNone)
            driver.nets.push_back(flatNet(scope, net));
        in(port, driver);
      };
      forward(wiring.valid, wiring.output);
      if (wiring.ready != netlist::kNone)
        forward(wiring.ready, !wiring.output);
      for (const StreamWiring::Field &field : wiring.fields)
        forward(field.port, wiring.output);
    }
  }

  void module(uint32_t outer, const netlist::Instance &instance) {
    const netlist::Module &inside = design_.modules[instance.module];
    const uint32_t inner = addScope(inside, flat_.scopes[outer].path + instance.name + ".");
    connections(
        outer, instance, [&](uint32_t port, Driver driver) { drive(inner, inside.ports[port].net, std::move(driver)); },
        [&](uint32_t port, const std::vector<NetId> &nets) {
          const FlatNet source = flatNet(inner, inside.ports[port].net);
          driveParts(outer, nets,
                     [&](unsigned lo) { return Driver{.kind = Driver::Kind::Part, .nets = {source}, .lo = lo}; });
        });
    scope(inner);
  }

  void component(uint32_t scope, const netlist::Instance &instance) {
    const auto index = uint32_t(flat_.components.size());
    flat_.components.push_back({flat_.scopes[scope].path + instance.name,
                                &instance,
                                components::complete(*instance.component, netlist::valuesOf(instance)),
                                {}});
    connections(
        scope, instance,
        [&](uint32_t port, Driver driver) { flat_.components[index].inputs[port] = std::move(driver); },
        [&](uint32_t port, const std::vector<NetId> &nets) {
          driveParts(scope, nets, [&](unsigned lo) {
            return Driver{.kind = Driver::Kind::Output, .lo = lo, .component = index, .port = port};
          });
        });
  }

  void oper(uint32_t scope, const netlist::Instance &instance) {
    const auto index = uint32_t(flat_.operators.size());
    const auto values = components::complete(*instance.component, netlist::valuesOf(instance));
    FlatOperator result{&instance, scope, unsigned(values.at("Latency")), {}};
    for (const char *port : {"a_i", "b_i", "c_i"})
      if (instance.component->port(port))
        result.operands.push_back(operand(instance, instance.component->portIndex(port)));
    for (const Connection &connection : instance.connections)
      for (NetId net : connection.nets)
        drive(scope, net, {.kind = Driver::Kind::Operator, .port = connection.port, .index = index});
    flat_.operators.push_back(std::move(result));
  }

  static ExprId operand(const netlist::Instance &instance, uint32_t port) {
    for (const Connection &connection : instance.connections)
      if (connection.port == port)
        return connection.value;
    throw std::logic_error(instance.name + ": an operand is not connected");
  }

  void control(uint32_t scope, const netlist::Instance &instance, uint32_t segment) {
    FlatSegment &result = flat_.segments[segment];
    connections(
        scope, instance,
        [&](uint32_t port, const Driver &driver) {
          const std::string &name = instance.component->ports[port].name;
          if (name == "in_valid_i")
            result.arriving = driver.place;
          else if (name == "credit_i")
            result.credit = driver.place;
        },
        [](uint32_t, const std::vector<NetId> &) {});
    for (const Connection &connection : instance.connections)
      for (NetId net : connection.nets) {
        const bool ready = instance.component->ports[connection.port].name == "in_ready_o";
        drive(scope, net,
              ready ? Driver{.kind = Driver::Kind::Expression, .place = result.credit}
                    : Driver{.kind = Driver::Kind::Valid, .segment = segment});
      }
  }

  const netlist::Design &design_;
  Flat flat_;
};

}  // namespace

Flat flatten(const netlist::Design &design) { return Flattener(design).run(); }

}  // namespace weft::instant
