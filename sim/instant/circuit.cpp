// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/circuit.h"

#include <algorithm>
#include <bit>
#include <set>

#include "sim/instant/circuit_builder.h"
#include "sim/instant/components/model.h"
#include "sim/instant/fifo_code.h"

namespace weft::instant {

/// Stands for the nets of one component while a first model is made to learn what it asks for.
class CircuitBuilder::Recorder final : public Wiring {
public:
  Recorder(const FlatComponent &component, Requests &requests) : component_(component), requests_(requests) {}

  uint64_t parameter(std::string_view name) const override {
    const auto found = component_.values.find(name);
    if (found == component_.values.end())
      throw std::logic_error(component_.name + ": no parameter " + std::string(name));
    return found->second;
  }

  std::vector<Word> vectorParameter(std::string_view name) const override {
    return instant::vectorParameter(*component_.instance, name);
  }

  const Word *input(std::string_view port, unsigned share, unsigned count) override {
    return request(false, port, share, count);
  }
  Word *output(std::string_view port, unsigned share, unsigned count) override {
    return request(true, port, share, count);
  }
  Word *busy(std::initializer_list<std::string_view> inputs) override {
    requests_.mayRest = true;
    requests_.wakes.insert(inputs.begin(), inputs.end());
    return scratch(1);
  }

private:
  Word *request(bool output, std::string_view name, unsigned share, unsigned count) {
    const uint32_t port = component_.instance->component->portIndex(name);
    const unsigned width = components::width(component_.instance->component->ports[port], component_.values);
    requests_.pins.push_back({output, port, share, count, width / count});
    return scratch(wordsOf(width));
  }

  Word *scratch(unsigned words) {
    scratch_.push_back(std::make_unique<Word[]>(words));
    return scratch_.back().get();
  }

  const FlatComponent &component_;
  Requests &requests_;
  std::vector<std::unique_ptr<Word[]>> scratch_;
};

std::vector<Word> vectorParameter(const netlist::Instance &instance, std::string_view name) {
  for (const netlist::Setting &setting : instance.settings)
    if (setting.parameter == name) {
      std::vector<Word> words(wordsOf(setting.value.width()));
      for (unsigned i = 0; i < words.size(); ++i)
        words[i] = setting.value.word(i);
      return words;
    }
  throw std::logic_error(instance.name + ": parameter " + std::string(name) + " is not set");
}

StorageId CircuitBuilder::newStorage(std::string name, unsigned width, bool uniform) {
  circuit_.storages.push_back({std::move(name), width, uniform});
  return StorageId(circuit_.storages.size() - 1);
}

void CircuitBuilder::inputs() {
  const Scope &top = flat_.scopes[0];
  for (const netlist::Port &port : top.module->ports)
    if (!port.output) {
      const netlist::Net &net = top.module->nets[port.net];
      const StorageId storage = inputs_[top.firstNet + port.net] = newStorage(net.name, net.bits());
      circuit_.inputs.push_back({net.name, storage});
      if (port.net == netlist::resetOf(*top.module))
        circuit_.reset = storage;
    }
}

/// Configuration words are what values that are the same for a whole launch are made of.
bool isUniform(const components::Component &component, const components::Port &port) {
  return component.name == "kernel_config" && port.name == "words_o";
}

void CircuitBuilder::recordFifo(Recorder &recorder, const FifoPorts &ports) {
  for (const char *input : {ports.reset, ports.push, ports.data, ports.pop})
    recorder.input(input, 0, 1);
  for (const char *output : {ports.room, ports.valid, ports.front})
    recorder.output(output, 0, 1);
  for (const char *input : {ports.reserve, ports.release})
    if (input != nullptr)
      recorder.input(input, 0, 1);
}

Fifo CircuitBuilder::fifo(const FlatComponent &component) {
  Fifo fifo;
  fifo.depth = unsigned(component.values.at("Depth"));
  fifo.rows = std::bit_ceil(fifo.depth);
  fifo.words = wordsOf(unsigned(component.values.at("Width")));
  fifo.deep = fifo.depth > component.values.at("SmallDepth");
  const auto storage = [&](const char *name, unsigned width) { return newStorage(component.name + name, width); };
  fifo.written = storage(".written", 64);
  fifo.read = storage(".read", 64);
  if (fifoPorts(component.instance->component->name)->reserve != nullptr)
    fifo.free = storage(".free", 64);
  fifo.memory = storage(".rows", 64 * fifo.words * fifo.rows);
  if (fifo.deep)
    fifo.older = storage(".older", 64);
  fifo.unsettled = storage(".unsettled", 1);
  return fifo;
}

void CircuitBuilder::requestPins() {
  for (const FlatComponent &component : flat_.components) {
    const components::Component &declared = *component.instance->component;
    if (isWired(declared)) {
      requests_.emplace_back();
      continue;
    }
    requests_.emplace_back();
    Recorder recorder(component, requests_.back());
    if (const FifoPorts *ports = fifoPorts(declared.name)) {
      recordFifo(recorder, *ports);
    } else {
      const MakeModel make = findModel(declared.name);
      if (!make)
        throw Unsupported(component.name + ": component " + declared.name + " has no model");
      make(recorder);
    }
    for (Request &request : requests_.back().pins)
      if (request.output) {
        const components::Port &port = declared.ports[request.port];
        std::string name = component.name + "." + port.name;
        if (request.count > 1)
          name += "[" + std::to_string(request.share) + "]";
        request.storage = newStorage(std::move(name), request.width, isUniform(declared, port));
      }
    if (fifoPorts(declared.name))
      requests_.back().fifo = fifo(component);
  }
}

SignalId CircuitBuilder::inputSignal(uint32_t component, uint32_t port, unsigned share, unsigned count,
                                     std::optional<Position> &leaves) {
  const FlatComponent &owner = flat_.components[component];
  const auto found = owner.inputs.find(port);
  if (found == owner.inputs.end())
    throw std::logic_error(owner.name + ": an input is not connected");
  const Driver &driver = found->second;
  const auto [known, isNew] = ports_.try_emplace({component, port}, kNone);
  if (driver.kind == Driver::Kind::Nets && driver.nets.size() == count)
    return now(driver.nets[share]);
  if (driver.kind == Driver::Kind::Expression)
    leaves = positionOf(driver.place);
  if (isNew) {
    std::vector<SignalId> parts;
    for (FlatNet net : driver.nets)
      parts.push_back(now(net));
    ports_[{component, port}] = driver.kind == Driver::Kind::Nets ? signals_.concat(std::move(parts))
                                : leaves                          ? token(driver.place, *leaves)
                                                                  : now(driver.place);
  }
  const SignalId whole = ports_[{component, port}];
  const unsigned width = signals_.width(whole) / count;
  return signals_.slice(whole, share * width, width);
}

StorageId CircuitBuilder::inputPin(uint32_t component, uint32_t port, unsigned share, unsigned count) {
  std::optional<Position> leaves;
  const SignalId value = inputSignal(component, port, share, count, leaves);
  const std::string name =
      flat_.components[component].name + "." + flat_.components[component].instance->component->ports[port].name;
  if (leaves)
    return leave(value, *leaves, name);
  if (signals_.at(value).kind == Signal::Kind::Storage)
    return signals_.at(value).storage;
  const StorageId pin = newStorage(name, signals_.width(value), signals_.at(value).uniform);
  circuit_.assignments.push_back({pin, value});
  return pin;
}

void CircuitBuilder::connectPins() {
  for (uint32_t c = 0; c < flat_.components.size(); ++c) {
    const FlatComponent &component = flat_.components[c];
    const components::Component &declared = *component.instance->component;
    if (isWired(declared)) {
      mergeRegisters(c);
      continue;
    }
    Instance instance;
    instance.name = component.name;
    instance.instance = component.instance;
    instance.fifo = requests_[c].fifo;
    if (requests_[c].mayRest)
      instance.busy = newStorage(component.name + ".busy", 1);
    instance.pathInputs.resize(declared.paths.size());
    instance.pathOutputs.resize(declared.paths.size());
    for (const Request &request : requests_[c].pins) {
      const std::string &name = declared.ports[request.port].name;
      if (requests_[c].wakes.count(name))
        instance.wakes.push_back(instance.pins.size());
      const StorageId pin = request.output ? request.storage : inputPin(c, request.port, request.share, request.count);
      instance.pins.push_back(pin);
      instance.isOutput.push_back(request.output);
      instance.places.push_back({request.port, request.share * request.width});
      for (size_t p = 0; p < declared.paths.size(); ++p) {
        const components::Path &path = declared.paths[p];
        if (request.output && name == path.output)
          instance.pathOutputs[p].push_back(pin);
        else if (std::find(path.inputs.begin(), path.inputs.end(), name) != path.inputs.end())
          instance.pathInputs[p].push_back(pin);
      }
    }
    circuit_.instances.push_back(std::move(instance));
  }
}

/// Looking at one register's next value may find another register.
void CircuitBuilder::registers() {
  std::set<uint32_t> done;
  for (bool more = true; more;) {
    more = false;
    const std::map<uint32_t, StorageId> found = registers_;
    for (const auto &[index, storage] : found) {
      if (!done.insert(index).second)
        continue;
      more = true;
      const FlatRegister &reg = flat_.registers[index];
      const Place next{reg.scope, reg.reg->next};
      const std::string name = circuit_.storages[storage].name + ".next";
      if (const auto at = positionOf(next))
        circuit_.registers.push_back({storage, leave(token(next, *at), *at, name), reg.reg->reset});
      else
        addRegister(storage, now(next), reg.reg->reset);
    }
  }
}

void CircuitBuilder::addRegister(StorageId current, SignalId next, bool reset) {
  const StorageId target = newStorage(circuit_.storages[current].name + ".next", signals_.width(next));
  circuit_.assignments.push_back({target, next});
  circuit_.registers.push_back({current, target, reset});
}

void CircuitBuilder::outputs() {
  const Scope &top = flat_.scopes[0];
  for (const netlist::Port &port : top.module->ports) {
    if (!port.output)
      continue;
    const SignalId value = now(top.firstNet + port.net);
    const std::string &name = top.module->nets[port.net].name;
    StorageId storage = signals_.at(value).storage;
    if (signals_.at(value).kind != Signal::Kind::Storage) {
      storage = newStorage(name, signals_.width(value));
      circuit_.outputAssignments.push_back({storage, value});
    }
    circuit_.outputs.push_back({name, storage});
  }
}

/// A captured value must be looked at in the cycle in which the token is there.
void CircuitBuilder::addCaptureStages(uint32_t segment) {
  auto &stages = leaving_[segment];
  stages[0];
  std::vector<SignalId> open;
  for (const auto &[stage, assignments] : stages)
    for (const Assignment &assignment : assignments)
      open.push_back(assignment.value);
  std::vector<bool> seen(circuit_.signals.size());
  while (!open.empty()) {
    const SignalId id = open.back();
    open.pop_back();
    if (seen[id])
      continue;
    seen[id] = true;
    const Signal &signal = signals_.at(id);
    if (signal.segment == segment)
      stages[signal.stage];
    if (signal.kind != Signal::Kind::Capture)
      open.insert(open.end(), signal.operands.begin(), signal.operands.end());
  }
}

void CircuitBuilder::segments() {
  for (const FlatSegment &from : flat_.segments) {
    const Scope &scope = flat_.scopes[from.scope];
    circuit_.segments.push_back({scope.path + "s" + std::to_string(from.segment),
                                 scope.module->segments[from.segment].latency,
                                 signals_.conjunction(arriving(from.arriving), now(from.credit)),
                                 {}});
  }
}

void CircuitBuilder::events() {
  for (uint32_t s = 0; s < circuit_.segments.size(); ++s) {
    addCaptureStages(s);
    for (auto &[stage, assignments] : leaving_[s])
      circuit_.segments[s].events.push_back({stage, std::move(assignments)});
  }
}

/// What is the same for a whole launch is computed once for it, not for each token.
void CircuitBuilder::keepUniform() {
  const auto isComputed = [&](SignalId id) {
    const Signal &signal = signals_.at(id);
    return signal.uniform && (signal.kind == Signal::Kind::Operation || signal.kind == Signal::Kind::Operator);
  };
  const auto keep = [&](SignalId id) {
    if (!isComputed(id) || circuit_.kept.count(id))
      return;
    const StorageId storage = newStorage("uniform" + std::to_string(id), signals_.width(id), true);
    circuit_.kept[id] = storage;
    circuit_.assignments.push_back({storage, id});
  };
  for (SignalId id = 0; id < circuit_.signals.size(); ++id)
    if (!signals_.at(id).uniform)
      for (SignalId operand : signals_.at(id).operands)
        keep(operand);
  for (const Segment &segment : circuit_.segments)
    for (const Event &event : segment.events)
      for (const Assignment &assignment : event.assignments)
        keep(assignment.value);
}

void CircuitBuilder::run() {
  leaving_.resize(flat_.segments.size());
  inputs();
  requestPins();
  connectPins();
  outputs();
  segments();
  registers();
  events();
  keepUniform();
}

Circuit makeCircuit(netlist::Design design) {
  Circuit circuit;
  circuit.design = std::move(design);
  const Flat flat = flatten(circuit.design);
  CircuitBuilder(flat, circuit).run();
  return circuit;
}

}  // namespace weft::instant
