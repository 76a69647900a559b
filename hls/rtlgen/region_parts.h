// SPDX-License-Identifier: Apache-2.0
// What the top of a kernel's hardware has whether its pipeline stands in it or in compute units: the ports of
// kernel_region, configuration words, start and end of a launch. And what compute units and their top share.
#pragma once
#include <map>
#include <string>

#include "hls/netlist/build.h"
#include "hls/rtlgen/plan.h"

namespace weft::rtlgen {

using PortNets = std::map<std::string, netlist::NetId>;

PortNets regionPorts(netlist::Builder &b, const board::Description &board);
/// The net of all words.
netlist::NetId configurationWords(netlist::Builder &b, const PortNets &ports, unsigned count);
/// Values that depend on arguments only are computed before the start.
netlist::NetId delayedStart(netlist::Builder &b, const PortNets &ports, unsigned delay);
/// `over`: a launch that runs is at its end. `running`: a net for that.
void endOfLaunch(netlist::Builder &b, const PortNets &ports, netlist::NetId start, netlist::NetId running,
                 netlist::ExprId over);

/// A launch word of ndrange_dispatcher and its parts, whose port is called `<name>_i`.
struct LaunchWord {
  const char *name;
  uint32_t index;
};
const std::vector<LaunchWord> &launchWords();
/// Connects those that the component has. `words`: the net of all words.
void connectLaunchWords(netlist::Builder &b, netlist::InstanceBuilder &instance, const char *component,
                        netlist::NetId words);

/// A group on its way to a compute unit.
std::vector<netlist::Builder::Field> groupFields(const graph::Kernel &kernel);

/// A compute unit: a pipeline with its memories and access units. Its ports to device memory are those of
/// kernel_region, without what is constant.
struct UnitModule {
  netlist::Module module;
  PortNets ports;
  netlist::StreamId groups = netlist::kNone;
};

/// The module `kernel_region` round as many units as the kernel has; `id`: of the unit's module in the design.
netlist::Module makeUnitsRegion(const Plan &plan, const UnitModule &unit, netlist::ModuleId id);

}  // namespace weft::rtlgen
