// SPDX-License-Identifier: Apache-2.0
// The platform's devices by the number of their compute units: tests/unit/host/CMakeLists.txt makes the boards.
#pragma once
#include "fixture.h"

namespace test {

inline std::vector<cl_device_id> allDevices(cl_platform_id platform, cl_device_type type = CL_DEVICE_TYPE_ALL) {
  cl_uint count = 0;
  REQUIRE(clGetDeviceIDs(platform, type, 0, nullptr, &count) == CL_SUCCESS);
  std::vector<cl_device_id> devices(count);
  REQUIRE(clGetDeviceIDs(platform, type, count, devices.data(), nullptr) == CL_SUCCESS);
  return devices;
}

inline cl_device_id deviceNamed(cl_platform_id platform, const std::string &name) {
  for (cl_device_id device : allDevices(platform))
    if (deviceText(device, CL_DEVICE_NAME) == name)
      return device;
  FAIL("no device " << name);
  return nullptr;
}

/// Four kernel regions.
inline cl_device_id fourUnits(cl_platform_id platform) { return deviceNamed(platform, "four-regions"); }
/// One: cannot be partitioned.
inline cl_device_id oneUnit(cl_platform_id platform) { return deviceNamed(platform, "one-region"); }

template <class T> std::vector<T> deviceList(cl_device_id device, cl_device_info name) {
  size_t bytes = 1;
  REQUIRE(clGetDeviceInfo(device, name, 0, nullptr, &bytes) == CL_SUCCESS);
  REQUIRE(bytes % sizeof(T) == 0);
  std::vector<T> list(bytes / sizeof(T));
  REQUIRE(clGetDeviceInfo(device, name, bytes, list.data(), nullptr) == CL_SUCCESS);
  return list;
}

using OwnDevice = Owner<cl_device_id, clReleaseDevice>;

/// The sub-devices of a partition that must succeed.
inline std::vector<OwnDevice> partitioned(cl_device_id device, std::vector<cl_device_partition_property> properties) {
  properties.push_back(0);
  cl_uint count = 0;
  REQUIRE(clCreateSubDevices(device, properties.data(), 0, nullptr, &count) == CL_SUCCESS);
  std::vector<cl_device_id> made(count);
  REQUIRE(clCreateSubDevices(device, properties.data(), count, made.data(), nullptr) == CL_SUCCESS);
  std::vector<OwnDevice> owned;
  for (cl_device_id part : made)
    owned.emplace_back(part);
  return owned;
}

}  // namespace test
