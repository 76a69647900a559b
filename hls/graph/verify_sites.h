// SPDX-License-Identifier: Apache-2.0
// Internal to the verifier: access sites, their units and caches.
#pragma once
#include <functional>
#include <string>

#include "hls/graph/graph.h"

namespace weft::graph {

/// What is said of each site by itself, and of loads that share a line cache. `found` is told of each defect and the
/// site or cache that it is in.
void verifySites(const Kernel &kernel,
                 const std::function<void(const std::string &where, const std::string &message)> &found);

}  // namespace weft::graph
