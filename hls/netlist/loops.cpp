// SPDX-License-Identifier: Apache-2.0
// Combinational loops: a search over nets, through expressions, components' unregistered paths and whole modules.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hls/netlist/verify.h"
#include "hls/netlist/widths.h"

namespace weft::netlist {
namespace {

/// By output port of a module: the input ports that it depends on within a cycle.
using Summary = std::map<uint32_t, std::vector<uint32_t>>;

class LoopSearch {
public:
  LoopSearch(const Design &design, ModuleId id, const std::vector<Summary> &summaries)
      : design_(design), module_(design.modules[id]), summaries_(summaries), sources_(module_.nets.size()) {
    for (const Item &item : module_.items)
      if (const auto *assign = std::get_if<Assign>(&item.what))
        addLeaves(assign->value, sources_[assign->target]);
      else if (const auto *instance = std::get_if<Instance>(&item.what))
        add(*instance);
  }

  /// Names along a loop, or nothing.
  std::string find() {
    enum : uint8_t { New, Open, Done };
    std::vector<uint8_t> state(module_.nets.size(), New);
    std::vector<std::pair<NetId, size_t>> path;
    for (NetId start = 0; start < module_.nets.size(); ++start) {
      if (state[start] != New)
        continue;
      path.push_back({start, 0});
      state[start] = Open;
      while (!path.empty()) {
        auto &[net, next] = path.back();
        if (next == sources_[net].size()) {
          state[net] = Done;
          path.pop_back();
          continue;
        }
        const NetId source = sources_[net][next++];
        if (state[source] == Open)
          return describe(path, source);
        if (state[source] == New) {
          state[source] = Open;
          path.push_back({source, 0});
        }
      }
    }
    return {};
  }

  Summary summary() const {
    std::map<NetId, uint32_t> inputs;
    for (uint32_t p = 0; p < module_.ports.size(); ++p)
      if (!module_.ports[p].output)
        inputs[module_.ports[p].net] = p;
    Summary result;
    std::vector<uint32_t> seen(module_.nets.size(), kNone);
    for (uint32_t p = 0; p < module_.ports.size(); ++p) {
      if (!module_.ports[p].output)
        continue;
      std::vector<NetId> open = {module_.ports[p].net};
      while (!open.empty()) {
        const NetId net = open.back();
        open.pop_back();
        if (seen[net] == p)
          continue;
        seen[net] = p;
        if (const auto input = inputs.find(net); input != inputs.end())
          result[p].push_back(input->second);
        open.insert(open.end(), sources_[net].begin(), sources_[net].end());
      }
    }
    return result;
  }

private:
  void addLeaves(ExprId id, std::vector<NetId> &leaves) const {
    const Expr &expr = module_.exprs[id];
    if (expr.kind == Expr::Kind::Net && expr.delay == 0)
      leaves.push_back(expr.net);
    for (ExprId operand : expr.operands)
      addLeaves(operand, leaves);
  }

  /// Nets on each port.
  std::map<uint32_t, std::vector<NetId>> netsOf(const Instance &instance) const {
    std::map<uint32_t, std::vector<NetId>> nets;
    for (const Connection &connection : instance.connections) {
      if (connection.value != kNone)
        addLeaves(connection.value, nets[connection.port]);
      nets[connection.port].insert(nets[connection.port].end(), connection.nets.begin(), connection.nets.end());
    }
    for (const StreamConnection &connection : instance.streams) {
      const StreamWiring wiring = wiringOf(&design_, instance, connection);
      nets[wiring.valid] = netsOn(module_, wiring, wiring.valid);
      if (wiring.ready != kNone)
        nets[wiring.ready] = netsOn(module_, wiring, wiring.ready);
      for (const StreamWiring::Field &field : wiring.fields)
        nets[field.port] = netsOn(module_, wiring, field.port);
    }
    return nets;
  }

  void add(const Instance &instance) {
    const auto nets = netsOf(instance);
    const auto connect = [&](uint32_t output, uint32_t input) {
      const auto out = nets.find(output), in = nets.find(input);
      if (out == nets.end() || in == nets.end())
        return;
      for (NetId net : out->second)
        sources_[net].insert(sources_[net].end(), in->second.begin(), in->second.end());
    };
    if (!instance.component) {
      for (const auto &[output, inputs] : summaries_[instance.module])
        for (uint32_t input : inputs)
          connect(output, input);
      return;
    }
    for (const components::Path &path : instance.component->paths)
      for (const std::string &input : path.inputs)
        connect(instance.component->portIndex(path.output), instance.component->portIndex(input));
  }

  std::string describe(const std::vector<std::pair<NetId, size_t>> &path, NetId back) const {
    std::string text = nameOf(module_.nets[back]);
    for (size_t i = path.size(); i-- > 0;) {
      text += " <- " + nameOf(module_.nets[path[i].first]);
      if (path[i].first == back)
        break;
    }
    return fmt::format("netlist: module {}: a combinational loop: {}", module_.name, text);
  }

  const Design &design_;
  const Module &module_;
  const std::vector<Summary> &summaries_;
  std::vector<std::vector<NetId>> sources_;  // by net: what it depends on within a cycle
};

}  // namespace

std::vector<hls::Diagnostic> findLoops(const Design &design) {
  std::vector<Summary> summaries;
  for (ModuleId m = 0; m < design.modules.size(); ++m) {
    LoopSearch search(design, m, summaries);
    if (std::string loop = search.find(); !loop.empty())
      return {hls::internalDefect(loop)};
    summaries.push_back(search.summary());
  }
  return {};
}

}  // namespace weft::netlist
