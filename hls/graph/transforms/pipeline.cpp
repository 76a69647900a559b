// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/transforms/pipeline.h"

#include "hls/graph/deadlock.h"
#include "hls/graph/transforms/transforms.h"
#include "hls/graph/verify.h"

namespace weft::graph {

namespace {

struct Step {
  const char *name;
  std::function<void()> run;
};

std::vector<hls::Diagnostic> runSteps(Kernel &kernel, const TransformOptions &options, const std::vector<Step> &steps) {
  for (const Step &step : steps) {
    step.run();
    if (options.observer)
      options.observer(step.name, kernel);
    if (std::vector<hls::Diagnostic> defects = verify(kernel, step.name); !defects.empty())
      return defects;
  }
  return {};
}

}  // namespace

std::vector<hls::Diagnostic> runItemTransforms(Kernel &kernel, const TransformOptions &options) {
  const std::vector<Step> steps = {
      {"remove-dead", [&] { removeDead(kernel); }},
      {"redundant-parameters", [&] { removeRedundantParameters(kernel); }},
      {"convert-ifs", [&] { convertIfs(kernel); }},
      {"simplify", [&] { simplifyNodes(kernel); }},
      {"join-stores", [&] { joinStores(kernel); }},
      {"redundant-parameters", [&] { removeRedundantParameters(kernel); }},
      {"narrow", [&] { narrow(kernel); }},
      {"simplify", [&] { simplifyNodes(kernel); }},
      // What became constant or equal can decide branches, and joined nodes share more.
      {"redundant-parameters", [&] { removeRedundantParameters(kernel); }},
      {"convert-ifs", [&] { convertIfs(kernel); }},
      {"narrow", [&] { narrow(kernel); }},
      {"simplify", [&] { simplifyNodes(kernel); }},
      // When widths are final: these look at them, and hide from the analysis what products and quotients can be.
      {"constant-arithmetic", [&] { constantArithmetic(kernel, options.multiplierBlocks); }},
      {"wide-products", [&] { wideProducts(kernel); }},
      {"simplify", [&] { simplifyNodes(kernel); }},
      {"remove-dead", [&] { removeDead(kernel); }},
      {"order-sites", [&] { orderSites(kernel); }},
      {"choose-units", [&] { chooseUnits(kernel, options.lanes.lineBytes); }},
  };
  return runSteps(kernel, options, steps);
}

std::vector<hls::Diagnostic> runPacketTransforms(Kernel &kernel, const TransformOptions &options) {
  const std::vector<Step> steps = {
      {"choose-lanes", [&] { chooseLanes(kernel, options.lanes); }},
      {"cache-loads", [&] { cacheLoads(kernel, options.lanes); }},
      {"share-lines", [&] { shareLines(kernel, options.lanes); }},
      {"keep-idle", [&] { keepIdle(kernel); }},
      {"order-memory", [&] { orderMemory(kernel); }},
  };
  return runSteps(kernel, options, steps);
}

std::vector<hls::Diagnostic> runTransforms(Kernel &kernel, const TransformOptions &options) {
  std::vector<hls::Diagnostic> defects = runItemTransforms(kernel, options);
  return defects.empty() ? runPacketTransforms(kernel, options) : defects;
}

}  // namespace weft::graph
