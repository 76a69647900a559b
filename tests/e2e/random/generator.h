// SPDX-License-Identifier: Apache-2.0
// Random OpenCL C kernels whose result is defined by the standard, whatever the order of work-items.
#pragma once
#include <cstdint>

#include "compare/compare.h"

namespace weft::random_kernels {

using compare::Case;

/// The same seed gives the same case on every machine.
Case generate(uint64_t seed);

}  // namespace weft::random_kernels
