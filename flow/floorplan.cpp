// SPDX-License-Identifier: Apache-2.0
#include "flow/floorplan.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace weft::flow {
namespace {

using kernel::PlacedPart;
using nlohmann::json;
using Kind = PlacedPart::Kind;

/// "X16/Y59/SLICEC.K0"
std::optional<std::pair<unsigned, unsigned>> tileOf(const std::string &bel) {
  unsigned x = 0, y = 0;
  if (std::sscanf(bel.c_str(), "X%u/Y%u/", &x, &y) != 2)
    return std::nullopt;
  return std::pair(x, y);
}

/// Reads the cells of a netlist as it is parsed: it has a hundred megabytes, of which their places are a hundredth.
class CellReader : public nlohmann::json_sax<json> {
public:
  using Visit = std::function<void(const std::string &path, const std::string &bel)>;
  explicit CellReader(Visit visit) : visit_(std::move(visit)) {}
  bool found() const { return found_; }

  bool start_object(size_t /*elements*/) override {
    // modules, a module's name, cells
    found_ |= keys_.size() == 3 && keys_[2] == "cells";
    keys_.emplace_back();
    return true;
  }
  bool end_object() override { return leave(); }
  bool start_array(size_t /*elements*/) override {
    keys_.emplace_back();
    return true;
  }
  bool end_array() override { return leave(); }
  bool key(string_t &name) override {
    keys_.back() = name;
    return true;
  }
  bool string(string_t &value) override {
    if (keys_.size() == 6 && keys_[2] == "cells" && keys_[4] == "attributes" && keys_[5] == "NEXTPNR_BEL")
      visit_(keys_[3], value);
    return true;
  }
  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t & /*text*/) override { return true; }
  bool binary(binary_t & /*value*/) override { return true; }
  bool parse_error(size_t /*place*/, const std::string & /*token*/, const nlohmann::detail::exception &error) override {
    throw std::runtime_error(error.what());
  }

private:
  bool leave() {
    keys_.pop_back();
    return true;
  }

  Visit visit_;
  std::vector<std::string> keys_;  // of the objects that are open, and of the arrays, which have none
  bool found_ = false;
};

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
  CellReader cells([&](const std::string &path, const std::string &bel) {
    const auto tile = tileOf(bel);
    if (tile && tile->first < part.columns && tile->second < part.rows)
      ++tiles[sources.partOf(path)][*tile];
  });
  json::sax_parse(routed, &cells);
  if (!cells.found())
    throw std::runtime_error("the routed netlist has no cells");
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
