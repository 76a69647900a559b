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

/// A context of two boards: the one that takes the largest buffers, and the one that takes the smallest only.
struct UnevenBoards {
  cl_device_id roomy = nullptr, tight = nullptr;
  OwnContext context;
  OwnQueue onRoomy, onTight;
  cl_int error = 1;

  explicit UnevenBoards(cl_platform_id platform) {
    for (cl_device_id each : allDevices(platform)) {
      if (!roomy || largest(each) > largest(roomy))
        roomy = each;
      if (!tight || largest(each) < largest(tight))
        tight = each;
    }
    REQUIRE(largest(roomy) > largest(tight));
    const cl_device_id both[] = {roomy, tight};
    context = OwnContext(clCreateContext(nullptr, 2, both, nullptr, nullptr, &error));
    REQUIRE(error == CL_SUCCESS);
    onRoomy = OwnQueue(clCreateCommandQueue(context, roomy, 0, &error));
    REQUIRE(error == CL_SUCCESS);
    onTight = OwnQueue(clCreateCommandQueue(context, tight, 0, &error));
    REQUIRE(error == CL_SUCCESS);
  }
  static cl_ulong largest(cl_device_id device) {
    return info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  }
  OwnMem makeBuffer(size_t bytes) {
    OwnMem made(clCreateBuffer(context, 0, bytes, nullptr, &error));
    REQUIRE(error == CL_SUCCESS);
    return made;
  }
  /// More than the one takes and not more than the other. Device memory is taken with the first use there.
  OwnMem makeLarge() { return makeBuffer(size_t(largest(tight)) + 1); }
  OwnProgram makeProgram(const char *source) {
    OwnProgram made(clCreateProgramWithSource(context, 1, &source, nullptr, &error));
    REQUIRE(error == CL_SUCCESS);
    return made;
  }
};

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
