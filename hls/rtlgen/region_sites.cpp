// SPDX-License-Identifier: Apache-2.0
// Access units, one per site, and the port to device memory that they share.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "hls/graph/alias.h"
#include "hls/rtlgen/access_unit.h"
#include "hls/rtlgen/operation.h"
#include "hls/rtlgen/region_builder.h"
#include "weft_abi.h"

namespace weft::rtlgen {

using namespace graph;

/// Of more lanes several meet in a bank of a cache, mostly: a second copy of each bank is worth its block memory, and
/// the wider crossbar, but not in each of several compute units.
constexpr unsigned kFewLanes = 4;

unsigned RegionBuilder::countSites(Site::Kind kind) const {
  return unsigned(
      std::count_if(kernel_.sites.begin(), kernel_.sites.end(), [&](const Site &s) { return s.kind == kind; }));
}

/// The buffers that a site may access: word `offset` of each, first byte (0) or one past the last (1).
netlist::ExprId RegionBuilder::argumentWords(const Site &site, unsigned offset) {
  const unsigned address = plan_.board->memoryAddressBits;
  std::vector<ExprId> words;
  for (uint32_t a : site.arguments)
    words.push_back(word(kernel_.arguments[a].word + offset, address));
  return words.empty() ? b_.constant(address, 0) : b_.concat(words);
}

/// Whether two buffers have no byte in common. That is so of empty ones, such as those of NULL: units let nothing pass
/// that is not within a buffer. Known a cycle after the configuration words.
netlist::ExprId RegionBuilder::apart(const ArgumentPair &pair) {
  NetId &net = apart_.try_emplace(pair, netlist::kNone).first->second;
  if (net == netlist::kNone) {
    const unsigned address = plan_.board->memoryAddressBits;
    const auto endsBefore = [&](uint32_t a, uint32_t b) {
      return b_.operation(Opcode::ICmp, 1,
                          {word(kernel_.arguments[a].word + 1, address), word(kernel_.arguments[b].word, address)},
                          Predicate::Ule);
    };
    net = b_.wire(fmt::format("apart_{}_{}", pair.first, pair.second));
    b_.reg(net, b_.disjunction({endsBefore(pair.first, pair.second), endsBefore(pair.second, pair.first)}));
  }
  return b_.use(net);
}

/// The same of each pair. Known a cycle later, before the first request.
netlist::ExprId RegionBuilder::apart(const std::vector<ArgumentPair> &pairs) {
  const auto [all, isNew] = allApart_.try_emplace(pairs, netlist::kNone);
  if (!isNew)
    return b_.use(all->second);
  std::vector<ExprId> terms;
  for (const ArgumentPair &pair : pairs)
    terms.push_back(apart(pair));
  all->second = b_.wire(fmt::format("apart_{}", allApart_.size()));
  b_.reg(all->second, b_.conjunction(terms));
  return b_.use(all->second);
}

/// What a unit answers. Where buffers decide whether something waits for a store, and they are apart, everything that
/// asks is told so at once, and what memory says to the store is for the end of the launch alone.
netlist::StreamId RegionBuilder::unitAnswer(uint32_t s, StreamId answer) {
  const Site &site = kernel_.sites[s];
  const graph::NodeId n = plan_.sites[s].node;
  if (site.kind != Site::Kind::Store || site.order.kind != SiteOrder::Kind::IfOverlap ||
      !plan_.nodes[n].problem.tasks[plan_.sites[s].op].responds)
    return answer;
  const StreamId unit = b_.stream(fmt::format("s{}_unit_ack", s), {});
  const ExprId atOnce = apart(site.order.pairs);
  b_.produce(answer, b_.disjunction({b_.use(b_.at(unit).valid), atOnce}), {});
  b_.consume(unit, b_.disjunction({b_.use(b_.at(answer).ready), atOnce}));
  return unit;
}

void RegionBuilder::sites() {
  if (kernel_.sites.empty())
    return;
  b_.title("Access units");
  const unsigned address = plan_.board->memoryAddressBits, lineBits = plan_.board->portBits;
  lineData_ = b_.wire("line_rsp_data", lineBits);
  for (uint32_t s = 0; s < kernel_.sites.size(); ++s) {
    const components::Component &unit = accessUnit(kernel_.sites[s]);
    const std::string name = fmt::format("s{}_", s);
    UnitNets nets{b_.wire(name + "idle"), b_.wire(name + "fault"), b_.wire(name + "fault_addr", address),
                  netlist::kNone,         netlist::kNone,          netlist::kNone};
    std::vector<netlist::Builder::Field> line = {{"addr", address}};
    if (unit.port("line_req_data_o"))
      line.insert(line.end(), {{"data", lineBits}, {"strb", lineBits / 8}});
    if (unit.port("line_req_atop_o"))
      line.push_back({"atop", abi::ATOP_BITS});
    nets.line = b_.stream(name + "line_req", line);
    if (kernel_.sites[s].lineCache != kNone)
      nets.lineAnswer = b_.stream(name + "line_rsp", {{"data", lineBits}}, false);
    else if (unit.stream("line_rsp"))
      nets.lineAnswer =
          b_.stream(name + "line_rsp", b_.wire(name + "line_rsp_valid"), netlist::kNone, {{"data", lineData_}});
    if (unit.stream("line_ack"))
      nets.lineAcknowledgement = b_.stream(name + "line_ack", {}, false);
    units_.push_back(nets);
  }
  for (uint32_t s = 0; s < kernel_.sites.size(); ++s)
    site(s);
  for (uint32_t c = 0; c < plan_.lineCaches.size(); ++c)
    lineCache(c);
}

/// What the unit is asked and answers: the node's accesses, or parts of them in turn.
RegionBuilder::Requests RegionBuilder::unitRequests(uint32_t s) {
  const Site &site = kernel_.sites[s];
  const SitePlan &plan = plan_.sites[s];
  if (hasLaneAddresses(site.unit) && site.kind == Site::Kind::Atomic)
    return atomicInTurn({plan.node, plan.op}, fmt::format("s{}", s), 8 * site.bytes, plan.depth);
  if (hasLaneAddresses(site.unit) && site.taps != 1)
    return elementsInTurn(s);
  const Requests node = requests_.at({plan.node, plan.op});
  if (site.unit == Site::Unit::Cached && !plan.ownSets)
    return inSet(s, node, b_.constant(1, 0));
  return node;
}

/// The requests, each for that set of a cache.
RegionBuilder::Requests RegionBuilder::inSet(uint32_t s, const Requests &from, ExprId set) {
  const auto field = [&](const char *name) { return b_.fieldOf(from.request, name); };
  const StreamId to =
      b_.stream(fmt::format("s{}_set_req", s),
                {{"addr", b_.net(field("addr")).width}, {"mask", b_.net(field("mask")).width}, {"set", b_.width(set)}});
  b_.produce(to, b_.use(b_.at(from.request).valid), {b_.use(field("addr")), b_.use(field("mask")), set});
  b_.consume(from.request, b_.use(b_.at(to).ready));
  return {to, from.answer};
}

/// The same without: units that have no cache do not ask.
RegionBuilder::Requests RegionBuilder::withoutSet(uint32_t s, const Requests &from) {
  const auto field = [&](const char *name) { return b_.fieldOf(from.request, name); };
  const StreamId to =
      b_.stream(fmt::format("s{}_unit_req", s), {{"addr", b_.net(field("addr")).width}, {"mask", kernel_.lanes}});
  b_.produce(to, b_.use(b_.at(from.request).valid), {b_.use(field("addr")), b_.use(field("mask"))});
  b_.consume(from.request, b_.use(b_.at(to).ready));
  return {to, from.answer};
}

void RegionBuilder::site(uint32_t s) {
  const Site &site = kernel_.sites[s];
  const SitePlan &plan = plan_.sites[s];
  const components::Component &unit = accessUnit(site);
  const Requests streams = unitRequests(s);
  auto instance = b_.instance(unit.name, fmt::format("u_s{}", s), {"", knownPlace(site.location)});
  if (unit.parameter("Bytes"))
    instance.set("Bytes", site.bytes);
  // What is the same for all lanes are the elements of one packet, and so are those that are asked for one by one.
  const bool ofElements = site.unit == Site::Unit::Stream || (site.unit == Site::Unit::Packet && site.tapMasks);
  if (unit.parameter("Lanes"))
    instance.set("Lanes", ofElements ? loadedElements(kernel_, site) : kernel_.lanes);
  if (unit.parameter("Taps"))
    instance.set("Taps", ofElements ? 1 : site.taps);
  if (unit.parameter("Aligned"))
    instance.set("Aligned", site.aligned ? 1 : 0);
  if (unit.parameter("Lines"))
    instance.set("Lines", plan.cacheLines);
  if (unit.parameter("Own"))
    instance.set("Own", plan.ownSets ? 1 : 0);
  // Packets with more elements than memory moves in a cycle: of lines twice as long, half as many of which are in
  // flight.
  const bool halved =
      unit.parameter("Halved") && 8 * site.bytes * loadedElements(kernel_, site) > plan_.board->portBits;
  if (halved)
    instance.set("Halved", 1);
  if (unit.parameter("Reads"))
    instance.set("Reads", kernel_.lanes > kFewLanes && kernel_.computeUnits == 1 ? 2 : 1);
  instance.set("AddrBits", plan_.board->memoryAddressBits)
      .set("LineBits", plan_.board->portBits * (halved ? 2 : 1))
      .set("NumRegions", std::max<size_t>(1, site.arguments.size()))
      .set("Depth", halved ? std::max(2u, plan.depth / 2) : plan.depth)
      .in("base_i", argumentWords(site, 0))
      .in("limit_i", argumentWords(site, 1))
      .out("fault_o", {units_[s].fault})
      .out("fault_addr_o", {units_[s].address})
      .out("idle_o", {units_[s].idle})
      .stream("req", {streams.request})
      .stream(unit.stream("rsp") ? "rsp" : "ack", {unitAnswer(s, streams.answer)})
      .stream("line_req", {units_[s].line});
  if (unit.stream("line_rsp"))
    instance.stream("line_rsp", {units_[s].lineAnswer});
  if (unit.stream("line_ack"))
    instance.stream("line_ack", {units_[s].lineAcknowledgement});
  if (unit.port("flush_i")) {
    // What it has read before a write is done may be old.
    std::vector<ExprId> flush = {b_.use(start_)};
    for (const Flush &write : plan.flushedBy) {
      const ExprId done = b_.use(b_.at(units_[write.site].lineAcknowledgement).valid);
      flush.push_back(write.ifOverlap.empty() ? done : b_.conjunction({done, b_.inverse(apart(write.ifOverlap))}));
    }
    instance.in("flush_i", b_.disjunction(flush));
  }
  if (unit.port("keep_i"))
    instance.in("keep_i", keepsLines({s}));
  instance.add();
}

/// Whether nothing that the sites must see is written in this launch.
netlist::ExprId RegionBuilder::keepsLines(const std::vector<uint32_t> &sites) {
  std::set<ArgumentPair> pairs;
  for (const uint32_t s : sites) {
    const SitePlan &plan = plan_.sites[s];
    const Conflict writes = mayBeStale(kernel_, kernel_.nodes[plan.node].ops[plan.op]);
    pairs.insert(writes.pairs.begin(), writes.pairs.end());
  }
  return pairs.empty() ? b_.constant(1, 1) : apart({pairs.begin(), pairs.end()});
}

void RegionBuilder::lineCache(uint32_t number) {
  const LineCachePlan &plan = plan_.lineCaches[number];
  const std::string name = fmt::format("c{}_", number);
  const Requests lines = {
      b_.stream(name + "line_req", {{"addr", plan_.board->memoryAddressBits}}),
      b_.stream(name + "line_rsp", b_.wire(name + "line_rsp_valid"), netlist::kNone, {{"data", lineData_}})};
  lineCaches_.push_back(lines);
  std::vector<StreamId> requests, answers;
  for (const uint32_t s : plan.sites) {
    requests.push_back(units_[s].line);
    answers.push_back(units_[s].lineAnswer);
  }
  b_.instance("line_cache", fmt::format("u_c{}", number))
      .set("NumSites", plan.sites.size())
      .set("NumPorts", plan.ports)
      .set("AddrBits", plan_.board->memoryAddressBits)
      .set("LineBits", plan_.board->portBits)
      .set("Depth", plan.depth)
      .set("Lines", plan.lines)
      .in("keep_i", keepsLines(plan.sites))
      .stream("site_req", requests)
      .stream("site_rsp", answers)
      .stream("line_req", {lines.request})
      .stream("line_rsp", {lines.answer})
      .add();
}

void RegionBuilder::memoryPort() {
  b_.title("Device memory");
  if (kernel_.sites.empty()) {
    for (const auto &[name, net] : ports_)
      if (name.starts_with("m_axi_") && name.ends_with("_o"))
        b_.assign(net, b_.constant(b_.net(net).width, 0));
    return;
  }
  auto port = b_.instance("kernel_memory_port", "u_port");
  std::vector<StreamId> loads, answers;
  for (size_t s = 0; s < kernel_.sites.size(); ++s)
    if (kernel_.sites[s].kind == Site::Kind::Load && kernel_.sites[s].lineCache == kNone) {
      loads.push_back(units_[s].line);
      answers.push_back(units_[s].lineAnswer);
    }
  for (const Requests &cache : lineCaches_) {
    loads.push_back(cache.request);
    answers.push_back(cache.answer);
  }
  port.set("NumLoads", loads.size())
      .set("NumStores", countSites(Site::Kind::Store))
      .set("NumAtomics", countSites(Site::Kind::Atomic))
      .set("AddrBits", plan_.board->memoryAddressBits)
      .set("LineBits", plan_.board->portBits);
  const auto lines = [&](Site::Kind kind, StreamId UnitNets::*which) {
    std::vector<StreamId> streams;
    for (size_t s = 0; s < kernel_.sites.size(); ++s)
      if (kernel_.sites[s].kind == kind)
        streams.push_back(units_[s].*which);
    return streams;
  };
  port.stream("load_line_req", loads)
      .stream("load_line_rsp", answers)
      .stream("store_line_req", lines(Site::Kind::Store, &UnitNets::line))
      .stream("store_line_ack", lines(Site::Kind::Store, &UnitNets::lineAcknowledgement))
      .stream("atomic_line_req", lines(Site::Kind::Atomic, &UnitNets::line))
      .stream("atomic_line_rsp", lines(Site::Kind::Atomic, &UnitNets::lineAnswer))
      .stream("atomic_line_ack", lines(Site::Kind::Atomic, &UnitNets::lineAcknowledgement))
      .out("line_rsp_data_o", {lineData_});
  for (const auto &[name, net] : ports_)
    if (name.starts_with("m_axi_")) {
      if (name.ends_with("_o"))
        port.out(name, {net});
      else
        port.in(name, b_.use(net));
    }
  if (isUnit_)  // not looked at
    port.in("m_axi_bresp_i", b_.constant(2, 0))
        .in("m_axi_rresp_i", b_.constant(2, 0))
        .in("m_axi_rlast_i", b_.constant(1, 1));
  port.add();
}

}  // namespace weft::rtlgen
