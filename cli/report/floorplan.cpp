// SPDX-License-Identifier: Apache-2.0
// Where the parts of a bitstream are on the FPGA, with the path that limits its clock: a picture and its legend.
#include <fmt/format.h>
#include <map>
#include <utility>

#include "cli/report/html.h"
#include "cli/report/page.h"

namespace weft::cli {
namespace {

using Kind = HtmlTable::Column::Kind;
using kernel::PlacedPart;

using Tile = std::pair<unsigned, unsigned>;

/// How many cells a tile has of all parts.
std::map<Tile, unsigned> cellsByTile(const kernel::Floorplan &plan) {
  std::map<Tile, unsigned> sum;
  for (const PlacedPart &part : plan.parts)
    for (const kernel::PlacedCells &cells : part.tiles)
      sum[{cells.x, cells.y}] += cells.count;
  return sum;
}

std::string titleOf(const PlacedPart &part) {
  return fmt::format("{} {}{}{}: {} cells", kernel::kPartKinds[size_t(part.kind)], part.name,
                     part.location.empty() ? "" : ", ", part.location, part.cells());
}

/// One path for each part. A tile is divided between its parts from top to bottom, as its cells are.
std::string tiles(const kernel::Floorplan &plan) {
  const std::map<Tile, unsigned> all = cellsByTile(plan);
  std::map<Tile, double> filled;
  std::string text;
  for (const PlacedPart &part : plan.parts) {
    std::string outline;
    for (const kernel::PlacedCells &cells : part.tiles) {
      double &from = filled[{cells.x, cells.y}];
      const double height = double(cells.count) / all.at({cells.x, cells.y});
      outline += fmt::format("M{} {:.4g}h1v{:.3g}h-1z", cells.x, cells.y + from, height);
      from += height;
    }
    text += fmt::format("<path class=\"part {}\" d=\"{}\"><title>{}</title></path>\n",
                        kernel::kPartKinds[size_t(part.kind)], outline, escaped(titleOf(part)));
  }
  return text;
}

/// From tile to tile, with a dot where it begins and a ring where it ends.
std::string criticalPath(const kernel::Bitstream &made) {
  std::vector<Tile> stations;
  for (const kernel::PathStep &step : made.criticalPath)
    if (const Tile at(step.x, step.y); step.x >= 0 && step.y >= 0 && (stations.empty() || stations.back() != at))
      stations.push_back(at);
  if (stations.empty())
    return "";
  std::string points;
  for (const auto &[x, y] : stations)
    points += fmt::format("{}{},{}", points.empty() ? "" : " ", x + 0.5, y + 0.5);
  const auto circle = [](const Tile &at, const char *which) {
    return fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"0.8\"/>", which, at.first + 0.5, at.second + 0.5);
  };
  return fmt::format("<polyline class=\"critical\" points=\"{}\"/>{}{}\n", points,
                     circle(stations.front(), "critical from"), circle(stations.back(), "critical"));
}

}  // namespace

std::string floorplanSection(const kernel::Bitstream &made,
                             const std::function<std::string(const std::string &)> &place) {
  const kernel::Floorplan &plan = made.floorplan;
  if (plan.parts.empty())
    return "";
  HtmlTable legend({{"part"}, {"name"}, {"source"}, {"cells", Kind::Number}});
  uint64_t most = 1;
  for (const PlacedPart &part : plan.parts)
    most = std::max(most, part.cells());
  for (const PlacedPart &part : plan.parts) {
    const char *kind = kernel::kPartKinds[size_t(part.kind)];
    legend.add({fmt::format("<span class=\"swatch {0}\"></span>{0}", kind), "<code>" + escaped(part.name) + "</code>",
                place(part.location), bar(std::to_string(part.cells()), double(part.cells()) / double(most))});
  }
  return fmt::format(
      "<h3>Floor plan</h3>\n<p>Where the cells were placed on the {0} x {1} tiles of the FPGA, and over it the path "
      "that limits the clock, from the dot to the ring. Which part a cell belongs to is told by the name that "
      "synthesis gave it.</p>\n<svg class=\"floorplan\" viewBox=\"0 0 {0} {1}\" role=\"img\" aria-label=\"Floor plan "
      "of {2}\">\n<rect class=\"ground\" width=\"{0}\" height=\"{1}\"/>\n{3}{4}</svg>\n{5}",
      plan.columns, plan.rows, escaped(made.subject()), tiles(plan), criticalPath(made), legend.html());
}

}  // namespace weft::cli
