// SPDX-License-Identifier: Apache-2.0
// The nodes and what lies between them: merges of edges, gates of loops, barriers and the exit.
#include <algorithm>
#include <fmt/format.h>

#include "hls/graph/waiting.h"
#include "hls/rtlgen/region_builder.h"

namespace weft::rtlgen {

using namespace graph;
using netlist::Builder;

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

/// Whether a token passes.
netlist::ExprId RegionBuilder::moves(StreamId stream) {
  return b_.conjunction({b_.use(b_.at(stream).valid), b_.use(b_.at(stream).ready)});
}

/// The same stream, while `open` is set.
netlist::StreamId RegionBuilder::whileOpen(StreamId stream, NetId open, const std::string &name) {
  const NetId data = b_.fieldOf(stream, "data");
  const StreamId gated = b_.stream(name, {{"data", b_.net(data).width}});
  b_.produce(gated, b_.conjunction({b_.use(b_.at(stream).valid), b_.use(open)}), {b_.use(data)});
  b_.consume(stream, b_.conjunction({b_.use(b_.at(gated).ready), b_.use(open)}));
  return gated;
}

/// Those of the streams that lead into the loop wait until there is room in it, or it is their time.
void RegionBuilder::gate(NodeId header, std::vector<StreamId> &sources) {
  const Loops loops = enclosingLoops(kernel_);
  const std::string name = fmt::format("n{}_gate", header);
  const GateNets nets{b_.wire(name + "_open"), b_.wire(name + "_enters"), b_.wire(name + "_passes"),
                      b_.wire(name + "_offers")};
  std::vector<ExprId> offering, entering, passing;
  for (size_t i = 0; i < sources.size(); ++i) {
    passing.push_back(moves(sources[i]));
    if (isInLoop(loops, plan_.incoming[header][i].from, header))
      continue;
    const StreamId gated = whileOpen(sources[i], nets.open, fmt::format("{}_{}", name, i));
    offering.push_back(b_.use(b_.at(sources[i]).valid));
    entering.push_back(passing.back());
    sources[i] = gated;
  }
  b_.assign(nets.offers, b_.disjunction(offering));
  b_.assign(nets.enters, b_.disjunction(entering));
  b_.assign(nets.passes, b_.disjunction(passing));
  if (plan_.nodes[header].paced)
    pace(nets, "u_" + name);
  else
    limit(header, nets, "u_" + name);
}

/// Tokens enter one by one.
void RegionBuilder::pace(const GateNets &nets, const std::string &name) {
  b_.instance("loop_pace", name)
      .set("Window", slots())
      .in("offers_i", b_.use(nets.offers))
      .in("enters_i", b_.use(nets.enters))
      .in("passes_i", b_.use(nets.passes))
      .out("open_o", {nets.open})
      .add();
}

/// Tokens enter until there are as many as the plan says, which are counted until they leave.
void RegionBuilder::limit(NodeId header, const GateNets &nets, const std::string &name) {
  const Loops loops = enclosingLoops(kernel_);
  std::vector<ExprId> leaving;
  for (NodeId n = 0; n < kernel_.nodes.size(); ++n)
    for (size_t e = 0; isInLoop(loops, n, header) && e < kernel_.nodes[n].edges.size(); ++e)
      if (!isInLoop(loops, kernel_.nodes[n].edges[e].target, header))
        leaving.push_back(moves(outputs_[n][e]));
  const unsigned countBits = plan_.admission.slotBits + 1;
  b_.instance("loop_gate", name)
      .set("Limit", plan_.nodes[header].mostInLoop)
      .set("CountW", countBits)
      .set("NumExits", std::max<size_t>(1, leaving.size()))
      .in("group_size_i", b_.slice(b_.use(groupSize_), 0, countBits))
      .in("offers_i", b_.use(nets.offers))
      .in("enters_i", b_.use(nets.enters))
      .in("passes_i", b_.use(nets.passes))
      .in("leaves_i", leaving.empty() ? b_.constant(1, 0) : b_.concat(leaving))
      .out("open_o", {nets.open})
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

}  // namespace weft::rtlgen
