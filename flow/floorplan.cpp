// SPDX-License-Identifier: Apache-2.0
#include "flow/floorplan.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace weft::flow {
namespace {

using kernel::PlacedPart;
using nlohmann::json;
using Kind = PlacedPart::Kind;

/// The netlist without what is large and not asked for.
json placedCells(const std::string &routed) {
  const auto keep = [](int, json::parse_event_t event, json &parsed) {
    if (event != json::parse_event_t::key)
      return true;
    const std::string &key = parsed.get_ref<const std::string &>();
    return key != "connections" && key != "parameters" && key != "port_directions" && key != "netnames" &&
           key != "ports";
  };
  json netlist = json::parse(routed, keep);
  // The one module that is left after flattening.
  return std::move(netlist.at("modules").begin().value().at("cells"));
}

/// "X16/Y59/SLICEC.K0"
std::optional<std::pair<unsigned, unsigned>> tileOf(const json &cell) {
  const std::string bel = cell.at("attributes").value("NEXTPNR_BEL", "");
  unsigned x = 0, y = 0;
  if (std::sscanf(bel.c_str(), "X%u/Y%u/", &x, &y) != 2)
    return std::nullopt;
  return std::pair(x, y);
}

/// "u_s12" with "u_s" is 12.
std::optional<size_t> numberIn(const std::string &instance, const std::string &prefix) {
  if (!instance.starts_with(prefix) || instance.size() == prefix.size() ||
      !std::all_of(instance.begin() + long(prefix.size()), instance.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return std::nullopt;
  return std::stoul(instance.substr(prefix.size()));
}

/// What an instance of kernel_region is, by the names that the generator gives: u_n for nodes, u_s for sites' units,
/// u_m for memories, each with its index in the report.
PlacedPart describe(const std::string &instance, const std::string &module, const json &report) {
  const struct {
    const char *prefix, *list;
    Kind kind;
  } numbered[] = {{"u_n", "nodes", Kind::Node}, {"u_s", "sites", Kind::Unit}, {"u_m", "memories", Kind::Memory}};
  for (const auto &[prefix, list, kind] : numbered)
    if (const auto number = numberIn(instance, prefix); number && *number < report.at(list).size()) {
      const json &entry = report.at(list).at(*number);
      return {kind, kind == Kind::Unit ? module : entry.value("name", module), entry.value("location", ""), {}};
    }
  return {Kind::Control, module, "", {}};
}

class Reports {
public:
  explicit Reports(std::span<const ReportedKernel> kernels) {
    for (const ReportedKernel &kernel : kernels)
      byInstance_[kernel.instance] = {kernels.size() > 1 ? kernel.name + ": " : "", json::parse(kernel.report)};
  }

  PlacedPart describe(const SourceMap::Part &part) const {
    const auto &[prefix, report] = byInstance_.at(part.kernel);
    PlacedPart placed = weft::flow::describe(part.instance, part.module, report);
    placed.name = prefix + placed.name;
    return placed;
  }

private:
  std::map<std::string, std::pair<std::string, json>> byInstance_;
};

}  // namespace

kernel::Floorplan readFloorplan(const std::string &routed, const board::FpgaPart &part, const SourceMap &sources,
                                std::span<const ReportedKernel> kernels) {
  kernel::Floorplan plan{part.columns, part.rows, {}};
  std::map<SourceMap::Part, std::map<std::pair<unsigned, unsigned>, unsigned>> tiles;
  const json cells = placedCells(routed);
  for (const auto &[path, cell] : cells.items()) {
    const auto tile = tileOf(cell);
    if (!tile || tile->first >= part.columns || tile->second >= part.rows)
      continue;
    ++tiles[sources.partOf(path)][*tile];
  }
  const Reports reports(kernels);
  std::map<Kind, std::vector<PlacedPart>> byKind;
  for (const auto &[key, counts] : tiles) {
    PlacedPart placed = key.kernel.empty() ? PlacedPart{Kind::Shell, "shell", "", {}} : reports.describe(key);
    for (const auto &[tile, count] : counts)
      placed.tiles.push_back({tile.first, tile.second, count});
    byKind[placed.kind].push_back(std::move(placed));
  }
  for (auto &[kind, parts] : byKind)
    std::move(parts.begin(), parts.end(), std::back_inserter(plan.parts));
  return plan;
}

}  // namespace weft::flow
