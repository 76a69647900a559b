// SPDX-License-Identifier: Apache-2.0
// The kernels that the benchmark runs: the examples' own kernel files at sizes that fill the pipeline, and one that
// waits.
#pragma once
#include <CL/cl.h>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace weft::bench {

struct BufferArgument {
  std::vector<uint32_t> contents;
};
struct LocalArgument {
  size_t bytes;
};
struct ScalarArgument {
  std::vector<uint8_t> bytes;
};
using Argument = std::variant<BufferArgument, LocalArgument, ScalarArgument>;

struct KernelCase {
  std::string name;  // of the kernel, and of the example if there is no `source`
  std::string note;  // the problem's size
  std::vector<Argument> arguments;
  cl_uint dimensions = 1;
  size_t global[3] = {1, 1, 1}, local[3] = {1, 1, 1};
  uint64_t bytes = 0;     // that must cross the memory port at least
  double tokens = 0;      // passes through the innermost pipeline (work-items, or loop iterations after unrolling)
  double operations = 0;  // useful operations, named by `unit`
  std::string unit;
  std::string source{};  // empty: the example's
};

std::vector<KernelCase> kernelCases();

}  // namespace weft::bench
