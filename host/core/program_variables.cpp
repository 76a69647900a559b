// SPDX-License-Identifier: Apache-2.0
#include "host/core/program_variables.h"

#include <cstring>

#include "host/core/command.h"
#include "host/core/device.h"

namespace weft::core {
namespace {

/// The block as it is before the first launch.
std::vector<uint8_t> contentsOf(const kernel::Variables &variables, uint64_t address) {
  std::vector<uint8_t> bytes(variables.bytes);
  std::memcpy(bytes.data(), variables.contents.data(), variables.contents.size());
  for (const kernel::VariablePointer &pointer : variables.pointers) {
    const uint64_t value = address + pointer.target;
    std::memcpy(&bytes[pointer.offset], &value, variables.pointerBytes);
  }
  return bytes;
}

DeviceBlock make(const kernel::Variables &variables, Device &device) {
  std::optional<DeviceBlock> block = DeviceBlock::allocate(device.memory(), variables.bytes);
  if (!block)
    throw Error(
        CL_OUT_OF_RESOURCES,
        fmt::format("no room for the {} bytes of the program's variables in the memory of {}: {} bytes are free",
                    variables.bytes, device.description().name, device.memory().available()));
  const std::vector<uint8_t> bytes = contentsOf(variables, block->address());
  if (uint8_t *const memory = device.board().sharedMemory())
    std::memcpy(memory + block->address(), bytes.data(), bytes.size());
  else
    Execution::check(device.driver().copyToDevice(bytes.data(), block->address(), board::Region::linear(bytes.size())));
  return std::move(*block);
}

}  // namespace

uint64_t ProgramVariables::address(const kernel::Variables &variables, Device &device) {
  Device &root = device.root();
  const std::lock_guard lock(mutex_);
  auto found = blocks_.find(&root);
  if (found == blocks_.end())
    found = blocks_.emplace(&root, make(variables, root)).first;
  return found->second.address();
}

}  // namespace weft::core
