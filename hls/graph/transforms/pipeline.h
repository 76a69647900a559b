// SPDX-License-Identifier: Apache-2.0
// Everything that happens to a kernel graph between lowering and scheduling, in one list (pipeline.cpp).
#pragma once
#include <functional>
#include <vector>

#include "hls/diagnostic.h"
#include "hls/graph/graph.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {

struct TransformOptions {
  LaneLimits lanes;
  bool multiplierBlocks = true;  // the device has them
  /// Called after each transform, for dumps.
  std::function<void(const char *transform, const Kernel &kernel)> observer;
};

/// The pipeline as far as a token is a work-item, which is the same however many lanes and caches there will be.
std::vector<hls::Diagnostic> runItemTransforms(Kernel &kernel, const TransformOptions &options);
/// What comes then: tokens become packets, and memory is accessed by these.
std::vector<hls::Diagnostic> runPacketTransforms(Kernel &kernel, const TransformOptions &options);

/// Runs the whole pipeline. Each of the three returns what the verifier says against a transform's result (the pipeline
/// stops there); empty: well.
std::vector<hls::Diagnostic> runTransforms(Kernel &kernel, const TransformOptions &options = {});

}  // namespace weft::graph
