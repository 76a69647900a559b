// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/region_parts.h"

#include "weft_abi.h"

namespace weft::rtlgen {

using namespace graph;
using netlist::Builder;
using netlist::ExprId;
using netlist::NetId;

PortNets regionPorts(Builder &b, const board::Description &board) {
  PortNets ports;
  for (const abi::Port &port : abi::kernelRegionPorts(board.portBits, board.memoryAddressBits, board.ports))
    ports[port.name] = port.output ? b.output(port.name, port.width) : b.input(port.name, port.width);
  return ports;
}

NetId configurationWords(Builder &b, const PortNets &ports, unsigned count) {
  b.title("Configuration words");
  const NetId words = b.wire("words", count * 64);
  auto instance = b.instance("kernel_config", "u_config");
  instance.set("NumWords", count);
  for (const char *port : {"cfg_valid_i", "cfg_addr_i", "cfg_data_i"})
    instance.in(port, b.use(ports.at(port)));
  instance.out("words_o", {words}).add();
  return words;
}

NetId delayedStart(Builder &b, const PortNets &ports, unsigned delay) {
  const NetId start = b.wire("start"), pulse = ports.at("start_i");
  if (delay < 2) {  // the first token is later than that anyway
    b.assign(start, b.use(pulse));
    return start;
  }
  const NetId shift = b.wire("start_q", delay);
  b.reg(shift, b.concat({b.use(pulse), b.slice(b.use(shift), 0, delay - 1)}), true);
  b.assign(start, b.slice(b.use(shift), delay - 1, 1));
  return start;
}

void endOfLaunch(Builder &b, const PortNets &ports, NetId start, NetId running, ExprId over) {
  const NetId done = ports.at("done_o");
  b.reg(done, b.conjunction({b.use(running), over, b.inverse(b.use(done))}), true);
  b.reg(running, b.disjunction({b.use(start), b.conjunction({b.use(running), b.inverse(b.use(done))})}), true);
}

const std::vector<LaunchWord> &launchWords() {
  static const std::vector<LaunchWord> words = {
      {"global_offset_x", abi::word::GLOBAL_OFFSET_X}, {"global_offset_y", abi::word::GLOBAL_OFFSET_Y},
      {"global_offset_z", abi::word::GLOBAL_OFFSET_Z}, {"local_size_x", abi::word::LOCAL_SIZE_X},
      {"local_size_y", abi::word::LOCAL_SIZE_Y},       {"local_size_z", abi::word::LOCAL_SIZE_Z},
      {"num_groups_x", abi::word::NUM_GROUPS_X},       {"num_groups_y", abi::word::NUM_GROUPS_Y},
      {"num_groups_z", abi::word::NUM_GROUPS_Z},       {"group_size", abi::word::GROUP_SIZE},
      {"group_shift", abi::word::GROUP_SHIFT},         {"groups_max", abi::word::GROUPS_MAX}};
  return words;
}

void connectLaunchWords(Builder &b, netlist::InstanceBuilder &instance, const char *component, NetId words) {
  for (const auto &[name, index] : launchWords())
    if (const std::string port = std::string(name) + "_i"; components::find(component)->port(port))
      instance.in(port, b.slice(b.use(words), index * 64, 32));
}

std::vector<Builder::Field> groupFields(const Kernel &kernel) {
  std::vector<Builder::Field> fields;
  for (const char *name : {"x", "y", "z", "base_x", "base_y", "base_z"})
    fields.push_back({name, 32});
  fields.push_back({"active", kernel.lanes});
  return fields;
}

}  // namespace weft::rtlgen
