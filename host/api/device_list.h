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

/// The root devices of a type; CL_DEVICE_TYPE_DEFAULT is the first one. Throws CL_DEVICE_NOT_FOUND.
inline std::vector<Device *> devicesOfType(Platform &platform, cl_device_type type) {
  std::vector<Device *> found = platform.devices();
  if (!(type & kDeviceType))
    found.resize(type & CL_DEVICE_TYPE_DEFAULT ? std::min<size_t>(found.size(), 1) : 0);
  require(!found.empty(), CL_DEVICE_NOT_FOUND, "no device of this type");
  return found;
}

}  // namespace weft::entry
