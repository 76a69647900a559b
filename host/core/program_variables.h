// SPDX-License-Identifier: Apache-2.0
// Program-scope variables of an executable in the memory of devices.
#pragma once
#include <map>
#include <mutex>

#include "host/core/device_memory.h"
#include "kernel/variables.h"

namespace weft::core {

class Device;

/// One copy for each device, made when the first kernel that uses it is launched there. May be used from several
/// threads.
class ProgramVariables {
public:
  /// The first byte of the variables' block on a device, which serves its sub-devices too. Throws
  /// Error(CL_OUT_OF_RESOURCES) if the device's memory has no room for it.
  uint64_t address(const kernel::Variables &variables, Device &device);

private:
  std::mutex mutex_;
  std::map<const Device *, DeviceBlock> blocks_;  // of root devices
};

}  // namespace weft::core
