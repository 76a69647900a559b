// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/report.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "hls/rtlgen/area.h"
#include "hls/schedule/lifetimes.h"

namespace weft::rtlgen {

using namespace graph;

namespace {

nlohmann::ordered_json areaEntry(const components::Cost &area) {
  return {{"family", "ecp5"},
          {"lut4", std::lround(area.lut)},
          {"ff", std::lround(area.ff)},
          {"bram_18kbit", std::lround(area.bram)},
          {"dsp_18x18", std::lround(area.dsp)}};
}

}  // namespace

std::string makeReport(const Plan &plan, const netlist::Design &design) {
  static const char *const nodeKinds[] = {"pipeline", "barrier", "exit"};
  static const char *const memoryKinds[] = {"local", "pool", "private", "rom", "exchange"};
  static const char *const siteKinds[] = {"load", "store", "atomic"};
  const Kernel &kernel = *plan.kernel;
  nlohmann::ordered_json report;
  report["kernel"] = kernel.name;
  report["clock_mhz"] = plan.board->clockMhz;
  report["slots"] = plan.admission.slots;
  report["group_slots"] = plan.admission.groupSlots;
  const std::vector<components::Cost> area = areas(design);
  report["area"] = areaEntry(area.back());
  size_t module = 0;  // one for each pipeline node, in order, then the region
  report["nodes"] = nlohmann::ordered_json::array();
  for (NodeId n = 0; n < kernel.nodes.size(); ++n) {
    const Node &node = kernel.nodes[n];
    const NodePlan &p = plan.nodes[n];
    nlohmann::ordered_json entry{{"name", node.name}, {"kind", nodeKinds[size_t(node.kind)]}};
    if (node.kind == NodeKind::Pipeline) {
      const auto &latency = p.schedule.latency;
      entry["ii"] = 1;
      entry["latency"] = std::accumulate(latency.begin(), latency.end(), 0u);
      entry["segments"] = latency;
      entry["register_bits"] = schedule::registerBits(p.problem, p.schedule);
      entry["ops"] = node.ops.size();
      entry["loop"] = node.loopHeader;
      entry["token_bits"] = p.inputWidth;
      entry["area"] = areaEntry(area[module++]);
    }
    if (node.location.line)
      entry["location"] = node.location.file + ":" + std::to_string(node.location.line);
    report["nodes"].push_back(entry);
  }
  report["memories"] = nlohmann::ordered_json::array();
  for (size_t m = 0; m < kernel.memories.size(); ++m) {
    const MemoryPlan &p = plan.memories[m];
    report["memories"].push_back({{"name", kernel.memories[m].name},
                                  {"kind", memoryKinds[size_t(kernel.memories[m].kind)]},
                                  {"words", p.words},
                                  {"word_bits", p.wordBits},
                                  {"reads", p.use.reads.size()},
                                  {"writes", p.use.writes.size()},
                                  {"atomics", p.use.atomics.size()}});
  }
  report["sites"] = nlohmann::ordered_json::array();
  for (const Site &site : kernel.sites)
    report["sites"].push_back({{"kind", siteKinds[size_t(site.kind)]},
                               {"unit", site.unit == Site::Unit::Stream ? "stream" : "scatter"},
                               {"bytes", site.bytes},
                               {"location", site.location.file + ":" + std::to_string(site.location.line)}});
  return report.dump(1);
}

}  // namespace weft::rtlgen
