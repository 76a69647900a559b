// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::bench {

/// How often a cache of `capacity` lines lacks the one that is accessed, at least: it knows what comes, and gives up
/// the line that is used again last (Belady, "A study of replacement algorithms for a virtual-storage computer", 1966).
uint64_t leastMisses(const std::vector<uint32_t> &accessed, size_t capacity);

}  // namespace weft::bench
