// SPDX-License-Identifier: Apache-2.0
// Where printf of one launch writes: memory of the device, laid out as kernel/print.h says.
#pragma once
#include "host/core/device_memory.h"
#include "kernel/image.h"

namespace weft::core {

class Context;
class Device;

class PrintBuffer {
public:
  /// CL_DEVICE_PRINTF_BUFFER_SIZE.
  static constexpr uint64_t kBytes = kernel::kPrintBytes;

  /// Cleared. Throws Error(CL_OUT_OF_RESOURCES) if the device's memory has no room for it.
  explicit PrintBuffer(Device &device);
  uint64_t address() const { return block_.address(); }

  /// After the launch: hands what `kernel` printed to the context. A note on stderr tells if the buffer was too small.
  void print(const kernel::Image &kernel, Context &context);

private:
  std::vector<uint8_t> read(uint64_t offset, uint64_t bytes);

  Device &device_;
  const DeviceBlock block_;
};

}  // namespace weft::core
