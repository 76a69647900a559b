// SPDX-License-Identifier: Apache-2.0
// Built-in kernels: fixed functions of the shell, offered as kernels (docs/built-in-kernels.md). The DMA engine copies
// and fills device memory beside whatever the kernel regions compute.
#pragma once
#include <CL/cl.h>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "board/driver.h"
#include "kernel/image.h"

namespace weft::core {

struct BuiltInKernel {
  const char *name;
  cl_version version;
  unsigned elementBytes;                    // that one work-item writes
  std::vector<kernel::Argument> arguments;  // the first is what is written
  /// `bytes` bytes to `destination`. `others`: addresses and values of the arguments that follow.
  board::Completion (*run)(board::Driver &driver, uint64_t destination, uint64_t bytes,
                           const std::vector<uint64_t> &others);
};

/// All that every board has, in the order of CL_DEVICE_BUILT_IN_KERNELS.
const std::vector<BuiltInKernel> &builtInKernels();
/// Null if there is none of this name.
const BuiltInKernel *findBuiltInKernel(const std::string &name);
/// Names, separated by semicolons.
std::string builtInKernelNames();
/// Names with versions, as CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION.
std::vector<cl_name_version> builtInKernelVersions();

/// Descriptions for the queries, one per kernel.
std::shared_ptr<const kernel::Program> describeBuiltInKernels(const std::vector<const BuiltInKernel *> &kernels,
                                                              const board::Description &board);

/// The largest global size: what the largest buffer holds, and ids can count. Built-in kernels are one-dimensional.
std::array<size_t, 3> maxGlobalSize(const BuiltInKernel &kernel, const board::Description &board);

}  // namespace weft::core
