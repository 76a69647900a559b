// SPDX-License-Identifier: Apache-2.0
#include "cli/report/kernel_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weft::cli {
namespace {

using Json = nlohmann::json;

Area areaFrom(const Json &json) {
  return {json.at("lut4").get<double>(), json.at("ff").get<double>(), json.at("bram_18kbit").get<double>(),
          json.at("dsp_18x18").get<double>()};
}

NodeReport nodeFrom(const Json &json) {
  NodeReport node;
  node.name = json.at("name");
  node.kind = json.at("kind");
  node.location = json.value("location", "");
  if (node.kind != "pipeline")
    return node;
  node.isLoop = json.at("loop");
  node.interval = json.at("ii");
  node.latency = json.at("latency");
  node.operations = json.at("ops");
  node.tokenBits = json.at("token_bits");
  node.registerBits = json.at("register_bits");
  node.segments = json.at("segments").get<std::vector<unsigned>>();
  node.area = areaFrom(json.at("area"));
  return node;
}

bool isStream(const SiteReport &site) { return site.unit == "stream"; }

}  // namespace

Area &Area::operator-=(const Area &other) {
  luts -= other.luts;
  flipFlops -= other.flipFlops;
  blockRams -= other.blockRams;
  multipliers -= other.multipliers;
  return *this;
}

KernelReport parseKernelReport(const std::string &text) {
  const Json json = Json::parse(text);
  KernelReport kernel;
  kernel.name = json.at("kernel");
  kernel.clockMhz = json.at("clock_mhz");
  kernel.slots = json.at("slots");
  kernel.groupSlots = json.at("group_slots");
  kernel.family = json.at("area").at("family");
  kernel.area = areaFrom(json.at("area"));
  for (const Json &node : json.at("nodes"))
    kernel.nodes.push_back(nodeFrom(node));
  for (const Json &site : json.at("sites"))
    kernel.sites.push_back({site.at("kind"), site.at("unit"), site.value("location", ""), site.at("node"),
                            site.at("buffers").get<std::vector<std::string>>(), site.at("bytes")});
  for (const Json &memory : json.at("memories"))
    kernel.memories.push_back({memory.at("name"), memory.at("kind"), memory.at("words"), memory.at("word_bits"),
                               memory.at("reads"), memory.at("writes"), memory.at("atomics")});
  for (const Json &unit : json.at("units"))
    kernel.units.push_back({unit.at("name"), unit.at("count"), areaFrom(unit.at("area"))});
  for (const Json &line : json.at("lines"))
    kernel.lines[line.at("location").get<std::string>()] = areaFrom(line.at("area"));
  return kernel;
}

double portCycles(const std::string &node, const KernelReport &kernel, unsigned lineBytes) {
  double cycles = 0;
  for (const SiteReport &site : kernel.sites)
    if (site.node == node)
      cycles += isStream(site) ? double(site.bytes) / lineBytes : 1;
  return cycles;
}

std::string limitOf(const NodeReport &node, const KernelReport &kernel, unsigned lineBytes) {
  if (node.kind == "barrier")
    return "waits until all work-items of the group are there; other groups go on meanwhile";
  if (node.kind == "exit")
    return "";
  const double port = portCycles(node.name, kernel, lineBytes);
  std::string text;
  if (port > node.interval)
    text = fmt::format("the memory port: its accesses need {:.1f} cycles a work-item", port);
  else if (node.interval > 1)
    text = fmt::format("the schedule: a work-item each {} cycles", node.interval);
  else
    text = "nothing: a work-item each cycle";
  if (node.isLoop && node.latency > kernel.slots)
    text += fmt::format("; the loop is longer than the {} work-items in flight", kernel.slots);
  return text;
}

std::string reasonFor(const SiteReport &site) {
  if (site.kind == "atomic")
    return "performed at the memory, a request each";
  if (isStream(site))
    return site.kind == "load"
               ? "neighbouring work-items read neighbouring bytes: a line is fetched once for all of them"
               : "neighbouring work-items write neighbouring bytes: they leave together, a line at a time";
  return site.kind == "load"
             ? "a request each: neighbouring work-items read far apart or at random, the load is volatile, or the "
               "kernel may have written the bytes before"
             : "a request each: neighbouring work-items write far apart or at random";
}

std::string describe(const MemoryReport &memory, const KernelReport &kernel, unsigned localCopies) {
  if (memory.kind == "local")
    return fmt::format("a __local variable, with room for {} groups", localCopies);
  if (memory.kind == "pool")
    return "the __local arguments";
  if (memory.kind == "private")
    return fmt::format("a private variable of each of {} work-items: an array, or a value that only crosses a loop or "
                       "barrier",
                       kernel.slots);
  if (memory.kind == "rom")
    return "a constant table";
  return "exchange of values in a group";
}

}  // namespace weft::cli
