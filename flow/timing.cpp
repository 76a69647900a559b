// SPDX-License-Identifier: Apache-2.0
#include "flow/timing.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace weft::flow {
namespace {

using nlohmann::json;

double lengthOf(const json &path) {
  double ns = 0;
  for (const json &step : path.at("path"))
    ns += step.at("delay").get<double>();
  return ns;
}

bool isBetweenRegisters(const json &path) {
  const std::string async = "<async>";
  return path.at("from").get<std::string>() != async && path.at("to").get<std::string>() != async;
}

kernel::PathStep stepFrom(const json &step, const SourceMap &sources) {
  const std::string type = step.at("type");
  const std::string cell = step.at("to").at("cell");
  std::string location = sources.locate(cell);
  if (location.empty())
    location = sources.locate(step.at("from").at("cell").get<std::string>());
  const char *preposition = type == "routing" ? "to" : "in";
  kernel::PathStep result{step.at("delay"), fmt::format("{} {} {}", type, preposition, cell), location};
  if (const auto place = step.at("to").find("loc"); place != step.at("to").end()) {
    result.x = place->at(0);
    result.y = place->at(1);
  }
  return result;
}

}  // namespace

Timing readTiming(const std::string &report, double clockMhz, const Family &family, const SourceMap &sources) {
  const json all = json::parse(report);
  Timing timing;
  // A board may have clocks of other rates beside: each counts by what it reaches of its own.
  for (const json &clock : all.at("fmax")) {
    const double mhz = clockMhz * clock.at("achieved").get<double>() / clock.at("constraint").get<double>();
    timing.mhz = timing.mhz == 0 ? mhz : std::min(timing.mhz, mhz);
  }
  if (timing.mhz == 0)
    throw std::runtime_error("nextpnr found no clock in the design");
  const json &used = all.at("utilization");
  for (const ResourceName &resource : family.resources)
    if (used.contains(resource.reported))
      timing.resources.push_back(
          {resource.name, used.at(resource.reported).at("used"), used.at(resource.reported).at("available")});
  const json *longest = nullptr;
  for (const json &path : all.at("critical_paths"))
    if (isBetweenRegisters(path) && (!longest || lengthOf(path) > lengthOf(*longest)))
      longest = &path;
  if (longest)
    for (const json &step : longest->at("path"))
      timing.criticalPath.push_back(stepFrom(step, sources));
  return timing;
}

}  // namespace weft::flow
