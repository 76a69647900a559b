// SPDX-License-Identifier: Apache-2.0
// Random OpenCL C kernels whose result is defined by the standard, whatever the order of work-items.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weft::random_kernels {

/// A kernel `void k(__global const uint *in, __global uint *out, __global uint *shared, uint n)` and how to run it.
/// `in` has `inWords` words, `out` `outWordsPerItem` for each work-item, `shared` kSharedWords (atomics only).
struct Case {
  uint64_t seed = 0;
  std::string source;
  unsigned dimensions = 1;
  size_t global[3] = {1, 1, 1}, local[3] = {1, 1, 1};
  size_t inWords = 64;
  size_t outWordsPerItem = 4;
  uint32_t n = 0;
};

constexpr size_t kSharedWords = 8;

/// The same seed gives the same case on every machine.
Case generate(uint64_t seed);

}  // namespace weft::random_kernels
