// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/lockstep/pair.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "hls/netlist/netlist.h"

namespace weft::lockstep {
namespace {

unsigned digit(char c) { return c <= '9' ? unsigned(c - '0') : unsigned((c | 0x20) - 'a') + 10; }

/// The number or the vector that "5" or "32'hdeadbeef" is.
graph::Bits parseValue(const std::string &text) {
  const size_t radix = text.find("'h");
  if (radix == std::string::npos)
    return graph::Bits(32, std::stoull(text));
  graph::Bits value(unsigned(std::stoul(text.substr(0, radix))));
  for (unsigned i = 0; i + radix + 2 < text.size(); ++i)
    if (const unsigned width = std::min(4u, value.width() - 4 * i))
      value.insert(4 * i, graph::Bits(width, digit(text[text.size() - 1 - i])));
  return value;
}

/// A module that is one instance of the component.
netlist::Design designOf(const components::Component &component, const Unit &unit, const components::Values &values) {
  netlist::Module top;
  top.name = component.name;
  netlist::Instance instance;
  instance.name = "u";
  instance.component = &component;
  for (const auto &[name, value] : unit.parameters)
    instance.settings.push_back({name, parseValue(value)});
  for (uint32_t p = 0; p < component.ports.size(); ++p) {
    const components::Port &port = component.ports[p];
    netlist::Net net;
    net.name = port.name;
    net.width = components::width(port, values);
    net.port = p;
    top.nets.push_back(net);
    top.ports.push_back({p, port.output});
    netlist::Expr use;
    use.kind = netlist::Expr::Kind::Net;
    use.width = net.width;
    use.net = p;
    top.exprs.push_back(use);
    instance.connections.push_back(port.output ? netlist::Connection{p, netlist::kNone, {p}}
                                               : netlist::Connection{p, p, {}});
  }
  netlist::Item item;
  item.what = std::move(instance);
  top.items.push_back(std::move(item));
  netlist::Design design;
  design.modules.push_back(std::move(top));
  return design;
}

const components::Component &findComponent(const std::string &name) {
  const components::Component *found = components::find(name);
  if (!found)
    throw std::logic_error("no component " + name);
  return *found;
}

}  // namespace

std::vector<Unit> componentUnits() {
  std::vector<Unit> all = units();
  std::erase_if(all, [](const Unit &unit) { return !components::find(unit.component); });
  std::sort(all.begin(), all.end(), [](const Unit &a, const Unit &b) { return a.name() < b.name(); });
  return all;
}

Pair::Pair(const Unit &unit) : component_(findComponent(unit.component)), rtl_(unit.makeRtl()) {
  components::Values set;
  for (const auto &[name, value] : unit.parameters)
    if (value.find('\'') == std::string::npos)
      set[name] = std::stoull(value);
  values_ = components::complete(component_, set);
  for (const RtlPort &port : rtl_->ports) {
    if (port.width != components::width(component_.ports[component_.portIndex(port.name)], values_))
      throw std::logic_error(unit.name() + ": width of " + port.name);
    const std::vector<Word> zero(wordsOf(port.width));
    const bool ofPath = std::any_of(component_.paths.begin(), component_.paths.end(),
                                    [&](const components::Path &path) { return path.output == port.name; });
    ports_.push_back({port.name, port.output, ofPath, port.width, zero, zero, port.storage});
  }
  countLanes(set);
  if (component_.port("clk_i"))
    clock_ = &port("clk_i");
  // Both kinds of code, and the change from one to the other.
  constexpr uint64_t kCyclesToFastCode = 3000;
  auto design = designOf(component_, unit, values_);
  simulation_.emplace(std::make_shared<const instant::CompiledNetlist>(std::move(design), kCyclesToFastCode));
  for (Port &port : ports_)
    if (port.output)
      port.shown = simulation_->output(port.name);
    else
      port.driven = simulation_->input(port.name);
}

void Pair::countLanes(const components::Values &set) {
  for (const components::StreamPort &stream : component_.streams) {
    if (!values_.contains(stream.count))
      continue;
    const auto streams = unsigned(values_.at(stream.count));
    components::Values more = set;
    more[stream.count] = streams + 1;
    more = components::complete(component_, more);
    if (stream.ready != ~0u)
      port(component_.ports[stream.ready].name).lanes = std::max(1u, streams);
    for (const components::StreamPort::Field &field : stream.fields) {
      const components::Port &declared = component_.ports[field.port];
      // One more stream makes it wider, unless all show the same.
      if (streams > 1 && components::width(declared, more) != components::width(declared, values_))
        port(declared.name).lanes = streams;
    }
  }
}

Port &Pair::port(std::string_view name) {
  for (Port &port : ports_)
    if (port.name == name)
      return port;
  throw std::logic_error(component_.name + " has no port " + std::string(name));
}

void Pair::driveRtl() {
  for (Port &port : ports_)
    if (!port.output)
      std::memcpy(port.storage, port.value.data(), (port.width + 7) / 8);
}

void Pair::readRtl() {
  for (Port &port : ports_)
    if (port.output)
      std::memcpy(port.value.data(), port.storage, (port.width + 7) / 8);
}

void Pair::driveModel() {
  for (Port &port : ports_)
    if (!port.output)
      std::copy(port.value.begin(), port.value.end(), port.driven);
}

void Pair::settleModel() {
  simulation_->settle();
  simulation_->outputs();
}

bool Pair::inputsChange() const {
  return std::any_of(ports_.begin(), ports_.end(), [](const Port &port) {
    return !port.output && !std::equal(port.value.begin(), port.value.end(), port.driven);
  });
}

void Pair::settle() {
  driveRtl();
  settleRtl();
  readRtl();
  inputsChanged_ = inputsChange();
  leftOut_ = resting_ && !inputsChanged_;
  leftOutCycles_ += leftOut_;
  if (leftOut_)
    return;
  driveModel();
  settleModel();
  for (Port &port : ports_)
    if (port.output)
      std::copy_n(port.shown, port.model.size(), port.model.begin());
  lookWhetherResting();
}

void Pair::tickRtl() {
  if (!clock_)
    return;
  *static_cast<uint8_t *>(clock_->storage) = 1;
  rtl_->eval();
}

void Pair::tick() {
  tickRtl();
  readRtl();
  if (leftOut_)
    return;
  tickModel();
  checkPaths();
}

/// In the cycle of a tick others still read what evaluate() has set.
void Pair::checkPaths() const {
  for (const Port &port : ports_)
    if (port.ofPath && !std::equal(port.model.begin(), port.model.end(), port.shown))
      throw std::logic_error(component_.name + ": tick() sets " + port.name + ", which only evaluate() may");
}

/// Compares with the same place in the cycle before: inputs and outputs are part of the state. Looked at in every
/// cycle, and as soon as inputs stay, so that no state that is missing in the list has the time to come to rest.
void Pair::lookWhetherResting() {
  resting_ = !inputsChanged_ && remembered_ && simulation_->isAsRemembered();
  remembered_ = simulation_->remember();
}

}  // namespace weft::lockstep
