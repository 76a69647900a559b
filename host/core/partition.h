// SPDX-License-Identifier: Apache-2.0
// Partitions of a device into sub-devices: which there are, and the regions that each part gets.
#pragma once
#include <CL/cl.h>
#include <vector>

#include "host/core/device.h"

namespace weft::core {

/// The ways in which the device can be partitioned now; empty if it cannot.
std::vector<cl_device_partition_property> partitionSchemes(const Device &device);
/// The most parts that a partition of the device makes; 0 if it cannot be partitioned.
cl_uint maxSubDevices(const Device &device);

struct Partition {
  std::vector<cl_device_partition_property> properties;  // as given, terminator included
  std::vector<std::vector<unsigned>> parts;              // the regions of each sub-device
};
/// Throws CL_INVALID_VALUE, CL_INVALID_DEVICE_PARTITION_COUNT or CL_DEVICE_PARTITION_FAILED.
Partition partition(const Device &device, const cl_device_partition_property *properties);

}  // namespace weft::core
