// SPDX-License-Identifier: Apache-2.0
#include "kernel/bitstream_json.h"

#include <stdexcept>

#include "kernel/image_json.h"

namespace weft::kernel {
namespace {

using Json = nlohmann::ordered_json;

/// Tiles as rows of [x, y, cells].
Json toJson(const Floorplan &plan) {
  Json parts = Json::array();
  for (const PlacedPart &part : plan.parts) {
    Json tiles = Json::array();
    for (const PlacedCells &tile : part.tiles)
      tiles.push_back({tile.x, tile.y, tile.count});
    parts.push_back({{"kind", kPartKinds[size_t(part.kind)]},
                     {"name", part.name},
                     {"location", part.location},
                     {"cells", part.cells()},
                     {"tiles", std::move(tiles)}});
  }
  return {{"columns", plan.columns}, {"rows", plan.rows}, {"parts", std::move(parts)}};
}

PlacedPart::Kind partKind(const std::string &name) {
  for (size_t kind = 0; kind < std::size(kPartKinds); ++kind)
    if (name == kPartKinds[kind])
      return PlacedPart::Kind(kind);
  throw std::runtime_error("a floor plan with a part of an unknown kind");
}

Floorplan floorplanFromJson(const Json &json) {
  constexpr uint64_t kMostTiles = 4096;  // in a row or column
  Floorplan plan{
      unsigned(numberFromJson(json, "columns", kMostTiles)), unsigned(numberFromJson(json, "rows", kMostTiles)), {}};
  for (const Json &entry : json.at("parts")) {
    PlacedPart part{partKind(entry.at("kind")), entry.at("name"), entry.at("location"), {}};
    for (const Json &tile : entry.at("tiles")) {
      part.tiles.push_back({tile.at(0), tile.at(1), tile.at(2)});
      if (part.tiles.back().x >= plan.columns || part.tiles.back().y >= plan.rows)
        throw std::runtime_error("a floor plan with a tile outside of the FPGA");
    }
    plan.parts.push_back(std::move(part));
  }
  return plan;
}

}  // namespace

Json toJson(const Bitstream &bitstream) {
  Json kernels = Json::array(), resources = Json::array(), path = Json::array();
  for (const Resource &resource : bitstream.resources)
    resources.push_back({{"name", resource.name}, {"used", resource.used}, {"available", resource.available}});
  for (const PathStep &step : bitstream.criticalPath)
    path.push_back(
        {{"ns", step.nanoseconds}, {"what", step.what}, {"location", step.location}, {"tile", {step.x, step.y}}});
  for (const Resident &kernel : bitstream.kernels)
    kernels.push_back({{"name", kernel.name}, {"number", kernel.number}});
  return {{"kernels", std::move(kernels)},
          {"file", bitstream.file},
          {"part", bitstream.part},
          {"clock_mhz", bitstream.clockMhz},
          {"routed_mhz", bitstream.routedMhz},
          {"seed", bitstream.seed},
          {"resources", std::move(resources)},
          {"critical_path", std::move(path)},
          {"floorplan", toJson(bitstream.floorplan)},
          {"tools", bitstream.tools}};
}

Bitstream bitstreamFromJson(const Json &json) {
  Bitstream bitstream;
  if (!json.contains("kernels") || !json.contains("floorplan"))
    throw std::runtime_error("its bitstream was made by an older version of Weft: build it again");
  for (const Json &kernel : json.at("kernels"))
    bitstream.kernels.push_back({kernel.at("name"), uint32_t(numberFromJson(kernel, "number"))});
  bitstream.file = json.at("file");
  bitstream.part = json.at("part");
  bitstream.clockMhz = json.at("clock_mhz");
  bitstream.routedMhz = json.at("routed_mhz");
  bitstream.seed = unsigned(numberFromJson(json, "seed"));
  for (const Json &resource : json.at("resources"))
    bitstream.resources.push_back(
        {resource.at("name"), numberFromJson(resource, "used"), numberFromJson(resource, "available")});
  for (const Json &step : json.at("critical_path"))
    bitstream.criticalPath.push_back(
        {step.at("ns"), step.at("what"), step.at("location"), step.at("tile").at(0), step.at("tile").at(1)});
  bitstream.floorplan = floorplanFromJson(json.at("floorplan"));
  bitstream.tools = json.at("tools").get<std::vector<std::string>>();
  if (bitstream.kernels.empty())
    throw std::runtime_error("a bitstream without a kernel");
  if (!(bitstream.clockMhz > 0 && bitstream.routedMhz >= bitstream.clockMhz))
    throw std::runtime_error("a bitstream with a clock that its routing did not close");
  return bitstream;
}

}  // namespace weft::kernel
