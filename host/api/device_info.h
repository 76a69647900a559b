// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <CL/cl.h>

#include "host/core/device.h"
#include "host/util/info_writer.h"

namespace weft::entry {

/// Every device of the platform is one.
constexpr cl_device_type kDeviceType = CL_DEVICE_TYPE_ACCELERATOR;

/// Answers a query of clGetDeviceInfo. Throws CL_INVALID_VALUE.
void deviceInfo(core::Device &device, cl_device_info name, InfoWriter &info);

}  // namespace weft::entry
