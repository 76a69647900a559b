// SPDX-License-Identifier: Apache-2.0
// The section about cycles: what is predicted, beside what was measured.
#include <cmath>
#include <fmt/format.h>

#include "cli/failure.h"
#include "cli/report/html.h"
#include "cli/report/page.h"
#include "cli/report/prediction.h"
#include "cli/report/report.h"

namespace weft::cli {
namespace {

using Kind = HtmlTable::Column::Kind;

std::string describe(const Prediction::Loop &loop) {
  return loop.location.empty() ? "the loop " + loop.name : "the loop at " + loop.location;
}

/// What stands for how often loops are passed.
std::string variables(const Prediction &prediction) {
  std::string text;
  for (size_t i = 0; i < prediction.loops.size(); ++i)
    text += fmt::format("{}t{}: {}", text.empty() ? "" : "; ", i + 1, describe(prediction.loops[i]));
  return text.empty() ? ""
                      : "<p>How often a work-item passes a loop each time it comes to it: " + escaped(text) + ".</p>\n";
}

std::string meetings(const Prediction &prediction) {
  for (const Bound &bound : prediction.bounds)
    if (bound.most != bound.cycles)
      return "<p>The last column is the most that the memory port can take: addresses known only at run time are each "
             "in "
             "a line of their own, caches hold nothing of what is read, and in loops work-items of several passes "
             "meet, "
             "so that neighbours share no line. Conflicts in the memory's banks come on top.</p>\n";
  return "";
}

std::string comparison(const KernelReport &kernel, const Prediction &prediction, const LaunchReport &launch) {
  const double items = launch.workItems();
  std::string text = fmt::format("<p>A launch of {:.0f} work-items: ", items);
  if (launch.passes.size() == prediction.loops.size()) {
    const double tokens = launch.tokens(kernel);
    const Cycles cycles = cyclesOf(prediction, tokens, launch.passes);
    text += fmt::format("predicted <b>{:.0f}</b> cycles, held up by {}{}; ", cycles.least,
                        escaped(limitOf(prediction, tokens, launch.passes)),
                        cycles.most > cycles.least ? fmt::format(", and up to {:.0f} by the memory port", cycles.most)
                                                   : "");
  }
  return text + fmt::format("measured <b>{}</b> cycles, {:.3f} work-items a cycle.</p>\n", launch.cycles,
                            items / double(launch.cycles));
}

}  // namespace

double LaunchReport::workItems() const {
  double items = 1;
  for (const size_t size : global)
    items *= double(size);
  return items;
}

double LaunchReport::tokens(const KernelReport &kernel) const {
  const bool byGroups = kernel.groupSlots && !local.empty();
  const double row = double(byGroups ? local[0] : global[0]);
  return workItems() / row * std::ceil(row / kernel.lanes);
}

std::string cyclesSection(const KernelReport &kernel, unsigned lineBytes, const std::optional<LaunchReport> &launch) {
  const Prediction prediction = predict(kernel, lineBytes);
  const std::string token = tokenOf(kernel);
  const std::string column = "cycles of each " + token;
  HtmlTable table({{"part"}, {"source"}, {column, Kind::Number}, {"at most", Kind::Number}});
  for (const Bound &bound : prediction.bounds)
    table.add({escaped(bound.what), escaped(bound.location), escaped(textOf(bound.cycles)),
               bound.most == bound.cycles ? "" : escaped(textOf(bound.most))});
  std::string text = "<h3>Cycles</h3>\n";
  if (launch)
    text += comparison(kernel, prediction, *launch);
  if (kernel.lanes > 1)
    text +=
        fmt::format("<p>A packet is {} work-items that follow each other in dimension 0 and go through together.</p>\n",
                    kernel.lanes);
  return text +
         fmt::format("<p>All parts work at the same time, so {0}s follow each other as fast as the slowest part "
                     "allows. A launch of N {0}s takes about {1:.0f} cycles, and N times the largest of these numbers; "
                     "but {2:.0f} and {3} at least, which is the time of a {0} from end to end:</p>\n",
                     token, prediction.fixed + prediction.once(), prediction.fixed,
                     escaped(textOf(prediction.latency))) +
         table.html() + variables(prediction) + meetings(prediction);
}

nlohmann::ordered_json predictionJson(const KernelReport &kernel, unsigned lineBytes,
                                      const std::optional<LaunchReport> &launch) {
  using Json = nlohmann::ordered_json;
  const Prediction prediction = predict(kernel, lineBytes);
  Json json = {{"fixed", prediction.fixed}, {"latency", textOf(prediction.latency)}};
  for (const Prediction::Loop &loop : prediction.loops)
    json["loops"].push_back({{"name", loop.name}, {"location", loop.location}});
  for (const Bound &bound : prediction.bounds)
    json["bounds"].push_back({{"what", bound.what},
                              {"location", bound.location},
                              {"cycles", textOf(bound.cycles)},
                              {"most", textOf(bound.most)}});
  if (!launch)
    return json;
  Json run = {{"global", launch->global}, {"measured", launch->cycles}};
  if (launch->passes.size() == prediction.loops.size()) {
    const Cycles cycles = cyclesOf(prediction, launch->tokens(kernel), launch->passes);
    run["predicted"] = cycles.least;
    run["predicted_most"] = cycles.most;
    run["held_up_by"] = limitOf(prediction, launch->tokens(kernel), launch->passes);
  }
  json["launch"] = std::move(run);
  return json;
}

void requirePasses(const KernelReport &kernel, unsigned lineBytes, const std::vector<double> &passes) {
  const Prediction prediction = predict(kernel, lineBytes);
  if (passes.empty() || passes.size() == prediction.loops.size())
    return;
  std::string loops;
  for (const Prediction::Loop &loop : prediction.loops)
    loops += (loops.empty() ? "" : ", ") + describe(loop);
  throw Failure(kWrongUsage,
                fmt::format("--passes has {} numbers, kernel {} has {} loops", passes.size(), kernel.name,
                            prediction.loops.size()),
                loops.empty() ? "leave it out" : "one for each, in this order: " + loops);
}

}  // namespace weft::cli
