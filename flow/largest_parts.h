// SPDX-License-Identifier: Apache-2.0
// Who takes most of a resource, from the report that the compiler wrote of a kernel (hls/rtlgen/report.h).
#pragma once
#include <string>

#include "flow/family.h"

namespace weft::flow {

/// Lines of text: the kinds of modules and the source lines that the compiler's estimate has most of the resource for.
std::string largestParts(const std::string &report, const ResourceName &resource);

}  // namespace weft::flow
