// SPDX-License-Identifier: Apache-2.0
#include "host/core/print_buffer.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "host/core/command.h"
#include "host/core/context.h"
#include "host/core/device.h"
#include "host/core/print_text.h"
#include "support/log.h"

namespace weft::core {
namespace {

using kernel::kPrintBytes;
using kernel::kPrintGranule;

DeviceBlock allocate(Device &device) {
  std::optional<DeviceBlock> block = DeviceBlock::allocate(device.memory(), kPrintBytes);
  if (!block)
    throw Error(CL_OUT_OF_RESOURCES,
                fmt::format("no room for the {} bytes that printf needs in the memory of {}: {} bytes are free",
                            kPrintBytes, device.description().name, device.memory().available()));
  return std::move(*block);
}

}  // namespace

PrintBuffer::PrintBuffer(Device &device) : device_(&device), block_(allocate(device)) { clear(kPrintBytes); }

void PrintBuffer::clear(uint64_t bytes) {
  constexpr std::array<uint8_t, kPrintGranule> kZeros{};
  if (uint8_t *const memory = device_->board().sharedMemory())
    std::memset(memory + address(), 0, bytes);
  else
    Execution::check(device_->driver().fill(address(), bytes, kZeros));
}

std::vector<uint8_t> PrintBuffer::read(uint64_t offset, uint64_t bytes) {
  std::vector<uint8_t> result(bytes);
  if (const uint8_t *const memory = device_->board().sharedMemory())
    std::memcpy(result.data(), memory + address() + offset, bytes);
  else if (bytes)
    Execution::check(device_->driver().copyToHost(address() + offset, result.data(), board::Region::linear(bytes)));
  return result;
}

void PrintBuffer::print(const kernel::Image &kernel, Context &context) {
  constexpr uint64_t kMost = kPrintBytes / kPrintGranule - 1;
  uint32_t reserved;
  std::memcpy(&reserved, read(0, sizeof(reserved)).data(), sizeof(reserved));
  if (reserved == 0)
    return;
  const uint64_t bytes = std::min<uint64_t>(reserved, kMost) * kPrintGranule;
  const PrintedText printed = printedText(kernel.prints, read(kPrintGranule, bytes));
  clear(kPrintGranule + bytes);
  if (!printed.text.empty())
    context.print(printed.text);
  if (reserved > kMost)
    support::log(support::LogLevel::Warning,
                 "kernel {}: the buffer of printf, {} bytes, was full after {} calls; what later calls print is lost",
                 kernel.interface.name, kPrintBytes, printed.calls);
}

PrintBuffer PrintBuffers::take(Device &device) {
  {
    std::lock_guard lock(mutex_);
    const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                    [&](const PrintBuffer &buffer) { return &buffer.device() == &device; });
    if (found != waiting_.end()) {
      std::swap(*found, waiting_.back());
      PrintBuffer result = std::move(waiting_.back());
      waiting_.pop_back();
      return result;
    }
  }
  return PrintBuffer(device);
}

void PrintBuffers::give(PrintBuffer buffer) {
  std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(buffer));
}

}  // namespace weft::core
