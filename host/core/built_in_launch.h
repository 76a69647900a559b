// SPDX-License-Identifier: Apache-2.0
// A launch of a built-in kernel: a command of the shell instead of one for a kernel region.
#pragma once
#include "host/core/command.h"
#include "host/core/kernel.h"
#include "host/core/launch.h"

namespace weft::core {

/// Ready to run: arguments are as they were at its enqueue, and the buffers are kept alive.
class BuiltInLaunch {
public:
  /// Throws CL_INVALID_KERNEL_ARGS, CL_INVALID_GLOBAL_WORK_SIZE, and what a buffer throws that the device cannot use.
  BuiltInLaunch(const Kernel &kernel, const KernelOnDevice &on, const NDRange &range);

  /// Runs on the device. An access outside a buffer throws CL_OUT_OF_RESOURCES before anything is written.
  void run(Execution &execution) const;

private:
  struct Argument {
    Ref<Buffer> buffer;  // null for values
    uint64_t value = 0;  // buffers: the address of the range
  };
  /// Throws CL_OUT_OF_RESOURCES if the range leaves the buffer.
  void checkBounds(const Argument &argument, size_t index) const;

  const BuiltInKernel &kernel_;
  std::vector<Argument> arguments_;
  uint64_t offset_, bytes_;  // of the range within each buffer
};

}  // namespace weft::core
