// SPDX-License-Identifier: Apache-2.0
#include "boards.h"
#include "handles.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clRetainDevice: sub-devices are counted") {
  const auto parts = partitioned(fourUnits(platform), {CL_DEVICE_PARTITION_EQUALLY, 2});
  const cl_device_id part = parts[0];
  REQUIRE(clRetainDevice(part) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetDeviceInfo, part, CL_DEVICE_REFERENCE_COUNT) == 2);
  CHECK(clReleaseDevice(part) == CL_SUCCESS);
}

TEST_CASE_METHOD(Weft, "clRetainDevice: root devices are not counted") {
  CHECK(clRetainDevice(device) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_REFERENCE_COUNT) == 1);
}

TEST_CASE_METHOD(Weft, "clRetainDevice: CL_INVALID_DEVICE, device is not a valid device") {
  for (cl_device_id wrong : invalidHandles<cl_device_id>(*this))
    CHECK(clRetainDevice(wrong) == CL_INVALID_DEVICE);
}
