// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/region.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "hls/graph/numbers.h"
#include "hls/rtlgen/region_builder.h"
#include "weft_abi.h"

namespace weft::rtlgen {

using namespace graph;
using netlist::Builder;

namespace {

/// By EntryValue: what the dispatcher calls it.
constexpr const char *kEntryFields[] = {"global_id_x", "global_id_y",     "global_id_z", "local_id_x",
                                        "local_id_y",  "local_id_z",      "group_id_x",  "group_id_y",
                                        "group_id_z",  "linear_local_id", "active"};
static_assert(std::size(kEntryFields) == size_t(EntryValue::Active) + 1);

/// Device memory as kernel_region has it, without what is constant there; more words than ports of their own.
std::vector<abi::Port> unitPorts(const board::Description &board, unsigned configWords) {
  static constexpr std::string_view kLeftOut[] = {"done_o",         "m_axi_awlen_o", "m_axi_wlast_o", "m_axi_bready_o",
                                                  "m_axi_bresp_i",  "m_axi_arlen_o", "m_axi_rresp_i", "m_axi_rlast_i",
                                                  "m_axi_rready_o", "cfg_valid_i",   "cfg_addr_i",    "cfg_data_i"};
  std::vector<abi::Port> ports;
  for (const abi::Port &port : abi::kernelRegionPorts(board.portBits, board.memoryAddressBits))
    if (std::find(std::begin(kLeftOut), std::end(kLeftOut), port.name) == std::end(kLeftOut))
      ports.push_back(port);
  for (const abi::Port &port : std::initializer_list<abi::Port>{
           {"words_i", false, configWords * 64}, {"more_groups_i", false, 1}, {"idle_o", true, 1}, {"hang_o", true, 1}})
    ports.push_back(port);
  return ports;
}

}  // namespace

RegionBuilder::RegionBuilder(const Plan &plan, const std::vector<NodeModule> &nodes,
                             const std::vector<netlist::ModuleId> &modules, bool isUnit)
    : plan_(plan), kernel_(*plan.kernel), nodes_(nodes), modules_(modules), isUnit_(isUnit),
      b_(isUnit ? kernel::kComputeUnitModule : abi::kKernelRegionModule), reads_(kernel_.memories.size()),
      writes_(kernel_.memories.size()), checks_(kernel_.checks.size()), inputs_(kernel_.nodes.size(), netlist::kNone),
      outputs_(kernel_.nodes.size()), waiting_(kernel_.nodes.size(), netlist::kNone) {
  for (size_t m = 0; m < kernel_.memories.size(); ++m) {
    reads_[m].resize(plan_.memories[m].use.reads.size());
    writes_[m].resize(plan_.memories[m].use.writes.size());
  }
}

void RegionBuilder::ports() {
  if (!isUnit_) {
    ports_ = regionPorts(b_, *plan_.board);
    return;
  }
  for (const abi::Port &port : unitPorts(*plan_.board, plan_.configWords))
    ports_[port.name] = port.output ? b_.output(port.name, port.width) : b_.input(port.name, port.width);
  unsigned width = 0;
  for (const Builder::Field &field : groupFields(kernel_))
    width += field.width;
  groups_ = b_.streamPort("group", {{"data", width}}, false);
}

void RegionBuilder::configuration() {
  words_ = isUnit_ ? ports_["words_i"] : configurationWords(b_, ports_, plan_.configWords);
  const auto launchWord = [&](const char *name, uint32_t index) {
    const NetId net = b_.wire(name, 32);
    b_.assign(net, word(index, 32));
    return net;
  };
  groupShift_ = launchWord("group_shift", abi::word::GROUP_SHIFT);
  poolShift_ = launchWord("pool_shift", abi::word::POOL_SHIFT);
  groupSize_ = launchWord("group_size", abi::word::GROUP_SIZE);
  start_ = isUnit_ ? ports_["start_i"] : delayedStart(b_, ports_, plan_.startDelay);
}

netlist::StreamId RegionBuilder::mirror(const netlist::Module &module, StreamId inside, const std::string &name) {
  std::vector<Builder::Field> fields;
  for (const netlist::Stream::Field &field : module.streams[inside].fields)
    fields.push_back({field.name, module.nets[field.net].width, module.nets[field.net].lanes});
  return b_.stream(name, fields);
}

/// Nets and streams between the nodes and what they access.
void RegionBuilder::accesses() {
  for (NodeId n = 0; n < kernel_.nodes.size(); ++n) {
    const netlist::Module &module = nodes_[n].module;
    for (size_t e = 0; e < nodes_[n].edges.size(); ++e)
      outputs_[n].push_back(mirror(module, nodes_[n].edges[e], fmt::format("n{}_e{}", n, e)));
    for (const NodeModule::Request &request : nodes_[n].requests) {
      const std::string name = accessName(plan_, n, request.op);
      requests_[{n, request.op}] = {mirror(module, request.request, name + "_req"),
                                    mirror(module, request.answer, module.streams[request.answer].name)};
    }
    for (const netlist::Segment &segment : module.segments)
      for (const netlist::Access &access : segment.accesses)
        onChipAccess(module, access);
  }
}

/// Nets for an access of fixed latency, of those that the node has for it.
void RegionBuilder::onChipAccess(const netlist::Module &module, const netlist::Access &access) {
  const auto net = [&](const std::string &name, NetId inside) {
    return inside == netlist::kNone ? netlist::kNone
                                    : b_.wire(name, module.nets[inside].width, module.nets[inside].lanes);
  };
  switch (access.kind) {
  case netlist::Access::Kind::Read: {
    const std::string name = fmt::format("m{}_r{}", access.index, access.port);
    reads_[access.index][access.port] = {net(name + "_addr", access.address), net(name + "_data", access.data)};
    break;
  }
  case netlist::Access::Kind::Write: {
    const std::string name = fmt::format("m{}_w{}", access.index, access.port);
    writes_[access.index][access.port] = {net(name + "_valid", access.enable), net(name + "_addr", access.address),
                                          net(name + "_data", access.data), net(name + "_strb", access.strobes)};
    break;
  }
  case netlist::Access::Kind::Report: {
    const std::string name = fmt::format("check{}", access.index);
    checks_[access.index] = {net(name + "_fault", access.enable), net(name + "_offset", access.address), netlist::kNone,
                             netlist::kNone};
    break;
  }
  }
}

void RegionBuilder::dispatcher() {
  b_.title("Work-items");
  std::vector<Builder::Field> fields = {{"slot", plan_.admission.slotBits}};
  for (size_t value = 0; value < std::size(kEntryFields); ++value)
    fields.push_back({kEntryFields[value], value == size_t(EntryValue::Active) ? kernel_.lanes : 32});
  const StreamId items = b_.stream("dispatch", fields);
  retireValid_ = b_.wire("retire_valid");
  retireSlot_ = b_.wire("retire_slot", plan_.admission.slotBits);
  inFlight_ = b_.wire("in_flight", log2Ceil(slots()) + 1);
  admitting_ = b_.wire("admitting");
  allDone_ = b_.wire("all_done");
  const char *const component = isUnit_ ? "ndrange_issue" : "ndrange_dispatcher";
  auto instance = b_.instance(component, "u_dispatcher");
  instance.set("NumSlots", slots())
      .set("MaxGroups", std::max(1u, plan_.admission.groupSlots))
      .set("MaxSize", plan_.admission.byGroups ? kernel_.mostTokens() : 1)
      .set("SlotUse", unsigned(plan_.admission.slotUse))
      .set("Lanes", kernel_.lanes)
      .set("InGroups", plan_.admission.byGroups && kernel_.lanes > 1);
  connectLaunchWords(b_, instance, component, words_);
  instance.in("start_i", b_.use(start_));
  if (isUnit_)
    instance.in("halt_i", b_.constant(1, 0))
        .in("more_groups_i", b_.use(ports_["more_groups_i"]))
        .stream("next_group", {nextGroups()});
  instance.stream("out", {items})
      .in("retire_valid_i", b_.use(retireValid_))
      .in("retire_slot_i", b_.use(retireSlot_))
      .out("in_flight_o", {inFlight_})
      .out("admitting_o", {admitting_})
      .out("all_done_o", {allDone_})
      .add();
  issue(items);
}

/// What the first node gets: the dispatcher's values that the kernel uses, in all lanes that it keeps.
void RegionBuilder::issue(StreamId items) {
  std::vector<ExprId> data = {b_.use(b_.fieldOf(items, "slot"))};
  for (size_t i = 0; i < kernel_.entryValues.size(); ++i) {
    const bool active = kernel_.entryValues[i] == EntryValue::Active;
    const char *const field = kEntryFields[size_t(kernel_.entryValues[i])];
    const unsigned lanes = active ? 1 : keptLanes(kernel_, kernel_.nodes[0].parameters[i]);
    // The dispatcher gives lane 0's.
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const ExprId first = b_.use(b_.fieldOf(items, field));
      data.push_back(lane ? b_.operation(Opcode::Add, 32, {first, b_.constant(32, lane)}) : first);
    }
  }
  // What the first node waits for is known late in a cycle, and the dispatcher's counters need most of one.
  const unsigned width = plan_.nodes[0].inputWidth;
  const StreamId issued = b_.stream("issued", {{"data", width}});
  b_.produce(issued, b_.use(b_.at(items).valid), {b_.concat(data)});
  b_.consume(items, b_.use(b_.at(issued).ready));
  inputs_[0] = b_.stream("n0_in", {{"data", width}});
  b_.instance("stream_slice", "u_issued")
      .set("Width", width)
      .set("Paired", 1)
      .stream("in", {issued})
      .stream("out", {inputs_[0]})
      .add();
}

/// The groups that the unit is given.
netlist::StreamId RegionBuilder::nextGroups() {
  const StreamId groups = b_.stream("next_group", groupFields(kernel_));
  const ExprId data = b_.use(b_.fieldOf(groups_, "data"));
  std::vector<ExprId> fields;
  unsigned low = 0;
  for (const Builder::Field &field : groupFields(kernel_)) {
    fields.push_back(b_.slice(data, low, field.width));
    low += field.width;
  }
  b_.produce(groups, b_.use(b_.at(groups_).valid), fields);
  b_.consume(groups_, b_.use(b_.at(groups).ready));
  return groups;
}

void RegionBuilder::build() {
  ports();
  configuration();
  accesses();
  dispatcher();
  channels();
  for (uint32_t m = 0; m < kernel_.memories.size(); ++m)
    memory(m);
  sites();
  memoryPort();
  control();
}

netlist::Module RegionBuilder::region() {
  build();
  return b_.take();
}

UnitModule RegionBuilder::unit() {
  build();
  return {b_.take(), std::move(ports_), groups_};
}

netlist::Module makeRegion(const Plan &plan, const std::vector<NodeModule> &nodes,
                           const std::vector<netlist::ModuleId> &modules) {
  return RegionBuilder(plan, nodes, modules, false).region();
}

UnitModule makeUnit(const Plan &plan, const std::vector<NodeModule> &nodes,
                    const std::vector<netlist::ModuleId> &modules) {
  return RegionBuilder(plan, nodes, modules, true).unit();
}

}  // namespace weft::rtlgen
