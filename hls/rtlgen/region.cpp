// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/region.h"

#include <algorithm>
#include <fmt/format.h>

#include "hls/graph/numbers.h"
#include "hls/graph/waiting.h"
#include "hls/rtlgen/region_builder.h"
#include "weft_abi.h"

namespace weft::rtlgen {

using namespace graph;
using netlist::Builder;

namespace {

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
    const auto net = [&](const std::string &prefix, const char *suffix, NetId inside) {
      return inside == netlist::kNone ? netlist::kNone
                                      : b_.wire(prefix + suffix, module.nets[inside].width, module.nets[inside].lanes);
    };
    for (const netlist::Segment &segment : module.segments)
      for (const netlist::Access &access : segment.accesses)
        switch (access.kind) {
        case netlist::Access::Kind::Read: {
          const std::string name = fmt::format("m{}_r{}", access.index, access.port);
          reads_[access.index][access.port] = {net(name, "_addr", access.address), net(name, "_data", access.data)};
          break;
        }
        case netlist::Access::Kind::Write: {
          const std::string name = fmt::format("m{}_w{}", access.index, access.port);
          writes_[access.index][access.port] = {net(name, "_valid", access.enable), net(name, "_addr", access.address),
                                                net(name, "_data", access.data), net(name, "_strb", access.strobes)};
          break;
        }
        case netlist::Access::Kind::Report: {
          const std::string name = fmt::format("check{}", access.index);
          checks_[access.index] = {net(name, "_fault", access.enable), net(name, "_offset", access.address),
                                   netlist::kNone, netlist::kNone};
          break;
        }
        }
  }
}

void RegionBuilder::dispatcher() {
  b_.title("Work-items");
  static const char *const values[] = {"global_id_x", "global_id_y", "global_id_z", "local_id_x", "local_id_y",
                                       "local_id_z",  "group_id_x",  "group_id_y",  "group_id_z", "linear_local_id"};
  std::vector<Builder::Field> fields = {{"slot", plan_.admission.slotBits}};
  for (const char *value : values)
    fields.push_back({value, 32});
  fields.push_back({"active", kernel_.lanes});
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
  std::vector<ExprId> data = {b_.use(b_.fieldOf(items, "slot"))};
  for (size_t i = 0; i < kernel_.entryValues.size(); ++i) {
    const bool active = kernel_.entryValues[i] == EntryValue::Active;
    const char *const field = active ? "active" : values[size_t(kernel_.entryValues[i])];
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

/// The stream of all edges that lead to a node.
netlist::StreamId RegionBuilder::incoming(NodeId n) {
  const unsigned width = plan_.nodes[n].inputWidth;
  std::vector<StreamId> sources;
  for (EdgeRef edge : plan_.incoming[n]) {
    StreamId source = outputs_[edge.from][edge.edge];
    if (plan_.nodes[edge.from].edgeFifo[edge.edge]) {
      // Room for every work-item in flight: what keeps the loop free of deadlock.
      const StreamId full = b_.stream(b_.at(source).name + "f", {{"data", width}});
      b_.instance("stream_fifo", "u_" + b_.at(source).name)
          .set("Width", width)
          .set("Depth", slots())
          .stream("in", {source})
          .stream("out", {full})
          .add();
      source = full;
    }
    sources.push_back(source);
  }
  if (sources.size() == 1)
    return sources[0];
  if (plan_.nodes[n].mostInLoop != kAny || plan_.nodes[n].paced)
    gate(n, sources);
  const std::string name = fmt::format("n{}_in", n);
  const StreamId merged = b_.stream(name, {{"data", width}});
  const bool turns = !kernel_.nodes[n].loopHeader || mayWait(kernel_, n, Exchanges::Progress);
  auto merge = b_.instance("stream_merge", "u_" + name);
  merge.set("Width", width).set("NumInputs", sources.size()).set("RoundRobin", turns ? 1 : 0);
  if (kernel_.nodes[n].loopHeader)
    merge.set("Run", plan_.nodes[n].run);
  if (!turns)
    merge.set("OthersFirst", plan_.nodes[n].newcomersFirst);
  merge.stream("in", sources).stream("out", {merged}).add();
  return merged;
}

/// Those of the streams that lead into the loop wait until there is room in it, or it is their time.
void RegionBuilder::gate(NodeId header, std::vector<StreamId> &sources) {
  const Loops loops = enclosingLoops(kernel_);
  const auto isInside = [&](NodeId n) { return isInLoop(loops, n, header); };
  const auto moves = [&](StreamId stream) {
    return b_.conjunction({b_.use(b_.at(stream).valid), b_.use(b_.at(stream).ready)});
  };
  const std::string name = fmt::format("n{}_gate", header);
  const NetId open = b_.wire(name + "_open"), enters = b_.wire(name + "_enters"), passes = b_.wire(name + "_passes"),
              offers = b_.wire(name + "_offers");
  std::vector<ExprId> offering, entering, passing, leaving;
  for (size_t i = 0; i < sources.size(); ++i) {
    passing.push_back(moves(sources[i]));
    if (isInside(plan_.incoming[header][i].from))
      continue;
    const StreamId gated = b_.stream(fmt::format("{}_{}", name, i), {{"data", plan_.nodes[header].inputWidth}});
    b_.produce(gated, b_.conjunction({b_.use(b_.at(sources[i]).valid), b_.use(open)}),
               {b_.use(b_.fieldOf(sources[i], "data"))});
    b_.consume(sources[i], b_.conjunction({b_.use(b_.at(gated).ready), b_.use(open)}));
    offering.push_back(b_.use(b_.at(sources[i]).valid));
    entering.push_back(passing.back());
    sources[i] = gated;
  }
  for (NodeId n = 0; n < kernel_.nodes.size(); ++n)
    for (size_t e = 0; isInside(n) && e < kernel_.nodes[n].edges.size(); ++e)
      if (!isInside(kernel_.nodes[n].edges[e].target))
        leaving.push_back(moves(outputs_[n][e]));
  b_.assign(offers, b_.disjunction(offering));
  b_.assign(enters, b_.disjunction(entering));
  b_.assign(passes, b_.disjunction(passing));
  if (plan_.nodes[header].paced) {
    b_.instance("loop_pace", "u_" + name)
        .set("Window", slots())
        .in("offers_i", b_.use(offers))
        .in("enters_i", b_.use(enters))
        .in("passes_i", b_.use(passes))
        .out("open_o", {open})
        .add();
    return;
  }
  const unsigned countBits = plan_.admission.slotBits + 1;
  b_.instance("loop_gate", "u_" + name)
      .set("Limit", plan_.nodes[header].mostInLoop)
      .set("CountW", countBits)
      .set("NumExits", std::max<size_t>(1, leaving.size()))
      .in("group_size_i", b_.slice(b_.use(groupSize_), 0, countBits))
      .in("offers_i", b_.use(offers))
      .in("enters_i", b_.use(enters))
      .in("passes_i", b_.use(passes))
      .in("leaves_i", leaving.empty() ? b_.constant(1, 0) : b_.concat(leaving))
      .out("open_o", {open})
      .add();
}

void RegionBuilder::channels() {
  for (NodeId n = 0; n < kernel_.nodes.size(); ++n)
    if (kernel_.nodes[n].kind == NodeKind::Barrier)
      outputs_[n] = {
          b_.stream(fmt::format("n{}_e0", n), {{"data", plan_.nodes[kernel_.nodes[n].edges[0].target].inputWidth}})};
  for (NodeId n = 0; n < kernel_.nodes.size(); ++n) {
    b_.title(fmt::format("Node {} '{}'", n, kernel_.nodes[n].name));
    if (!plan_.incoming[n].empty())
      inputs_[n] = incoming(n);
    switch (kernel_.nodes[n].kind) {
    case NodeKind::Barrier:
      barrier(n);
      break;
    case NodeKind::Exit:
      retire(n);
      break;
    case NodeKind::Pipeline:
      node(n);
      break;
    }
  }
}

void RegionBuilder::retire(NodeId n) {
  if (inputs_[n] == netlist::kNone) {  // every work-item goes round for ever
    b_.assign(retireValid_, b_.constant(1, 0));
    return b_.assign(retireSlot_, b_.constant(plan_.admission.slotBits, 0));
  }
  b_.consume(inputs_[n], b_.constant(1, 1));
  b_.assign(retireValid_, b_.use(b_.at(inputs_[n]).valid));
  b_.assign(retireSlot_, b_.use(b_.fieldOf(inputs_[n], "data")));
}

void RegionBuilder::node(NodeId n) {
  const NodeModule &node = nodes_[n];
  auto instance = b_.instance(modules_[n], node.module, fmt::format("u_n{}", n));
  instance.stream(node.in, inputs_[n]);
  for (size_t e = 0; e < node.edges.size(); ++e)
    instance.stream(node.edges[e], outputs_[n][e]);
  for (const NodeModule::LaunchInput &input : node.launchInputs) {
    using Kind = NodeModule::LaunchInput::Kind;
    const unsigned width = node.module.nets[input.port].width;
    instance.in(input.port, input.kind == Kind::Argument     ? word(input.word, width, input.lo)
                            : input.kind == Kind::Apart      ? apart(graph::ArgumentPair(input.word, input.lo))
                            : input.kind == Kind::GroupShift ? b_.use(groupShift_)
                                                             : b_.use(poolShift_));
  }
  for (const NodeModule::Request &request : node.requests) {
    const Requests &streams = requests_.at({n, request.op});
    instance.stream(request.request, streams.request).stream(request.answer, streams.answer);
  }
  for (const netlist::Segment &segment : node.module.segments)
    for (const netlist::Access &access : segment.accesses) {
      if (access.kind == netlist::Access::Kind::Read) {
        const ReadPort &port = reads_[access.index][access.port];
        instance.out(access.address, port.address).in(access.data, b_.use(port.data));
        continue;
      }
      const WritePort &port =
          access.kind == netlist::Access::Kind::Write ? writes_[access.index][access.port] : checks_[access.index];
      for (const auto &[inside, outside] : {std::pair(access.enable, port.enable),
                                            {access.address, port.address},
                                            {access.data, port.data},
                                            {access.strobes, port.strobes}})
        if (inside != netlist::kNone)
          instance.out(inside, outside);
    }
  instance.add();
}

/// What barriers of both kinds have.
void RegionBuilder::addBarrier(netlist::InstanceBuilder instance, NodeId n, StreamId in, StreamId out) {
  waiting_[n] = b_.wire(fmt::format("n{}_waiting", n), plan_.admission.slotBits + 1);
  instance.set("NumSlots", slots())
      .set("MaxGroups", plan_.admission.groupSlots)
      .in("group_shift_i", b_.use(groupShift_))
      .in("group_size_i", b_.use(groupSize_))
      .stream("in", {in})
      .stream("out", {out})
      .out("waiting_o", {waiting_[n]})
      .add();
}

/// Tokens without work stay in it: what the group has in common is kept once.
void RegionBuilder::partialBarrier(NodeId n) {
  const Node &barrier = kernel_.nodes[n];
  const std::string name = fmt::format("n{}", n);
  const unsigned slotBits = plan_.admission.slotBits;
  const auto isOfGroup = [&](ValueId v) {
    return std::find(barrier.ofGroup.begin(), barrier.ofGroup.end(), v) != barrier.ofGroup.end();
  };
  const ExprId data = b_.use(b_.fieldOf(inputs_[n], "data"));
  const ExprId slot = b_.slice(data, 0, slotBits);
  std::vector<ExprId> parts[2];  // of tokens, of groups
  unsigned bits[2] = {0, 0}, at = slotBits;
  for (ValueId v : barrier.edges[0].arguments) {
    const unsigned width = keptBits(kernel_, v);
    parts[isOfGroup(v)].push_back(b_.slice(data, at, width));
    bits[isOfGroup(v)] += width;
    at += width;
  }
  for (std::vector<ExprId> &ofOne : parts)
    if (ofOne.empty())
      ofOne.push_back(b_.constant(1, 0));
  const std::vector<Builder::Field> fields = {
      {"slot", slotBits}, {"data", std::max(1u, bits[0])}, {"group", std::max(1u, bits[1])}};
  std::vector<Builder::Field> arriving = fields;
  arriving.push_back({"last", slotBits});
  const StreamId in = b_.stream(name + "_arriving", arriving), out = b_.stream(name + "_leaving", fields);
  const ExprId last = b_.slice(data, at, keptBits(kernel_, barrier.last));
  b_.produce(in, b_.use(b_.at(inputs_[n]).valid),
             {slot, b_.concat(parts[0]), b_.concat(parts[1]), b_.field(last, 0, slotBits)});
  b_.consume(inputs_[n], b_.use(b_.at(in).ready));
  netlist::InstanceBuilder instance = b_.instance("partial_barrier", "u_" + name);
  instance.set("Width", fields[1].width).set("GroupWidth", fields[2].width);
  addBarrier(std::move(instance), n, in, out);
  std::vector<ExprId> leaving = {b_.use(b_.fieldOf(out, "slot"))};
  unsigned low[2] = {0, 0};
  for (ValueId v : barrier.edges[0].arguments) {
    const bool ofGroup = isOfGroup(v);
    leaving.push_back(
        b_.slice(b_.use(b_.fieldOf(out, ofGroup ? "group" : "data")), low[ofGroup], keptBits(kernel_, v)));
    low[ofGroup] += keptBits(kernel_, v);
  }
  b_.produce(outputs_[n][0], b_.use(b_.at(out).valid), {b_.concat(leaving)});
  b_.consume(out, b_.use(b_.at(outputs_[n][0]).ready));
}

void RegionBuilder::barrier(NodeId n) {
  if (kernel_.nodes[n].last != kNone)
    return partialBarrier(n);
  const unsigned width = plan_.nodes[n].inputWidth, values = width - plan_.admission.slotBits;
  const unsigned carried = std::max(1u, values);
  const std::string name = fmt::format("n{}", n);
  const StreamId in = b_.stream(name + "_arriving", {{"slot", plan_.admission.slotBits}, {"data", carried}});
  const StreamId out = b_.stream(name + "_leaving", {{"slot", plan_.admission.slotBits}, {"data", carried}});
  const ExprId data = b_.use(b_.fieldOf(inputs_[n], "data"));
  b_.produce(in, b_.use(b_.at(inputs_[n]).valid),
             {b_.slice(data, 0, plan_.admission.slotBits), b_.field(data, plan_.admission.slotBits, carried)});
  b_.consume(inputs_[n], b_.use(b_.at(in).ready));
  netlist::InstanceBuilder instance = b_.instance("barrier", "u_" + name);
  instance.set("Width", carried);
  addBarrier(std::move(instance), n, in, out);
  std::vector<ExprId> parts = {b_.use(b_.fieldOf(out, "slot"))};
  if (values)
    parts.push_back(b_.use(b_.fieldOf(out, "data")));
  b_.produce(outputs_[n][0], b_.use(b_.at(out).valid), {b_.concat(parts)});
  b_.consume(out, b_.use(b_.at(outputs_[n][0]).ready));
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
