// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <CL/cl.h>

#include "host/core/device.h"
#include "host/util/info_writer.h"

namespace weft::entry {

inline cl_device_type deviceType(const board::Description &board) {
  return board.custom ? CL_DEVICE_TYPE_CUSTOM : CL_DEVICE_TYPE_ACCELERATOR;
}

/// Answers a query of clGetDeviceInfo. Throws CL_INVALID_VALUE.
void deviceInfo(core::Device &device, cl_device_info name, InfoWriter &info);

}  // namespace weft::entry
