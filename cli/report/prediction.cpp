// SPDX-License-Identifier: Apache-2.0
#include "cli/report/prediction.h"

#include <algorithm>
#include <cmath>
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
    latency();
    const bool stores = std::any_of(kernel_.sites.begin(), kernel_.sites.end(),
                                    [](const SiteReport &site) { return site.kind == "store"; });
    // The last store is acknowledged when its work-item has left already.
    result_.fixed = kLaunch + kernel_.startCycles + (stores ? kernel_.storeCycles : 0);
    result_.lanes = kernel_.lanes;
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
    const double refreshed = 1 / (1 - kernel_.memoryBusy), cycles = portCycles(site, lineBytes_);
    const bool staysTogether = loops.empty() || cycles == 0;
    bound.cycles[loops] += cycles * refreshed;
    bound.most[loops] += (staysTogether ? cycles : std::max(1.0, cycles)) * refreshed;
  }

  /// As many tokens as there are slots in all units share the time from end to end.
  void latency() {
    LoopCost shared;
    const unsigned slots = std::max(1u, kernel_.slots) * kernel_.computeUnits;
    for (const NodeReport &node : kernel_.nodes)
      result_.latency[loopsOf(node)] += node.cycles;
    for (const auto &[loops, cycles] : result_.latency)
      shared[loops] = cycles / slots;
    const char *const flying = kernel_.lanes > 1 ? "packets" : "work-items";
    add(fmt::format("latency, with {} {} in flight", slots, flying), shared);
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
    text += fmt::format("{}{:.4g}", text.empty() ? "" : " + ", cycles);
    for (const size_t loop : loops)
      text += fmt::format(" t{}", loop + 1);
  }
  return text;
}

const Bound &slowest(const Prediction &prediction, const std::vector<double> &passes) {
  return *std::max_element(prediction.bounds.begin(), prediction.bounds.end(), [&](const Bound &a, const Bound &b) {
    return valueOf(a.cycles, passes) < valueOf(b.cycles, passes);
  });
}

Cycles cyclesOf(const Prediction &prediction, double workItems, const std::vector<double> &passes) {
  const double tokens = std::ceil(workItems / prediction.lanes);
  const double once = prediction.fixed + valueOf(prediction.latency, passes);
  Cycles each;
  for (const Bound &bound : prediction.bounds)
    each = {std::max(each.least, valueOf(bound.cycles, passes)), std::max(each.most, valueOf(bound.most, passes))};
  return {once + (tokens - 1) * each.least, once + (tokens - 1) * each.most};
}

}  // namespace weft::cli
