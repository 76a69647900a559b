// SPDX-License-Identifier: Apache-2.0
#include "flow/largest_parts.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace weft::flow {
namespace {

using nlohmann::json;

constexpr size_t kMostParts = 5;

using Parts = std::vector<std::pair<double, std::string>>;  // how much, what

std::string listed(const char *heading, Parts parts) {
  std::erase_if(parts, [](const auto &part) { return part.first < 1; });
  std::sort(parts.begin(), parts.end(),
            [](const auto &a, const auto &b) { return std::pair(-a.first, a.second) < std::pair(-b.first, b.second); });
  parts.resize(std::min(parts.size(), kMostParts));
  std::string text = parts.empty() ? "" : fmt::format("\n{}:", heading);
  for (const auto &[amount, what] : parts)
    text += fmt::format("\n  {:6.0f}  {}", amount, what);
  return text;
}

}  // namespace

std::string largestParts(std::span<const std::string> reports, const ResourceName &resource) {
  Parts units, lines;
  for (const std::string &report : reports) {
    const json all = json::parse(report);
    const std::string of = reports.size() > 1 ? fmt::format(" of {}", all.at("kernel").get<std::string>()) : "";
    for (const json &unit : all.at("units"))
      units.emplace_back(
          unit.at("area").at(resource.estimated),
          fmt::format("{} x {}{}", unit.at("count").get<unsigned>(), unit.at("name").get<std::string>(), of));
    for (const json &line : all.at("lines"))
      lines.emplace_back(line.at("area").at(resource.estimated), line.at("location"));
  }
  const std::string heading = fmt::format("The largest modules of the {}, by the compiler's estimate of {}",
                                          reports.size() > 1 ? "kernels" : "kernel", resource.name);
  return listed(heading.c_str(), std::move(units)) + listed("Its largest source lines", std::move(lines));
}

}  // namespace weft::flow
