// SPDX-License-Identifier: Apache-2.0
// The section about cycles: what is predicted, beside what was measured.
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
      return "<p>In a loop, work-items of several passes may meet, so that neighbours share no line: then the memory "
             "port takes up to the last column. Conflicts in the memory's banks come on top.</p>\n";
  return "";
}

std::string comparison(const Prediction &prediction, const LaunchReport &launch) {
  const double items = launch.workItems();
  std::string text = fmt::format("<p>A launch of {:.0f} work-items: ", items);
  if (launch.passes.size() == prediction.loops.size()) {
    const Cycles cycles = cyclesOf(prediction, items, launch.passes);
    text += fmt::format(
        "predicted <b>{:.0f}</b> cycles, held up by {}{}; ", cycles.least,
        escaped(slowest(prediction, launch.passes).what),
        cycles.most > cycles.least ? fmt::format(", and up to {:.0f} where passes meet in loops", cycles.most) : "");
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

std::string cyclesSection(const KernelReport &kernel, unsigned lineBytes, const std::optional<LaunchReport> &launch) {
  const Prediction prediction = predict(kernel, lineBytes);
  HtmlTable table(
      {{"part"}, {"source"}, {"cycles of each work-item", Kind::Number}, {"where passes meet", Kind::Number}});
  for (const Bound &bound : prediction.bounds)
    table.add({escaped(bound.what), escaped(bound.location), escaped(textOf(bound.cycles)),
               bound.most == bound.cycles ? "" : escaped(textOf(bound.most))});
  std::string text = "<h3>Cycles</h3>\n";
  if (launch)
    text += comparison(prediction, *launch);
  return text +
         fmt::format(
             "<p>All parts work at the same time, so work-items follow each other as fast as the slowest part "
             "allows. A launch of N work-items takes about {:.0f} cycles, {} more for the first work-item from end "
             "to end, and N - 1 times the largest of these numbers:</p>\n",
             prediction.fixed, escaped(textOf(prediction.latency))) +
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
    const Cycles cycles = cyclesOf(prediction, launch->workItems(), launch->passes);
    run["predicted"] = cycles.least;
    run["predicted_most"] = cycles.most;
    run["held_up_by"] = slowest(prediction, launch->passes).what;
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
