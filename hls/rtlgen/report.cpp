// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/report.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "hls/rtlgen/area.h"
#include "hls/rtlgen/expected_clock.h"
#include "hls/rtlgen/source_names.h"
#include "hls/schedule/lifetimes.h"

namespace weft::rtlgen {

using namespace graph;

namespace {

nlohmann::ordered_json areaEntry(const components::Cost &area, std::string_view family) {
  return {{"family", family},
          {"lut4", std::lround(area.lut)},
          {"ff", std::lround(area.ff)},
          {"bram", std::lround(area.bram)},
          {"bram_kbit", components::blockRamKbit(family)},
          {"dsp", std::lround(area.dsp)}};
}

void addLocation(nlohmann::ordered_json &entry, const SourceLocation &location) {
  if (location.line)
    entry["location"] = location.file + ":" + std::to_string(location.line);
}

/// Why there are no more of something; nothing if there are as many as there could be.
void addLimit(nlohmann::ordered_json &report, const char *name, const LimitReason &limit) {
  if (limit.what.empty())
    return;
  nlohmann::ordered_json entry{{"reason", limit.what}};
  addLocation(entry, limit.location);
  report[name] = std::move(entry);
}

/// Why the site has its unit.
void addReason(nlohmann::ordered_json &site, const UnitReason &reason) {
  if (reason.kind == UnitReason::Kind::None)
    return;
  nlohmann::ordered_json entry{{"kind", nameOf(reason.kind)}};
  if (reason.kind == UnitReason::Kind::Neighbours || reason.kind == UnitReason::Kind::Apart)
    entry["step"] = reason.step;
  if (!reason.cause.empty())
    entry["cause"] = reason.cause;
  if (const char *words = inWords(std::string_view(reason.cause)))
    entry["cause_in_words"] = words;
  addLocation(entry, reason.location);
  site["reason"] = std::move(entry);
}

/// What it waits for, or what waits for it.
void addOrder(nlohmann::ordered_json &site, const SiteOrder &order, const Kernel &kernel) {
  if (order.kind == SiteOrder::Kind::Free)
    return;
  nlohmann::ordered_json entry{{"kind", nameOf(order.kind)}};
  for (const auto &[a, b] : order.pairs)
    entry["buffers"].push_back({kernel.arguments[a].name, kernel.arguments[b].name});
  addLocation(entry, order.location);
  site["order"] = std::move(entry);
}

/// Whole MHz: it is no more exact than that.
nlohmann::ordered_json clockEntry(const ExpectedClock &clock) {
  nlohmann::ordered_json entry{{"mhz", std::floor(clock.mhz)}, {"limit", clock.limit}};
  addLocation(entry, clock.location);
  return entry;
}

/// Area by module of rtl/ and by source line.
void addShares(nlohmann::ordered_json &report, const netlist::Design &design, std::string_view family) {
  const AreaShares shares = areaShares(design, family);
  report["units"] = nlohmann::ordered_json::array();
  for (const auto &[name, units] : shares.components)
    report["units"].push_back({{"name", name}, {"count", units.count}, {"area", areaEntry(units.area, family)}});
  report["lines"] = nlohmann::ordered_json::array();
  for (const auto &[location, area] : shares.lines)
    if (area != components::Cost())
      report["lines"].push_back({{"location", location}, {"area", areaEntry(area, family)}});
}

/// Cycles that each packet takes a memory in a node where its work-items take turns, by the node's name.
std::map<std::string, double> turnsAt(const Plan &plan, uint32_t memory, const std::vector<std::string> &names) {
  const Kernel &kernel = *plan.kernel;
  const MemoryPlan &p = plan.memories[memory];
  std::map<std::string, double> turns;
  const auto add = [&](const schedule::MemoryPort &port, double cycles) { turns[names[port.node]] += cycles; };
  if (kernel.memories[memory].updates == Memory::Updates::None)
    return turns;
  for (const auto *ports : {&p.use.gathers, &p.use.scatters})
    for (const schedule::MemoryPort &port : *ports)
      add(port, double(kernel.lanes) / p.replicaRow);
  if (kernel.memories[memory].updates == Memory::Updates::InTurn)
    for (const schedule::MemoryPort &port : p.use.atomics)
      add(port, kernel.nodes[port.node].ops[port.op].masked ? kernel.lanes : 1);
  return turns;
}

void addMemories(nlohmann::ordered_json &report, const Plan &plan, const std::vector<std::string> &names) {
  const Kernel &kernel = *plan.kernel;
  report["memories"] = nlohmann::ordered_json::array();
  for (size_t m = 0; m < kernel.memories.size(); ++m) {
    const MemoryPlan &p = plan.memories[m];
    report["memories"].push_back({{"name", kernel.memories[m].name},
                                  {"kind", nameOf(kernel.memories[m].kind)},
                                  {"words", p.words},
                                  {"word_bits", p.wordBits},
                                  {"reads", p.use.reads.size()},
                                  {"writes", p.use.writes.size()},
                                  {"atomics", p.use.atomics.size()},
                                  {"gathers", p.use.gathers.size()},
                                  {"scatters", p.use.scatters.size()}});
    if (kernel.memories[m].updates != Memory::Updates::None)
      report["memories"].back()["updates"] = nameOf(kernel.memories[m].updates);
    if (const auto turns = turnsAt(plan, uint32_t(m), names); !turns.empty())
      report["memories"].back()["turns"] = turns;
    if (p.use.halves > 1)
      report["memories"].back()["halves"] = p.use.halves;
  }
}

void addSites(nlohmann::ordered_json &report, const Plan &plan, const std::vector<std::string> &names) {
  static const char *const siteKinds[] = {"load", "store", "atomic"};
  const Kernel &kernel = *plan.kernel;
  report["sites"] = nlohmann::ordered_json::array();
  for (size_t s = 0; s < kernel.sites.size(); ++s) {
    const Site &site = kernel.sites[s];
    nlohmann::ordered_json buffers = nlohmann::ordered_json::array();
    for (const uint32_t argument : site.arguments)
      buffers.push_back(kernel.arguments[argument].name);
    nlohmann::ordered_json entry{
        {"kind", siteKinds[size_t(site.kind)]}, {"unit", nameOf(site.unit)},         {"bytes", site.bytes},
        {"depth", plan.sites[s].depth},         {"node", names[plan.sites[s].node]}, {"buffers", buffers}};
    if (site.lineCache != kNone)
      entry["line_cache"] = site.lineCache;
    else if (site.cacheLines != 0)
      entry["cache_bytes"] = site.cacheLines * plan.board->lineBytes();
    if (const unsigned elements = hasLaneAddresses(site.unit) ? tapsOf(site) : elementsOf(site); elements > 1)
      entry["elements"] = elements;
    addLocation(entry, site.location);
    addReason(entry, site.reason);
    addOrder(entry, site.order, kernel);
    report["sites"].push_back(std::move(entry));
  }
  report["line_caches"] = nlohmann::ordered_json::array();
  for (const LineCachePlan &cache : plan.lineCaches)
    report["line_caches"].push_back({{"bytes", cache.lines * plan.board->lineBytes()}, {"ports", cache.ports}});
}

/// `area`: of the design's modules, one for each pipeline node, in order, before others.
void addNodes(nlohmann::ordered_json &report, const Plan &plan, const std::vector<std::string> &names,
              const std::vector<components::Cost> &area, std::string_view family) {
  static const char *const nodeKinds[] = {"pipeline", "barrier", "exit"};
  const Kernel &kernel = *plan.kernel;
  size_t module = 0;
  const Loops loops = enclosingLoops(kernel);
  report["nodes"] = nlohmann::ordered_json::array();
  for (NodeId n = 0; n < kernel.nodes.size(); ++n) {
    const Node &node = kernel.nodes[n];
    const NodePlan &p = plan.nodes[n];
    nlohmann::ordered_json entry{{"name", names[n]}, {"kind", nodeKinds[size_t(node.kind)]}};
    entry["cycles"] = cyclesIn(plan, n, true);
    entry["loops"] = nlohmann::ordered_json::array();
    for (const NodeId header : loops[n])
      entry["loops"].push_back(header);
    if (node.kind == NodeKind::Pipeline) {
      const auto &latency = p.schedule.latency;
      entry["ii"] = 1;
      entry["latency"] = std::accumulate(latency.begin(), latency.end(), 0u);
      entry["segments"] = latency;
      entry["register_bits"] = schedule::registerBits(p.problem, p.schedule);
      entry["ops"] = node.ops.size();
      entry["loop"] = node.loopHeader;
      if (p.mostInLoop != kAny)
        entry["most_in_loop"] = p.mostInLoop;
      if (p.paced)
        entry["paced"] = true;
      if (node.loopHeader)
        entry["newcomers_first"] = p.newcomersFirst;
      entry["token_bits"] = p.inputWidth;
      entry["area"] = areaEntry(area[module++], family);
    }
    if (node.last != kNone)
      entry["keeps_idle"] = true;
    addLocation(entry, node.location);
    report["nodes"].push_back(entry);
  }
}

}  // namespace

std::string makeReport(const Plan &plan, const netlist::Design &design) {
  const Kernel &kernel = *plan.kernel;
  nlohmann::ordered_json report;
  report["kernel"] = kernel.name;
  report["clock_mhz"] = plan.board->clockMhz;
  report["expected_clock"] = clockEntry(expectedClockOf(plan, design));
  if (kernel.computeUnits > 1)
    report["compute_units"] = kernel.computeUnits;
  report["lanes"] = kernel.lanes;
  addLimit(report, "no_more_units", kernel.unitsReason);
  addLimit(report, "no_more_lanes", kernel.lanesReason);
  addLimit(report, "no_more_copies", kernel.copiesReason);
  report["slots"] = plan.admission.slots;
  if (plan.admission.boundByCaches)
    addLimit(report, "no_more_slots", {"with more, lines of a cache would be gone before lanes come back to them", {}});
  report["group_slots"] = plan.admission.groupSlots;
  report["start_cycles"] = plan.startDelay;
  report["store_cycles"] = storeRoundTrip(plan);
  const auto &timing = plan.board->timing;
  report["memory_busy"] =
      timing && timing->refreshInterval ? double(timing->refreshCycles) / timing->refreshInterval : 0;
  const std::string_view family = components::operatorFamily(plan.board->family);
  const std::vector<components::Cost> area = areas(design, family);
  report["area"] = areaEntry(area.back(), family);
  if (kernel.computeUnits > 1)
    report["unit_area"] = areaEntry(area[area.size() - 2], family);
  const std::vector<std::string> names = sourceNames(kernel);
  addNodes(report, plan, names, area, family);
  addMemories(report, plan, names);
  addSites(report, plan, names);
  addShares(report, design, family);
  // Names of files may hold bytes that are no text.
  return report.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace weft::rtlgen
