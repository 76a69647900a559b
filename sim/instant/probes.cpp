// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/probes.h"

#include <algorithm>

#include "sim/instant/circuit.h"

namespace weft::instant {
namespace {

/// "credit_fifo in node_0_entry, load, sobel.cl:12".
std::string originOf(const netlist::Design &design, const netlist::Instance *instance) {
  for (const netlist::Module &module : design.modules)
    for (const netlist::Item &item : module.items)
      if (std::get_if<netlist::Instance>(&item.what) == instance)
        return instance->component->name + " in " + module.name +
               (item.origin == netlist::Origin() ? "" : ", " + describe(item.origin));
  return instance->component->name;
}

bool hasPath(const components::Component &component, const std::string &output) {
  return std::any_of(component.paths.begin(), component.paths.end(),
                     [&](const components::Path &path) { return path.output == output; });
}

class InstanceProbes {
public:
  InstanceProbes(const Circuit &circuit, const Instance &instance, std::vector<Probe> &probes)
      : circuit_(circuit), instance_(instance), component_(*instance.instance->component), probes_(probes),
        first_(uint32_t(probes.size())) {}

  void run() {
    values_ = components::complete(component_, netlist::valuesOf(*instance_.instance));
    const std::string origin = originOf(circuit_.design, instance_.instance);
    for (size_t pin = 0; pin < instance_.pins.size(); ++pin)
      if (instance_.isOutput[pin] && !hasPath(component_, portOf(pin).name) && isControl(pin))
        add(pin, origin);
    const auto bits = uint32_t(probes_.size());
    for (size_t pin = 0; pin < instance_.pins.size(); ++pin)
      if (instance_.isOutput[pin] && !hasPath(component_, portOf(pin).name))
        payload(pin, origin, bits);
  }

private:
  StorageId storage(size_t pin) const { return instance_.pins[pin]; }
  const components::Port &portOf(size_t pin) const { return component_.ports[instance_.places[pin].port]; }

  bool isControl(size_t pin) const {
    for (const components::StreamPort &stream : component_.streams)
      for (const components::StreamPort::Field &field : stream.fields)
        if (field.port == instance_.places[pin].port)
          return false;
    return circuit_.storages[storage(pin)].width == 1;
  }

  void add(size_t pin, const std::string &origin, uint32_t guard = kNone) {
    probes_.push_back({instance_.name, portOf(pin).name, instance_.places[pin].lo,
                       circuit_.storages[storage(pin)].width, storage(pin), guard, origin});
  }

  void payload(size_t pin, const std::string &origin, uint32_t bits) {
    for (const components::StreamPort &stream : component_.streams) {
      const bool single = stream.count.empty() || components::evaluate(stream.count, values_) == 1;
      const bool strobed = std::any_of(stream.fields.begin(), stream.fields.end(),
                                       [](const auto &field) { return field.name == "strb"; });
      if (!stream.output || !single || strobed)
        continue;
      for (const components::StreamPort::Field &field : stream.fields)
        if (field.port == instance_.places[pin].port)
          for (uint32_t guard = first_; guard < bits; ++guard)
            if (probes_[guard].port == component_.ports[stream.valid].name)
              add(pin, origin, guard);
    }
  }

  const Circuit &circuit_;
  const Instance &instance_;
  const components::Component &component_;
  components::Values values_;
  std::vector<Probe> &probes_;
  const uint32_t first_;
};

}  // namespace

std::vector<Probe> makeProbes(const Circuit &circuit) {
  std::vector<Probe> probes;
  for (const Instance &instance : circuit.instances)
    InstanceProbes(circuit, instance, probes).run();
  return probes;
}

}  // namespace weft::instant
