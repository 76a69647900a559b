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

PrintBuffer::PrintBuffer(Device &device) : device_(device), block_(allocate(device)) {
  if (uint8_t *const memory = device.board().sharedMemory()) {
    std::memset(memory + address(), 0, kPrintBytes);
    return;
  }
  constexpr std::array<uint8_t, 128> kZeros{};
  Execution::check(device.driver().fill(address(), kPrintBytes, kZeros));
}

std::vector<uint8_t> PrintBuffer::read(uint64_t offset, uint64_t bytes) {
  std::vector<uint8_t> result(bytes);
  if (const uint8_t *const memory = device_.board().sharedMemory())
    std::memcpy(result.data(), memory + address() + offset, bytes);
  else if (bytes)
    Execution::check(device_.driver().copyToHost(address() + offset, result.data(), board::Region::linear(bytes)));
  return result;
}

void PrintBuffer::print(const kernel::Image &kernel, Context &context) {
  constexpr uint64_t kMost = kPrintBytes / kPrintGranule - 1;
  uint32_t reserved;
  std::memcpy(&reserved, read(0, sizeof(reserved)).data(), sizeof(reserved));
  const PrintedText printed =
      printedText(kernel.prints, read(kPrintGranule, std::min<uint64_t>(reserved, kMost) * kPrintGranule));
  if (!printed.text.empty())
    context.print(printed.text);
  if (reserved > kMost)
    support::log(support::LogLevel::Warning,
                 "kernel {}: the buffer of printf, {} bytes, was full after {} calls; what later calls print is lost",
                 kernel.interface.name, kPrintBytes, printed.calls);
}

}  // namespace weft::core
