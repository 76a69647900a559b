// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "hls/components/component.h"
#include "hls/graph/graph.h"

namespace weft::rtlgen {

/// Which unit serves a site: the rule of choice between what hls/components declares.
const components::Component &accessUnit(const graph::Site &site);

}  // namespace weft::rtlgen
