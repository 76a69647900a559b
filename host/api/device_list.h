// SPDX-License-Identifier: Apache-2.0
// Devices by their type.
#pragma once
#include "host/api/boundary.h"
#include "host/api/device_info.h"
#include "host/core/platform.h"

namespace weft::entry {

/// Throws CL_INVALID_DEVICE_TYPE.
inline void requireDeviceType(cl_device_type type) {
  constexpr cl_device_type kKnown = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                    CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
  require(type == CL_DEVICE_TYPE_ALL || (type && !(type & ~kKnown)), CL_INVALID_DEVICE_TYPE, "unknown device type");
}

/// The root devices of a type; CL_DEVICE_TYPE_DEFAULT is the first one that is no custom device. Custom devices are
/// found only when they are asked for: CL_DEVICE_TYPE_ALL does not mean them. Throws CL_DEVICE_NOT_FOUND.
inline std::vector<Device *> devicesOfType(Platform &platform, cl_device_type type) {
  std::vector<Device *> found;
  bool wantsDefault = type != CL_DEVICE_TYPE_ALL && type & CL_DEVICE_TYPE_DEFAULT;
  for (Device *device : platform.devices()) {
    const bool custom = device->description().custom;
    const bool asked = type == CL_DEVICE_TYPE_ALL ? !custom : type & deviceType(device->description());
    if (asked || (wantsDefault && !custom))
      found.push_back(device);
    wantsDefault = wantsDefault && custom;
  }
  require(!found.empty(), CL_DEVICE_NOT_FOUND, "no device of this type");
  return found;
}

}  // namespace weft::entry
