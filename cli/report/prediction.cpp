// SPDX-License-Identifier: Apache-2.0
#include "cli/report/prediction.h"

#include <algorithm>
#include <fmt/format.h>

namespace weft::cli {
namespace {

constexpr double kLaunch = 14;  // from the start signal to the first work-item, and from the last one to the end

class Predictor {
public:
  Predictor(const KernelReport &kernel, unsigned lineBytes) : kernel_(kernel), lineBytes_(lineBytes) {
    for (size_t n = 0; n < kernel.nodes.size(); ++n)
      if (kernel.nodes[n].isLoop) {
        loops_[n] = result_.loops.size();
        result_.loops.push_back({kernel.nodes[n].name, kernel.nodes[n].location});
      }
  }

  Prediction run() {
    pipelines();
    port();
    memories();
    latency();
    const bool stores = std::any_of(kernel_.sites.begin(), kernel_.sites.end(),
                                    [](const SiteReport &site) { return site.kind == "store"; });
    // The last store is acknowledged when its work-item has left already.
    result_.fixed = kLaunch + kernel_.startCycles + (stores ? kernel_.storeCycles : 0);
    return std::move(result_);
  }

private:
  std::vector<size_t> loopsOf(const NodeReport &node) const {
    std::vector<size_t> loops;
    for (const size_t header : node.loops)
      if (const auto found = loops_.find(header); found != loops_.end())
        loops.push_back(found->second);
    return loops;
  }

  /// Nodes in the same loops are passed as often: the one with the longest interval stands for them.
  void pipelines() {
    std::map<std::vector<size_t>, double> intervals;
    for (const NodeReport &node : kernel_.nodes)
      if (node.kind == "pipeline")
        intervals[loopsOf(node)] = std::max(intervals[loopsOf(node)], double(node.interval) / kernel_.computeUnits);
    for (const auto &[loops, interval] : intervals) {
      const Prediction::Loop *loop = loops.empty() ? nullptr : &result_.loops[loops.back()];
      add(loop ? "the loop" : "pipelines outside of loops", LoopCost{{loops, interval}}, loop ? loop->location : "");
    }
  }

  void port() {
    Bound bound{"the memory port", "", {}, {}};
    for (const NodeReport &node : kernel_.nodes)
      for (const SiteReport &site : kernel_.sites)
        if (site.node == node.name)
          addAccess(site, loopsOf(node), bound);
    if (!bound.cycles.empty())
      result_.bounds.push_back(bound);
  }

  void addAccess(const SiteReport &site, const std::vector<size_t> &loops, Bound &bound) const {
    const double refreshed = 1 / (1 - kernel_.memoryBusy), most = portCycles(site, lineBytes_, true);
    const bool staysTogether = loops.empty() || most == 0;
    bound.cycles[loops] += portCycles(site, lineBytes_) * refreshed;
    bound.most[loops] += (staysTogether ? most : std::max(1.0, most)) * refreshed;
  }

  /// Those at which the work-items of a packet take turns.
  void memories() {
    for (const MemoryReport &memory : kernel_.memories) {
      LoopCost cycles;
      for (const NodeReport &node : kernel_.nodes)
        if (const auto turns = memory.turns.find(node.name); turns != memory.turns.end())
          cycles[loopsOf(node)] += turns->second / kernel_.computeUnits;
      if (!cycles.empty())
        add(nameOf(memory), cycles);
    }
  }

  /// As many tokens as there are slots in all units share the time from end to end.
  void latency() {
    LoopCost shared;
    const unsigned slots = std::max(1u, kernel_.slots) * kernel_.computeUnits;
    for (const NodeReport &node : kernel_.nodes)
      result_.latency[loopsOf(node)] += node.cycles;
    for (const auto &[loops, cycles] : result_.latency)
      shared[loops] = cycles / slots;
    add(fmt::format("latency, with {} {}s in flight", slots, tokenOf(kernel_)), shared);
  }

  void add(const std::string &what, const LoopCost &cycles, const std::string &location = "") {
    result_.bounds.push_back({what, location, cycles, cycles});
  }

  const KernelReport &kernel_;
  const unsigned lineBytes_;
  std::map<size_t, size_t> loops_;  // by header's node
  Prediction result_;
};

}  // namespace

Prediction predict(const KernelReport &kernel, unsigned lineBytes) { return Predictor(kernel, lineBytes).run(); }

double valueOf(const LoopCost &cost, const std::vector<double> &passes) {
  double sum = 0;
  for (const auto &[loops, cycles] : cost) {
    double product = cycles;
    for (const size_t loop : loops)
      product *= passes.at(loop);
    sum += product;
  }
  return sum;
}

std::string textOf(const LoopCost &cost) {
  std::string text;
  for (const auto &[loops, cycles] : cost) {
    if (cycles == 0)
      continue;
    text += fmt::format("{}{:.4g}", text.empty() ? "" : " + ", cycles);
    for (const size_t loop : loops)
      text += fmt::format(" t{}", loop + 1);
  }
  return text.empty() ? "0" : text;
}

double Prediction::once() const { return valueOf(latency, std::vector<double>(loops.size(), 1)); }

namespace {

/// The bound that is largest.
const Bound &slowest(const Prediction &prediction, const std::vector<double> &passes) {
  return *std::max_element(prediction.bounds.begin(), prediction.bounds.end(), [&](const Bound &a, const Bound &b) {
    return valueOf(a.cycles, passes) < valueOf(b.cycles, passes);
  });
}

}  // namespace

Cycles cyclesOf(const Prediction &prediction, double tokens, const std::vector<double> &passes) {
  const double alone = valueOf(prediction.latency, passes);
  Cycles each;
  for (const Bound &bound : prediction.bounds)
    each = {std::max(each.least, valueOf(bound.cycles, passes)), std::max(each.most, valueOf(bound.most, passes))};
  // All that are in flight go round a loop together: what comes to the passes of all is one pass of the last.
  const auto all = [&](double cycles) {
    return prediction.fixed + std::max(tokens * cycles + prediction.once(), alone);
  };
  return {all(each.least), all(each.most)};
}

std::string limitOf(const Prediction &prediction, double tokens, const std::vector<double> &passes) {
  const Bound &bound = slowest(prediction, passes);
  const bool few = tokens * valueOf(bound.cycles, passes) + prediction.once() < valueOf(prediction.latency, passes);
  return few ? "latency, as too few are in flight" : bound.what;
}

}  // namespace weft::cli
