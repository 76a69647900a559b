// SPDX-License-Identifier: Apache-2.0
// The region of a kernel with several compute units: groups are dealt out to them, and their ports to memory, faults
// and ends are joined. Each has one port to device memory: what joins these knows nothing of access sites. Where the
// board has one port, the bits of an ID above those of a unit's sites say which unit it is of; where it has several, a
// crossbar is between units and ports.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "hls/graph/graph.h"
#include "hls/graph/numbers.h"
#include "hls/rtlgen/plan_sites.h"
#include "hls/rtlgen/region_parts.h"
#include "weft_abi.h"

namespace weft::rtlgen {

using namespace graph;
using netlist::Builder;
using netlist::ExprId;
using netlist::NetId;
using netlist::StreamId;

namespace {

constexpr unsigned kLinesOfTurn = 16;  // that a unit sends in succession: neighbours mostly, in one row of a DRAM

class UnitsBuilder {
public:
  UnitsBuilder(const Plan &plan, const UnitModule &unit, netlist::ModuleId id)
      : plan_(plan), unit_(unit), id_(id), b_(abi::kKernelRegionModule), nets_(plan.kernel->computeUnits),
        groups_(nets_.size()), reads_(nets_.size()), writes_(nets_.size()), siteBits_(siteIdBits(*plan.kernel)),
        unitBits_(log2Ceil(unsigned(nets_.size()))) {}

  netlist::Module run() {
    ports_ = regionPorts(b_, *plan_.board);
    words_ = configurationWords(b_, ports_, plan_.configWords);
    start_ = delayedStart(b_, ports_, plan_.startDelay);
    outputNets();
    groups();
    b_.title("Device memory");
    if (plan_.board->ports > 1) {
      crossbar();
    } else {
      reads();
      writes();
    }
    for (unsigned u = 0; u < nets_.size(); ++u)
      instance(u);
    end();
    return b_.take();
  }

private:
  ExprId port(const char *name) { return b_.use(ports_.at(name)); }
  ExprId out(unsigned unit, const char *name) { return b_.use(nets_[unit].at(name)); }
  ExprId ready(StreamId stream) { return b_.use(b_.at(stream).ready); }
  /// Each unit's output, the first one's in the low bits.
  ExprId all(const char *name) { return b_.concat(each(name)); }
  std::vector<ExprId> each(const char *name) {
    std::vector<ExprId> parts;
    for (unsigned u = 0; u < nets_.size(); ++u)
      parts.push_back(out(u, name));
    return parts;
  }

  void outputNets() {
    for (unsigned u = 0; u < nets_.size(); ++u)
      for (const netlist::Port &port : unit_.module.ports) {
        const netlist::Net &net = unit_.module.nets[port.net];
        if (port.output && unit_.ports.contains(net.name))
          nets_[u][net.name] = b_.wire(fmt::format("u{}_{}", u, net.name.substr(0, net.name.size() - 2)), net.width);
      }
  }

  void groups() {
    b_.title("Groups");
    const StreamId walk = b_.stream("next_group", groupFields(*plan_.kernel));
    moreGroups_ = b_.wire("more_groups");
    auto source = b_.instance("group_source", "u_groups");
    source.set("MaxSize", plan_.admission.byGroups ? plan_.kernel->mostTokens() : 1)
        .set("Lanes", plan_.kernel->lanes)
        .set("InGroups", plan_.admission.byGroups && plan_.kernel->lanes > 1);
    connectLaunchWords(b_, source, "group_source", words_);
    source.in("start_i", b_.use(start_))
        .in("stop_i", b_.disjunction(each("hang_o")))
        .out("more_groups_o", {moreGroups_})
        .stream("next_group", {walk})
        .add();
    std::vector<ExprId> fields;
    for (const netlist::Stream::Field &field : b_.at(walk).fields)
      fields.push_back(b_.use(field.net));
    const ExprId data = b_.concat(fields);
    const unsigned width = b_.width(data);
    const StreamId dealt = b_.stream("groups", {{"data", width}});
    b_.produce(dealt, b_.use(b_.at(walk).valid), {data});
    b_.consume(walk, ready(dealt));
    for (unsigned u = 0; u < groups_.size(); ++u)
      groups_[u] = b_.stream(fmt::format("u{}_group", u), {{"data", width}});
    b_.instance("stream_deal", "u_deal")
        .set("Width", width)
        .set("NumOutputs", groups_.size())
        .stream("in", {dealt})
        .stream("out", groups_)
        .add();
  }

  /// One stream of the units' requests.
  StreamId merged(const std::string &name, const std::vector<StreamId> &requests) {
    const unsigned width = b_.net(b_.fieldOf(requests[0], "data")).width;
    const StreamId all = b_.stream(name, {{"data", width}});
    b_.instance("stream_merge", "u_" + name)
        .set("Width", width)
        .set("NumInputs", requests.size())
        .set("RoundRobin", 1)
        .set("Run", kLinesOfTurn)
        .stream("in", requests)
        .stream("out", {all})
        .add();
    return all;
  }

  /// The outputs of a channel, `names` from the low bits on, registered. Returns the stream towards the register.
  StreamId channel(const char *name, const std::vector<const char *> &names) {
    const std::string prefix = std::string("m_axi_") + name;
    unsigned width = 0;
    for (const char *field : names)
      width += b_.net(ports_.at(prefix + field)).width;
    const StreamId in = b_.stream(std::string(name) + "_next", {{"data", width}});
    const StreamId registered = b_.stream(std::string(name) + "_q", {{"data", width}});
    b_.instance("stream_slice", std::string("u_") + name)
        .set("Width", width)
        .stream("in", {in})
        .stream("out", {registered})
        .add();
    b_.consume(registered, port((prefix + "ready_i").c_str()));
    b_.assign(ports_.at(prefix + "valid_o"), b_.use(b_.at(registered).valid));
    unsigned low = 0;
    for (const char *field : names) {
      const NetId target = ports_.at(prefix + field);
      b_.assign(target, b_.slice(b_.use(b_.fieldOf(registered, "data")), low, b_.net(target).width));
      low += b_.net(target).width;
    }
    return in;
  }

  /// The ID of a request: which of the unit's sites, and which unit.
  ExprId idOf(unsigned unit, const char *id) {
    return b_.zext(b_.concat({b_.slice(out(unit, id), 0, siteBits_), b_.constant(unitBits_, unit)}), abi::AXI_ID_BITS);
  }

  void reads() {
    for (unsigned u = 0; u < reads_.size(); ++u) {
      const ExprId data = b_.concat({out(u, "m_axi_araddr_o"), idOf(u, "m_axi_arid_o")});
      reads_[u] = b_.stream(fmt::format("u{}_read", u), {{"data", b_.width(data)}});
      b_.produce(reads_[u], out(u, "m_axi_arvalid_o"), {data});
    }
    const StreamId all = merged("reads", reads_), next = channel("ar", {"addr_o", "id_o"});
    b_.produce(next, b_.use(b_.at(all).valid), {b_.use(b_.fieldOf(all, "data"))});
    b_.consume(all, ready(next));
    b_.assign(ports_.at("m_axi_arlen_o"), b_.constant(8, 0));
    b_.assign(ports_.at("m_axi_rready_o"), b_.constant(1, 1));
  }

  /// A unit offers address and data of a request together, so they are merged together.
  void writes() {
    unsigned addressWidth = 0;
    for (unsigned u = 0; u < writes_.size(); ++u) {
      const ExprId address = b_.concat({out(u, "m_axi_awaddr_o"), idOf(u, "m_axi_awid_o"), out(u, "m_axi_awatop_o")});
      const ExprId data = b_.concat({address, out(u, "m_axi_wdata_o"), out(u, "m_axi_wstrb_o")});
      addressWidth = b_.width(address);
      writes_[u] = b_.stream(fmt::format("u{}_write", u), {{"data", b_.width(data)}});
      b_.produce(writes_[u], b_.conjunction({out(u, "m_axi_awvalid_o"), out(u, "m_axi_wvalid_o")}), {data});
    }
    const StreamId all = merged("writes", writes_);
    const StreamId address = channel("aw", {"addr_o", "id_o", "atop_o"}), line = channel("w", {"data_o", "strb_o"});
    const ExprId valid = b_.use(b_.at(all).valid), data = b_.use(b_.fieldOf(all, "data"));
    b_.produce(address, b_.conjunction({valid, ready(line)}), {b_.slice(data, 0, addressWidth)});
    b_.produce(line, b_.conjunction({valid, ready(address)}),
               {b_.slice(data, addressWidth, b_.width(data) - addressWidth)});
    b_.consume(all, b_.conjunction({ready(address), ready(line)}));
    b_.assign(ports_.at("m_axi_awlen_o"), b_.constant(8, 0));
    b_.assign(ports_.at("m_axi_wlast_o"), b_.constant(1, 1));
    b_.assign(ports_.at("m_axi_bready_o"), b_.constant(1, 1));
  }

  /// Between the units and several memory ports.
  void crossbar() {
    const unsigned units = unsigned(nets_.size()), ports = plan_.board->ports, lineBits = plan_.board->portBits;
    for (unsigned u = 0; u < units; ++u)
      unitStreams(u);
    auto instance = b_.instance("memory_crossbar", "u_crossbar");
    instance.set("NumUnits", units)
        .set("NumPorts", ports)
        .set("AddrBits", plan_.board->memoryAddressBits)
        .set("LineBits", lineBits)
        .set("IdBits", siteBits_)
        .set("StripeLines", plan_.board->interleaveBytes / plan_.board->lineBytes())
        .stream("unit_read_req", reads_)
        .stream("unit_read_rsp", answers_)
        .stream("unit_write_req", writes_)
        .stream("unit_write_ack", acknowledgements_);
    requestsOfPorts(instance, "ar", {"id", "addr"});
    requestsOfPorts(instance, "aw", {"id", "addr", "atop"});
    requestsOfPorts(instance, "w", {"data", "strb"});
    answersOfPorts(instance, "r", {"id", "data"});
    answersOfPorts(instance, "b", {"id"});
    instance.add();
    for (const char *name : {"m_axi_arlen_o", "m_axi_awlen_o"})
      b_.assign(ports_.at(name), b_.constant(8 * ports, 0));
    for (const char *name : {"m_axi_rready_o", "m_axi_bready_o", "m_axi_wlast_o"})
      b_.assign(ports_.at(name), b_.constant(ports, (1u << ports) - 1));
  }

  /// What a unit asks for, and is answered.
  void unitStreams(unsigned u) {
    const auto named = [u](const char *name) { return fmt::format("u{}_{}", u, name); };
    const auto widthOf = [&](const char *name) { return b_.net(nets_[u].at(name)).width; };
    const auto idOf = [&](const char *name) { return b_.slice(out(u, name), 0, siteBits_); };
    reads_[u] = b_.stream(named("read"), {{"id", siteBits_}, {"addr", widthOf("m_axi_araddr_o")}});
    b_.produce(reads_[u], out(u, "m_axi_arvalid_o"), {idOf("m_axi_arid_o"), out(u, "m_axi_araddr_o")});
    writes_[u] = b_.stream(named("write"), {{"id", siteBits_},
                                            {"addr", widthOf("m_axi_awaddr_o")},
                                            {"atop", widthOf("m_axi_awatop_o")},
                                            {"data", widthOf("m_axi_wdata_o")},
                                            {"strb", widthOf("m_axi_wstrb_o")}});
    b_.produce(writes_[u], b_.conjunction({out(u, "m_axi_awvalid_o"), out(u, "m_axi_wvalid_o")}),
               {idOf("m_axi_awid_o"), out(u, "m_axi_awaddr_o"), out(u, "m_axi_awatop_o"), out(u, "m_axi_wdata_o"),
                out(u, "m_axi_wstrb_o")});
    const bool noReady = false;
    answers_.push_back(
        b_.stream(named("answer"), {{"atomic", 1}, {"id", siteBits_}, {"data", plan_.board->portBits}}, noReady));
    acknowledgements_.push_back(b_.stream(named("ack"), {{"id", siteBits_}}, noReady));
    b_.consume(answers_[u], netlist::kNone);
    b_.consume(acknowledgements_[u], netlist::kNone);
  }

  /// A channel of all ports that leaves the region.
  void requestsOfPorts(netlist::InstanceBuilder &instance, const std::string &channel,
                       const std::vector<std::string> &fields) {
    const unsigned ports = plan_.board->ports;
    const std::string prefix = "m_axi_" + channel;
    std::vector<Builder::Field> widths;
    for (const std::string &field : fields)
      widths.push_back({field, b_.net(ports_.at(prefix + field + "_o")).width / ports});
    std::vector<StreamId> streams;
    std::vector<ExprId> valids;
    for (unsigned p = 0; p < ports; ++p) {
      streams.push_back(b_.stream(fmt::format("p{}_{}", p, channel), widths));
      b_.consume(streams[p], b_.slice(port((prefix + "ready_i").c_str()), p, 1));
      valids.push_back(b_.use(b_.at(streams[p]).valid));
    }
    b_.assign(ports_.at(prefix + "valid_o"), b_.concat(valids));
    for (const std::string &field : fields) {
      std::vector<ExprId> parts;
      for (const StreamId stream : streams)
        parts.push_back(b_.use(b_.fieldOf(stream, field)));
      b_.assign(ports_.at(prefix + field + "_o"), b_.concat(parts));
    }
    instance.stream("port_" + channel, streams);
  }

  /// A channel of all ports that comes to the region.
  void answersOfPorts(netlist::InstanceBuilder &instance, const std::string &channel,
                      const std::vector<std::string> &fields) {
    const unsigned ports = plan_.board->ports;
    const std::string prefix = "m_axi_" + channel;
    std::vector<Builder::Field> widths;
    for (const std::string &field : fields)
      widths.push_back({field, b_.net(ports_.at(prefix + field + "_i")).width / ports});
    std::vector<StreamId> streams;
    for (unsigned p = 0; p < ports; ++p) {
      streams.push_back(b_.stream(fmt::format("p{}_{}", p, channel), widths, false));
      std::vector<ExprId> values;
      for (size_t f = 0; f < fields.size(); ++f)
        values.push_back(b_.slice(port((prefix + fields[f] + "_i").c_str()), p * widths[f].width, widths[f].width));
      b_.produce(streams[p], b_.slice(port((prefix + "valid_i").c_str()), p, 1), values);
    }
    instance.stream("port_" + channel, streams);
  }

  /// What a unit hears of memory, by the names of its inputs.
  std::map<std::string, ExprId> answers(unsigned u) {
    const auto field = [this](StreamId stream, const char *name) { return b_.use(b_.fieldOf(stream, name)); };
    const unsigned top = abi::AXI_ID_BITS - 1;
    const StreamId answer = answers_[u], ack = acknowledgements_[u];
    return {{"m_axi_rvalid_i", b_.use(b_.at(answer).valid)},
            {"m_axi_rid_i", b_.concat({b_.zext(field(answer, "id"), top), field(answer, "atomic")})},
            {"m_axi_rdata_i", field(answer, "data")},
            {"m_axi_bvalid_i", b_.use(b_.at(ack).valid)},
            {"m_axi_bid_i", b_.zext(field(ack, "id"), top + 1)}};
  }

  /// The same where the units share a port.
  std::map<std::string, ExprId> sharedAnswers(unsigned u) {
    const auto isOf = [&](const char *id) {
      return b_.operation(Opcode::ICmp, 1, {b_.slice(port(id), siteBits_, unitBits_), b_.constant(unitBits_, u)},
                          Predicate::Eq);
    };
    // The bit that tells the old values of atomics from what is loaded stays where it is.
    const auto idIn = [&](const char *id) {
      const unsigned top = abi::AXI_ID_BITS - 1;
      return b_.concat({b_.zext(b_.slice(port(id), 0, siteBits_), top), b_.slice(port(id), top, 1)});
    };
    return {{"m_axi_rvalid_i", b_.conjunction({port("m_axi_rvalid_i"), isOf("m_axi_rid_i")})},
            {"m_axi_rid_i", idIn("m_axi_rid_i")},
            {"m_axi_rdata_i", port("m_axi_rdata_i")},
            {"m_axi_bvalid_i", b_.conjunction({port("m_axi_bvalid_i"), isOf("m_axi_bid_i")})},
            {"m_axi_bid_i", idIn("m_axi_bid_i")}};
  }

  /// What a unit is connected to, by the names of its inputs.
  std::map<std::string, ExprId> inputs(unsigned u) {
    // Both registers of a write are taken in one cycle.
    const auto writeReady = [&](const char *other) { return b_.conjunction({ready(writes_[u]), out(u, other)}); };
    std::map<std::string, ExprId> values = plan_.board->ports > 1 ? answers(u) : sharedAnswers(u);
    values.insert({{"words_i", b_.use(words_)},
                   {"start_i", b_.use(start_)},
                   {"watch_i", port("watch_i")},
                   {"more_groups_i", b_.use(moreGroups_)},
                   {"m_axi_arready_i", ready(reads_[u])},
                   {"m_axi_awready_i", writeReady("m_axi_wvalid_o")},
                   {"m_axi_wready_i", writeReady("m_axi_awvalid_o")}});
    return values;
  }

  void instance(unsigned u) {
    b_.title(fmt::format("Compute unit {}", u));
    const std::map<std::string, ExprId> values = inputs(u);
    auto instance = b_.instance(id_, unit_.module, fmt::format("u_unit{}", u));
    for (const auto &[name, value] : values)
      instance.in(unit_.ports.at(name), value);
    for (const auto &[name, net] : nets_[u])
      instance.out(unit_.ports.at(name), net);
    instance.stream(unit_.groups, groups_[u]).add();
  }

  void end() {
    b_.title("Faults and the end of a launch");
    b_.instance("unit_faults", "u_faults")
        .set("NumUnits", nets_.size())
        .in("start_i", port("start_i"))
        .in("unit_valid_i", all("fault_valid_o"))
        .in("unit_code_i", all("fault_code_o"))
        .in("unit_site_i", all("fault_site_o"))
        .in("unit_addr_i", all("fault_addr_o"))
        .out("fault_valid_o", {ports_.at("fault_valid_o")})
        .out("fault_code_o", {ports_.at("fault_code_o")})
        .out("fault_site_o", {ports_.at("fault_site_o")})
        .out("fault_addr_o", {ports_.at("fault_addr_o")})
        .add();
    // Units beside one that hangs go on until they are done, so that no access is under way at the end.
    std::vector<ExprId> over = each("idle_o");
    over.push_back(b_.disjunction({b_.inverse(b_.disjunction(each("hang_o"))), port("fault_valid_o")}));
    const NetId running = b_.wire("running_q");
    endOfLaunch(b_, ports_, start_, running, b_.conjunction(over));
  }

  const Plan &plan_;
  const UnitModule &unit_;
  const netlist::ModuleId id_;
  Builder b_;
  PortNets ports_;
  NetId words_ = netlist::kNone, start_ = netlist::kNone, moreGroups_ = netlist::kNone;
  std::vector<PortNets> nets_;                        // by unit: its outputs
  std::vector<StreamId> groups_, reads_, writes_;     // by unit
  std::vector<StreamId> answers_, acknowledgements_;  // by unit, where there is a crossbar
  const unsigned siteBits_, unitBits_;
};

}  // namespace

netlist::Module makeUnitsRegion(const Plan &plan, const UnitModule &unit, netlist::ModuleId id) {
  return UnitsBuilder(plan, unit, id).run();
}

}  // namespace weft::rtlgen
