// SPDX-License-Identifier: Apache-2.0
// Who takes most of a resource, from the reports that the compiler wrote of kernels (hls/rtlgen/report.h).
#pragma once
#include <span>
#include <string>

#include "flow/family.h"

namespace weft::flow {

/// Lines of text: the kinds of modules and the source lines that the compiler's estimate has most of the resource for.
std::string largestParts(std::span<const std::string> reports, const ResourceName &resource);

}  // namespace weft::flow
