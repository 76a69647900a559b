// SPDX-License-Identifier: Apache-2.0
#include "hls/components/component.h"

#include <algorithm>
#include <stdexcept>

#include "hls/components/declaration.h"

namespace weft::components {
namespace {

// Plain tables: a compiler takes minutes for as many initialisers of strings and vectors.
struct ParameterRow {
  std::string_view module, name;
  Parameter::Form form;
  bool local;
  std::string_view value;
};

struct PortRow {
  std::string_view module, name;
  bool output;
  std::string_view highBit;
};

constexpr ParameterRow kParameters[] = {
#define WEFT_PARAMETER(module, name, form, local, value) {#module, #name, Parameter::Form::form, local, value},
#define WEFT_PORT(module, name, output, highBit)
#include "component_headers.inc"
#undef WEFT_PARAMETER
#undef WEFT_PORT
};

constexpr PortRow kPorts[] = {
#define WEFT_PARAMETER(module, name, form, local, value)
#define WEFT_PORT(module, name, output, highBit) {#module, #name, output, highBit},
#include "component_headers.inc"
#undef WEFT_PARAMETER
#undef WEFT_PORT
};

void readHeader(Component &component) {
  for (const ParameterRow &row : kParameters)
    if (row.module == component.name)
      component.parameters.push_back({std::string(row.name), row.form, row.local, std::string(row.value)});
  for (const PortRow &row : kPorts)
    if (row.module == component.name)
      component.ports.push_back({std::string(row.name), row.output, std::string(row.highBit)});
  if (component.ports.empty())
    throw std::logic_error("rtl/ has no module " + component.name);
}

/// "data" for port "in_data_i" of stream "in"; empty if the port is none of the stream's.
std::string fieldOf(const std::string &port, const std::string &stream) {
  const std::string stem = port.substr(0, port.rfind('_'));
  if (stream.empty())
    return stem == "valid" || stem == "ready" || stem == "data" ? stem : "";
  return stem.starts_with(stream + "_") ? stem.substr(stream.size() + 1) : "";
}

void findPorts(const Component &component, StreamPort &stream) {
  bool found = false;
  for (uint32_t p = 0; p < component.ports.size(); ++p)
    if (fieldOf(component.ports[p].name, stream.name) == "valid") {
      stream.valid = p;
      stream.output = component.ports[p].output;
      found = true;
    }
  if (!found)
    throw std::logic_error(component.name + " has no valid port for its stream '" + stream.name + "'");
  for (uint32_t p = 0; p < component.ports.size(); ++p) {
    const Port &port = component.ports[p];
    const std::string field = fieldOf(port.name, stream.name);
    if (field.empty() || field == "valid")
      continue;
    if (field == "ready" && port.output != stream.output)
      stream.ready = p;
    else if (port.output == stream.output)
      stream.fields.push_back({field, p});
  }
}

Component make(const Declaration &declaration) {
  Component component;
  component.name = declaration.name;
  component.kind = declaration.kind;
  component.state = declaration.state;
  component.latency = declaration.latency;
  component.depth = declaration.depth;
  component.size = declaration.size;
  component.band = declaration.band;
  component.pathSize = declaration.pathSize ? declaration.pathSize : declaration.size;
  for (const MemoryDeclaration &memory : declaration.memories)
    component.memories.push_back({memory.width, memory.rows, memory.count, memory.restApart});
  readHeader(component);
  for (const StreamDeclaration &stream : declaration.streams) {
    component.streams.push_back({stream.name, stream.count, stream.half, false, 0, ~0u, {}});
    findPorts(component, component.streams.back());
  }
  for (const PathDeclaration &path : declaration.paths) {
    component.portIndex(path.output);
    component.paths.push_back({path.output, {}});
    for (const char *input : path.inputs) {
      component.portIndex(input);
      component.paths.back().inputs.push_back(input);
    }
  }
  return component;
}

}  // namespace

const std::vector<Component> &all() {
  static const std::vector<Component> components = [] {
    std::vector<Component> result;
    for (const Declaration &declaration : declarations())
      result.push_back(make(declaration));
    return result;
  }();
  return components;
}

const Component *find(std::string_view module) {
  static const std::map<std::string, const Component *, std::less<>> byName = [] {
    std::map<std::string, const Component *, std::less<>> result;
    for (const Component &component : all())
      result[component.name] = &component;
    return result;
  }();
  const auto found = byName.find(module);
  return found == byName.end() ? nullptr : found->second;
}

const Port *Component::port(std::string_view wanted) const {
  for (const Port &p : ports)
    if (p.name == wanted)
      return &p;
  return nullptr;
}

uint32_t Component::portIndex(std::string_view wanted) const {
  const Port *found = port(wanted);
  if (!found)
    throw std::logic_error(name + " has no port " + std::string(wanted));
  return uint32_t(found - ports.data());
}

const StreamPort *Component::stream(std::string_view wanted) const {
  for (const StreamPort &s : streams)
    if (s.name == wanted)
      return &s;
  return nullptr;
}

const Parameter *Component::parameter(std::string_view wanted) const {
  for (const Parameter &p : parameters)
    if (p.name == wanted)
      return &p;
  return nullptr;
}

Values complete(const Component &component, const Values &set) {
  Values values;
  for (const auto &[name, value] : set) {
    const Parameter *parameter = component.parameter(name);
    if (!parameter || parameter->local)
      throw std::logic_error(component.name + " has no parameter " + name + " that can be set");
  }
  for (const Parameter &parameter : component.parameters) {
    if (const auto given = set.find(parameter.name); given != set.end())
      values[parameter.name] = given->second;
    else if (parameter.form != Parameter::Form::Vector)
      values[parameter.name] = evaluate(parameter.value, values);
  }
  return values;
}

unsigned width(const Port &port, const Values &complete) {
  return port.highBit.empty() ? 1 : unsigned(evaluate(port.highBit, complete)) + 1;
}

}  // namespace weft::components
