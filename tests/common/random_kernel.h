// SPDX-License-Identifier: Apache-2.0
// Random verified kernels whose result does not depend on the order in which work-items run.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "hls/graph/graph.h"
#include "hls/graph/interpret.h"

namespace weft::graph::test {

/// Nested ifs, loops and barriers over private, local and global memory; ops are neither folded nor shared.
Kernel randomKernel(uint64_t seed);

/// A launch of one, and the memory that it needs: each work-item reads and writes bytes of its own, all read the same.
struct RandomLaunch {
  Launch launch;
  std::vector<uint8_t> memory;
};
RandomLaunch randomLaunch(unsigned groups);

/// What a small launch of a random kernel leaves in device memory; empty and `error` set if it failed.
struct Outcome {
  std::vector<uint8_t> memory;
  std::string error;
};
Outcome runRandomKernel(const Kernel &kernel, uint64_t adversary);

}  // namespace weft::graph::test
