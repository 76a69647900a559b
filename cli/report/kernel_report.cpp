// SPDX-License-Identifier: Apache-2.0
#include "cli/report/kernel_report.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weft::cli {
namespace {

using Json = nlohmann::json;

Area areaFrom(const Json &json) {
  const bool older = json.contains("bram_18kbit");  // of a Weft before several families were estimated
  return {json.at("lut4").get<double>(), json.at("ff").get<double>(),
          json.at(older ? "bram_18kbit" : "bram").get<double>(), json.at(older ? "dsp_18x18" : "dsp").get<double>()};
}

NodeReport nodeFrom(const Json &json) {
  NodeReport node;
  node.name = json.at("name");
  node.kind = json.at("kind");
  node.location = json.value("location", "");
  node.cycles = json.at("cycles");
  node.loops = json.at("loops").get<std::vector<size_t>>();
  node.keepsIdle = json.value("keeps_idle", false);
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

bool isStream(const SiteReport &site) { return site.unit == "stream" || site.unit == "packet"; }
/// Each work-item of a packet has an address; those in one line share its request.
bool hasLaneAddresses(const SiteReport &site) { return site.unit == "lanes" || site.unit == "cached"; }
bool hasStep(const SiteReport &site) { return site.reason.kind == "neighbours" || site.reason.kind == "apart"; }

SiteReport siteFrom(const Json &json) {
  SiteReport site{json.at("kind"),
                  json.at("unit"),
                  json.value("location", ""),
                  json.at("node"),
                  json.at("buffers").get<std::vector<std::string>>(),
                  json.at("bytes"),
                  json.at("depth"),
                  {},
                  {}};
  site.elements = json.value("elements", 1u);
  site.cacheBytes = json.value("cache_bytes", 0u);
  if (const auto reason = json.find("reason"); reason != json.end())
    site.reason = {reason->at("kind"), reason->value("cause", ""), reason->value("location", ""),
                   reason->value("step", int64_t(0)), reason->value("cause_in_words", "")};
  if (const auto order = json.find("order"); order != json.end())
    site.order = {order->at("kind"), order->value("location", ""),
                  order->value("buffers", std::vector<std::pair<std::string, std::string>>())};
  return site;
}

/// Why there are no more of something.
ReasonReport limitFrom(const Json &report, const char *name) {
  const auto limit = report.find(name);
  return limit == report.end() ? ReasonReport{}
                               : ReasonReport{"limit", limit->at("reason"), limit->value("location", ""), 0, {}};
}

void addLineCaches(KernelReport &kernel, const Json &report) {
  const auto numberOf = [](const Json &site) { return site.value("line_cache", -1); };
  const Json &sites = report.at("sites");
  for (size_t s = 0; s < sites.size(); ++s)
    if (const int number = numberOf(sites[s]); number >= 0) {
      kernel.sites[s].sharers = unsigned(
          std::count_if(sites.begin(), sites.end(), [&](const Json &other) { return numberOf(other) == number; }));
      kernel.sites[s].sharedBytes = report.at("line_caches").at(size_t(number)).at("bytes");
    }
}

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
  if (const auto expected = json.find("expected_clock"); expected != json.end())
    kernel.expectedClock = {expected->at("mhz"), expected->at("limit"), expected->value("location", "")};
  kernel.computeUnits = json.value("compute_units", 1u);
  if (const auto area = json.find("unit_area"); area != json.end())
    kernel.unitArea = areaFrom(*area);
  kernel.lanes = json.value("lanes", 1u);
  kernel.noMoreLanes = limitFrom(json, "no_more_lanes");
  kernel.noMoreCopies = limitFrom(json, "no_more_copies");
  kernel.noMoreUnits = limitFrom(json, "no_more_units");
  kernel.noMoreSlots = limitFrom(json, "no_more_slots");
  kernel.slots = json.at("slots");
  kernel.groupSlots = json.at("group_slots");
  kernel.startCycles = json.at("start_cycles");
  kernel.storeCycles = json.at("store_cycles");
  kernel.memoryBusy = json.at("memory_busy");
  kernel.family = json.at("area").at("family");
  kernel.blockRamKbit = json.at("area").value("bram_kbit", kernel.blockRamKbit);
  kernel.area = areaFrom(json.at("area"));
  for (const Json &node : json.at("nodes"))
    kernel.nodes.push_back(nodeFrom(node));
  for (const Json &site : json.at("sites"))
    kernel.sites.push_back(siteFrom(site));
  for (SiteReport &site : kernel.sites)
    (hasLaneAddresses(site) ? site.addresses : site.lanes) =
        hasLaneAddresses(site) || site.unit == "packet" ? kernel.lanes : 1;
  addLineCaches(kernel, json);
  for (const Json &memory : json.at("memories"))
    kernel.memories.push_back({memory.at("name"), memory.at("kind"), memory.at("words"), memory.at("word_bits"),
                               memory.at("reads"), memory.at("writes"), memory.at("atomics"),
                               memory.value("updates", ""), memory.value("turns", std::map<std::string, double>())});
  for (const Json &unit : json.at("units"))
    kernel.units.push_back({unit.at("name"), unit.at("count"), areaFrom(unit.at("area"))});
  for (const Json &line : json.at("lines"))
    kernel.lines[line.at("location").get<std::string>()] = areaFrom(line.at("area"));
  return kernel;
}

namespace {

/// Lines that an access of a token takes. Of lines that neighbours share: what it takes of them. `apart`: work-items of
/// a packet of whose addresses nothing is known access lines of their own; otherwise neighbours.
double linesOf(const SiteReport &site, unsigned lineBytes, bool apart) {
  const double step = double(std::abs(site.reason.step)), line = lineBytes;
  if (site.reason.kind == "border" || (hasStep(site) && step == 0))
    return 0;  // one for all, and for many tokens
  if (site.unit == "scatter")
    return 1;
  if (hasLaneAddresses(site)) {
    const double between = hasStep(site) ? std::clamp(step, double(site.bytes), line) : apart ? line : site.bytes;
    return between * site.addresses * site.elements / line;
  }
  const double bytes = site.lanes * std::max(step, double(site.bytes));
  return site.lanes > 1 ? bytes / line : std::min(1.0, bytes / line);
}

}  // namespace

std::string tokenOf(const KernelReport &kernel) { return kernel.lanes > 1 ? "packet" : "work-item"; }

double portCycles(const SiteReport &site, unsigned lineBytes, bool most) {
  if (site.kind == "atomic")
    return 2 * site.addresses;  // the memory reads and writes
  return site.unit == "cached" && !most ? 0 : linesOf(site, lineBytes, most) / site.sharers;
}

namespace {

/// A part that tokens have to share at each pass of a node.
struct Share {
  std::string what;
  double cycles = 0;  // of each token
};

double portCycles(const std::string &node, const KernelReport &kernel, unsigned lineBytes, bool most) {
  double cycles = 0;
  for (const SiteReport &site : kernel.sites)
    if (site.node == node)
      cycles += portCycles(site, lineBytes, most);
  return cycles;
}

/// The part of which they need most.
Share mostShared(const std::string &node, const KernelReport &kernel, unsigned lineBytes) {
  Share most{"the memory port", portCycles(node, kernel, lineBytes, false)};
  for (const MemoryReport &memory : kernel.memories)
    if (const auto turns = memory.turns.find(node); turns != memory.turns.end() && turns->second > most.cycles)
      most = {nameOf(memory), turns->second};
  return most;
}

}  // namespace

double cyclesOf(const NodeReport &node, const KernelReport &kernel, unsigned lineBytes) {
  return std::max(double(node.interval) / kernel.computeUnits, mostShared(node.name, kernel, lineBytes).cycles);
}

std::string limitOf(const NodeReport &node, const KernelReport &kernel, unsigned lineBytes) {
  if (node.keepsIdle)
    return "waits until all work-items of the group are there; those with nothing to do until they come here again "
           "stay "
           "and take no cycles; other groups go on meanwhile";
  if (node.kind == "barrier")
    return "waits until all work-items of the group are there; other groups go on meanwhile";
  if (node.kind == "exit")
    return "";
  const Share shared = mostShared(node.name, kernel, lineBytes);
  const std::string token = tokenOf(kernel);
  std::string text;
  if (shared.cycles > node.interval)
    text = fmt::format("{}: its accesses need {:.1f} cycles a {}", shared.what, shared.cycles, token);
  else if (node.interval > 1)
    text = fmt::format("the schedule: a {} each {} cycles", token, node.interval);
  else
    text = fmt::format("nothing: a {} each cycle", token);
  if (const double most = portCycles(node.name, kernel, lineBytes, true); most > std::max(shared.cycles, 1.0))
    text += fmt::format("; the memory port: up to {:.1f} cycles a {}, by the addresses", most, token);
  if (node.isLoop && node.latency > kernel.slots)
    text += fmt::format("; the loop is longer than the {} {}s in flight", kernel.slots, token);
  return text;
}

namespace {

/// What makes the distance between neighbouring work-items' addresses unknown.
std::string causeOf(const ReasonReport &reason) {
  const std::string at = reason.location.empty() ? "" : " at " + reason.location;
  if (reason.cause == "load")
    return "the address depends on what is loaded" + at;
  if (reason.cause == "memread")
    return "the address depends on what is read from on-chip memory" + at;
  if (reason.cause == "atomic" || reason.cause == "mematomic")
    return "the address depends on the result of the atomic operation" + at;
  if (reason.cause == "mul")
    return "the address depends on a product" + at + " whose factors are known at run time only";
  if (reason.cause == "merge")
    return "the address depends on a variable that differs by the path taken" + at;
  return fmt::format("the address depends on {}{}",
                     reason.causeInWords.empty() ? "the operation " + reason.cause : reason.causeInWords, at);
}

std::string pairsOf(const OrderReport &order) {
  std::string text;
  for (const auto &[a, b] : order.buffers)
    text += fmt::format("{}{} and {}", text.empty() ? "" : ", ", a, b);
  return text;
}

std::string reasonForStream(const SiteReport &site, unsigned lineBytes) {
  const char *verb = site.kind == "load" ? "read" : "write";
  if (site.reason.kind == "border")
    return "at a border, work-items read the same bytes instead of neighbouring ones: one line serves them";
  if (site.reason.step == 0)
    return fmt::format("all work-items {} the same bytes: one line serves them", verb);
  if (site.elements > 1)
    return fmt::format("{} neighbouring work-items {} up to {} elements each, in {} bytes that follow each other: one "
                       "access",
                       site.lanes, verb, site.elements, (site.lanes - 1 + site.elements) * site.bytes);
  if (site.lanes > 1)
    return fmt::format("{} neighbouring work-items {} {} bytes that follow each other: one access", site.lanes, verb,
                       site.lanes * site.bytes);
  const double sharers = 1 / linesOf(site, lineBytes, false);
  return fmt::format("neighbouring work-items {} {} bytes apart{}: {} share a line", verb, std::abs(site.reason.step),
                     site.reason.step < 0 ? ", downwards" : "", sharers < 2 ? "some" : fmt::format("{:.0f}", sharers));
}

}  // namespace

/// How requests are made where work-items need not access neighbours.
std::string requestsOf(const SiteReport &site) {
  if (site.addresses == 1)
    return "a request each";
  return fmt::format("the lines of {} work-items one after the other{}", site.addresses,
                     site.cacheBytes ? fmt::format(", those read kept in a cache of {} KiB", site.cacheBytes / 1024.0)
                                     : "");
}

std::string reasonFor(const SiteReport &site, unsigned lineBytes) {
  const ReasonReport &reason = site.reason;
  const std::string at = reason.location.empty() ? "" : " at " + reason.location;
  if (site.kind == "atomic" && site.unit == "lanes")
    return "performed at the memory, a request each: the work-items that are together take turns";
  if (site.kind == "atomic")
    return "performed at the memory, a request each";
  if (isStream(site) && site.sharers > 1)
    return fmt::format("{}; its lines come from a cache of {} KiB that {} loads share",
                       reasonForStream(site, lineBytes), site.sharedBytes / 1024.0, site.sharers);
  if (isStream(site))
    return reasonForStream(site, lineBytes);
  const std::string requests = requestsOf(site);
  if (hasStep(site))
    return fmt::format("{}: neighbouring work-items access bytes {} apart, a line is {}", requests,
                       std::abs(reason.step), lineBytes);
  if (reason.kind == "volatile")
    return requests + ": it is volatile, so memory is looked at each time";
  if (reason.kind == "store")
    return fmt::format("{}: the store{} comes before and may write the same bytes, so no line is kept; restrict on the "
                       "pointers says that it does not",
                       requests, at);
  if (reason.kind == "fence")
    return fmt::format("{}: behind the fence{} it must see what others have written", requests, at);
  return requests + ": " + causeOf(reason);
}

std::string orderOf(const SiteReport &site) {
  const OrderReport &order = site.order;
  const std::string at = order.location.empty() ? "" : " at " + order.location;
  if (site.kind == "store")
    return order.kind == "overlap"
               ? "accesses behind it wait for it only in launches in which buffers overlap: " + pairsOf(order)
               : "";
  if (order.kind == "overlap")
    return fmt::format("waits for the write{} only in launches in which buffers overlap: {}", at, pairsOf(order));
  if (order.kind == "always")
    return fmt::format("waits for the write{}, which may be of the same bytes", at);
  return "";
}

std::string packetsOf(const KernelReport &kernel) {
  return fmt::format("{} at once{}", kernel.lanes == 1 ? "1 work-item" : fmt::format("{} work-items", kernel.lanes),
                     kernel.noMoreLanes.cause.empty() ? "" : ", " + kernel.noMoreLanes.noMore());
}

namespace {

/// What atomic operations make of work-items that are together.
std::string turnsAt(const MemoryReport &memory, const KernelReport &kernel) {
  if (memory.updates == "replicas")
    return fmt::format("; each of {} work-items at once updates a replica, reads combine them", kernel.lanes);
  return memory.updates.empty() ? "" : fmt::format("; {} work-items at once take turns", kernel.lanes);
}

}  // namespace

std::string nameOf(const MemoryReport &memory) {
  return memory.kind == "pool" ? "the __local arguments" : fmt::format("memory '{}'", memory.name);
}

std::string describe(const MemoryReport &memory, const KernelReport &kernel, unsigned localCopies) {
  if (memory.kind == "local")
    return fmt::format("a __local variable, with room for {} groups", localCopies) + turnsAt(memory, kernel);
  if (memory.kind == "pool")
    return "the __local arguments" + turnsAt(memory, kernel);
  if (memory.kind == "private")
    return fmt::format("a private variable of each of {} {}s: an array, or a value that only crosses a loop or barrier",
                       kernel.slots, tokenOf(kernel));
  if (memory.kind == "rom")
    return "a constant table";
  return "exchange of values in a group";
}

}  // namespace weft::cli
