// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <bit>
#include <cstdint>

#include "kernel/interface.h"
#include "weft_abi.h"

namespace weft::hls {

/// Access sites of a kernel that load from global memory, and as many that store: each has an AXI ID of its own
/// (docs/rtl-interfaces.md, section 4).
inline constexpr unsigned kMostSites = 1u << (abi::AXI_ID_BITS - 1);

/// Work-items in a packet.
inline constexpr unsigned kMostLanes = 16;
inline constexpr bool isNumberOfLanes(uint64_t number) { return std::has_single_bit(number) && number <= kMostLanes; }
inline constexpr char kNumbersOfLanes[] = "use 1, 2, 4, 8 or 16";

/// Copies of a kernel.
inline constexpr bool isNumberOfUnits(uint64_t number) { return number >= 1 && number <= kernel::kMostComputeUnits; }
inline constexpr char kNumbersOfUnits[] = "use a number from 1 to 16";
static_assert(kernel::kMostComputeUnits == 16);

/// Of a load's cache.
inline constexpr unsigned kMostCacheBytes = 32768;

}  // namespace weft::hls
