// SPDX-License-Identifier: Apache-2.0
// Where printf of one launch writes: memory of the device, laid out as kernel/print.h says.
#pragma once
#include <mutex>
#include <vector>

#include "host/core/device_memory.h"
#include "kernel/image.h"

namespace weft::core {

class Context;
class Device;

class PrintBuffer {
public:
  /// CL_DEVICE_PRINTF_BUFFER_SIZE.
  static constexpr uint64_t kBytes = kernel::kPrintBytes;

  /// `device`: of a board. Cleared. Throws Error(CL_OUT_OF_RESOURCES) if the device's memory has no room for it.
  explicit PrintBuffer(Device &device);
  const Device &device() const { return *device_; }
  uint64_t address() const { return block_.address(); }

  /// After the launch: hands what `kernel` printed to the context, and clears the buffer. A note on stderr tells if it
  /// was too small.
  void print(const kernel::Image &kernel, Context &context);

private:
  std::vector<uint8_t> read(uint64_t offset, uint64_t bytes);
  void clear(uint64_t bytes);

  Device *device_;
  DeviceBlock block_;
};

/// Buffers that wait for the next launches of a program's kernels, because clearing one takes longer than most
/// launches.
class PrintBuffers {
public:
  /// One that waits, or a new one. Throws as PrintBuffer's constructor.
  PrintBuffer take(Device &device);
  /// `buffer` is clear.
  void give(PrintBuffer buffer);

private:
  std::mutex mutex_;
  std::vector<PrintBuffer> waiting_;
};

}  // namespace weft::core
