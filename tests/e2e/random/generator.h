// SPDX-License-Identifier: Apache-2.0
// Random OpenCL C kernels whose result is defined by the standard, whatever the order of work-items.
#pragma once
#include <cstdint>

#include "compare/compare.h"

namespace weft::random_kernels {

using compare::Case;

/// The same seed gives the same case on every machine. Seeds from kPackets on: of generatePackets, from kAliases on: of
/// generateAliases.
Case generate(uint64_t seed);

/// Kernels whose work-items go through the device's pipeline in packets of 1 to 16.
Case generatePackets(uint64_t seed);
constexpr uint64_t kPackets = uint64_t(1) << 48;

/// Kernels that read through one pointer what they may have written through another, launched with buffers that are
/// apart, that overlap, and that are one.
Case generateAliases(uint64_t seed);
constexpr uint64_t kAliases = uint64_t(1) << 49;

}  // namespace weft::random_kernels
