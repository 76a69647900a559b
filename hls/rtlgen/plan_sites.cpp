// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/plan_sites.h"

#include <algorithm>
#include <fmt/format.h>

#include "hls/graph/alias.h"
#include "hls/graph/numbers.h"
#include "hls/graph/walking_loads.h"
#include "hls/limits.h"
#include "hls/rtlgen/access_unit.h"
#include "weft_abi.h"

namespace weft::rtlgen {

using namespace graph;

namespace {

size_t loadSites(const Kernel &kernel) {
  return size_t(std::count_if(kernel.sites.begin(), kernel.sites.end(),
                              [](const Site &site) { return site.kind == Site::Kind::Load; }));
}

class SitesPlanner {
public:
  explicit SitesPlanner(Plan &plan) : plan_(plan), kernel_(*plan.kernel) {}

  std::optional<hls::Diagnostic> run() {
    findAccesses();
    numberSites();
    limitUnits();
    requireAccesses();
    if (error_)
      return error_;
    planFlushes();
    planUnits();
    planCaches();
    planLineCaches();
    return std::nullopt;
  }

private:
  void fail(hls::Diagnostic diagnostic) {
    if (!error_)
      error_ = std::move(diagnostic);
  }
  void refuse(std::string what, std::string hint) {
    fail(hls::userError(kernel_.nodes[0].location, std::move(what), std::move(hint)));
  }
  void defect(std::string what) { fail(hls::internalDefect(std::move(what), kernel_.name, kernel_.nodes[0].location)); }

  /// Each site has one.
  void findAccesses() {
    auto &sites = plan_.sites;
    sites.resize(kernel_.sites.size());
    for (NodeId n = 0; n < kernel_.nodes.size(); ++n) {
      const auto &ops = kernel_.nodes[n].ops;
      for (OpId o = 0; o < ops.size(); ++o) {
        if (!isGlobalAccess(ops[o]))
          continue;
        SitePlan &site = sites[ops[o].index];
        if (site.op != kNone)
          defect(fmt::format("site {} has two accesses", ops[o].index));
        site.node = n;
        site.op = o;
      }
    }
  }

  void numberSites() {
    unsigned counts[3] = {0, 0, 0};
    for (size_t s = 0; s < plan_.sites.size(); ++s)
      plan_.sites[s].index = counts[size_t(kernel_.sites[s].kind)]++;
    limitSites(counts[0], "load from");
    limitSites(counts[1] + counts[2], "store to (or update atomically)");
  }

  void requireAccesses() {
    for (size_t s = 0; s < plan_.sites.size(); ++s)
      if (plan_.sites[s].op == kNone)
        defect(fmt::format("site {} has no access", s));
  }

  /// Whether each packet loads several lines that follow each other.
  bool loadsRows(const Site &site) const {
    return site.kind == Site::Kind::Load && ofNeighbours(site) && site.bytes * kernel_.lanes > plan_.board->lineBytes();
  }

  /// Work-items keep their order outside of loops, so consecutive elements share lines there, and as many lines as pass
  /// in memory's round trip at an element a cycle keep the unit busy. In loops each element may have a line of its own.
  /// Lines of packets are asked for in runs: while memory is busy with those of one unit, the others' wait for theirs.
  /// As many as memory's queue takes then, also where a packet's lanes ask for several lines each time (ADR 84).
  void planUnits() {
    constexpr double kReserve = 1.75;      // refresh, and conflicts of several buffers in memory's banks
    constexpr unsigned kLineElements = 4;  // a load unit has room for so many elements a line of its depth
    const std::vector<unsigned> loops = loopDepths(kernel_);
    for (size_t s = 0; s < plan_.sites.size(); ++s) {
      const Site &site = kernel_.sites[s];
      unsigned &depth = plan_.sites[s].depth;
      depth = accessUnit(site).depth;
      if ((site.unit == Site::Unit::Packet || loadsRows(site)) && plan_.board->timing)
        depth = std::max(depth, plan_.board->timing->queueDepth);
      if (site.unit == Site::Unit::Scatter || hasLaneAddresses(site.unit) || loops[plan_.sites[s].node] != 0)
        continue;
      const unsigned bytes = site.bytes * (site.unit == Site::Unit::Packet ? kernel_.lanes : 1);
      const double perElement = std::max(double(bytes) / plan_.board->lineBytes(), 1.0 / kLineElements);
      depth = std::min(depth, unsigned(powerOfTwoAtLeast(uint64_t(kReserve * memoryRoundTrip(plan_) * perElement))));
    }
  }

  /// Loads whose lanes walk along lines that no other work-item reads have a set of the cache for each token, with a
  /// line for each lane: in a cache that all tokens share they would take each other's lines (ADR 83).
  void planCaches() {
    const std::vector<bool> own = loadsOfOwnLines(kernel_, plan_.board->lineBytes());
    for (size_t s = 0; s < plan_.sites.size(); ++s) {
      const Site &site = kernel_.sites[s];
      plan_.sites[s].cacheLines = site.cacheLines;
      plan_.sites[s].ownSets = site.unit == Site::Unit::Cached && own[s];
    }
  }

  /// Each load has a port of its own, as long as these are few: a cache is read as often as all of its loads together.
  void planLineCaches() {
    for (uint32_t s = 0; s < kernel_.sites.size(); ++s) {
      const Site &site = kernel_.sites[s];
      if (site.lineCache == kNone)
        continue;
      if (site.lineCache >= plan_.lineCaches.size())
        plan_.lineCaches.resize(site.lineCache + 1);
      LineCachePlan &cache = plan_.lineCaches[site.lineCache];
      cache.sites.push_back(s);
      cache.lines = site.cacheLines;
      cache.depth = std::max(cache.depth, plan_.sites[s].depth);
    }
    for (LineCachePlan &cache : plan_.lineCaches)
      choosePorts(cache);
  }

  /// A border is read seldom: it has its turns at a row's port. Units that follow each other have one port.
  void choosePorts(LineCachePlan &cache) {
    constexpr size_t kMostOfPort = 4;  // MostSites of line_cache
    std::vector<uint32_t> rows, borders;
    for (const uint32_t s : cache.sites)
      (kernel_.sites[s].reason.kind == UnitReason::Kind::Border ? borders : rows).push_back(s);
    const size_t all = cache.sites.size(), fewest = std::max<size_t>(2, (all + kMostOfPort - 1) / kMostOfPort);
    cache.ports = unsigned(std::clamp(rows.size(), fewest, kMostLineCachePorts));
    cache.sites.clear();
    for (size_t row = 0, border = 0; row + border < all;)
      cache.sites.push_back(row < rows.size() && (border == borders.size() || row * all <= (row + border) * rows.size())
                                ? rows[row++]
                                : borders[border++]);
  }

  void limitSites(unsigned count, const char *access) {
    if (count > hls::kMostSites)
      refuse(fmt::format("kernel '{}' has {} access sites that {} global memory, at most {} are possible", kernel_.name,
                         count, access, hls::kMostSites),
             "unroll its loops less, or copy what it needs to local memory in a loop");
  }

  /// A request's ID says which unit and which of its sites it is of; behind a crossbar only which unit.
  void limitUnits() {
    const unsigned units = kernel_.computeUnits;
    if (units > 1 && plan_.board->ports == 1 && siteIdBits(kernel_) + log2Ceil(units) > abi::AXI_ID_BITS - 1)
      refuse(fmt::format(
                 "kernel '{}' has too many access sites of global memory for {} compute units: {} loads, and {} "
                 "stores and atomics, where units times sites may be {}",
                 kernel_.name, units, loadSites(kernel_), kernel_.sites.size() - loadSites(kernel_), hls::kMostSites),
             "use fewer compute units (num_compute_units, -weft-compute-units)");
  }

  /// A stream unit keeps the line it read last; it must forget it when a write that may come before the read is done.
  void planFlushes() {
    const std::vector<bool> reachable = reachability(kernel_);
    const auto isBefore = [&](const SitePlan &write, const SitePlan &load) {
      return (write.node == load.node && write.op < load.op) ||
             reachable[write.node * kernel_.nodes.size() + load.node];
    };
    for (size_t l = 0; l < plan_.sites.size(); ++l)
      for (uint32_t w = 0; w < plan_.sites.size(); ++w) {
        if (kernel_.sites[l].kind != Site::Kind::Load || kernel_.sites[w].kind == Site::Kind::Load)
          continue;
        Conflict conflict = conflictOf(kernel_, kernel_.sites[l], kernel_.sites[w]);
        if (conflict && isBefore(plan_.sites[w], plan_.sites[l]))
          plan_.sites[l].flushedBy.push_back({w, std::move(conflict.pairs)});
      }
  }

  Plan &plan_;
  const Kernel &kernel_;
  std::optional<hls::Diagnostic> error_;  // the first
};

}  // namespace

std::optional<hls::Diagnostic> planSites(Plan &plan) { return SitesPlanner(plan).run(); }

void limitSets(Plan &plan) {
  for (SitePlan &site : plan.sites)
    if (site.ownSets)
      site.cacheLines = std::min(site.cacheLines, plan.kernel->lanes * std::max(2u, plan.admission.slots));
}

bool ofNeighbours(const Site &site) {
  return site.unit == Site::Unit::Lanes && site.reason.kind == UnitReason::Kind::Neighbours;
}

unsigned siteIdBits(const Kernel &kernel) {
  const size_t loads = loadSites(kernel);
  return std::max(1u, log2Ceil(unsigned(std::max(loads, kernel.sites.size() - loads))));
}

}  // namespace weft::rtlgen
