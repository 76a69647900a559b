// SPDX-License-Identifier: Apache-2.0
#include "kernel/bitstream_json.h"

#include <stdexcept>

#include "kernel/image_json.h"

namespace weft::kernel {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json toJson(const Bitstream &bitstream) {
  Json kernels = Json::array(), resources = Json::array(), path = Json::array();
  for (const Resource &resource : bitstream.resources)
    resources.push_back({{"name", resource.name}, {"used", resource.used}, {"available", resource.available}});
  for (const PathStep &step : bitstream.criticalPath)
    path.push_back({{"ns", step.nanoseconds}, {"what", step.what}, {"location", step.location}});
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
          {"tools", bitstream.tools}};
}

Bitstream bitstreamFromJson(const Json &json) {
  Bitstream bitstream;
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
    bitstream.criticalPath.push_back({step.at("ns"), step.at("what"), step.at("location")});
  bitstream.tools = json.at("tools").get<std::vector<std::string>>();
  if (bitstream.kernels.empty())
    throw std::runtime_error("a bitstream without a kernel");
  if (!(bitstream.clockMhz > 0 && bitstream.routedMhz >= bitstream.clockMhz))
    throw std::runtime_error("a bitstream with a clock that its routing did not close");
  return bitstream;
}

}  // namespace weft::kernel
