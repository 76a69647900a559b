// SPDX-License-Identifier: Apache-2.0
#include "boards.h"
#include "handles.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clReleaseDevice: a sub-device goes when count and users are gone") {
  auto parts = partitioned(fourUnits(platform), {CL_DEVICE_PARTITION_EQUALLY, 2});
  const cl_device_id part = parts[0];
  cl_int error = 1;
  OwnContext user(clCreateContext(nullptr, 1, &part, nullptr, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  REQUIRE(clRetainDevice(part) == CL_SUCCESS);
  CHECK(clReleaseDevice(part) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetDeviceInfo, part, CL_DEVICE_REFERENCE_COUNT) == 1);
  parts.clear();
  // CL_INVALID_DEVICE: the application holds none; the context still does.
  CHECK(clReleaseDevice(part) == CL_INVALID_DEVICE);
  CHECK(info<cl_uint>(clGetDeviceInfo, part, CL_DEVICE_REFERENCE_COUNT) == 0);
  OwnQueue queue(clCreateCommandQueue(user, part, 0, &error));
  CHECK(error == CL_SUCCESS);
}

TEST_CASE_METHOD(Weft, "clReleaseDevice: root devices are not counted") {
  for (int i = 0; i < 3; ++i)
    CHECK(clReleaseDevice(device) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_REFERENCE_COUNT) == 1);
}

TEST_CASE_METHOD(Weft, "clReleaseDevice: CL_INVALID_DEVICE, device is not a valid device") {
  for (cl_device_id wrong : invalidHandles<cl_device_id>(*this))
    CHECK(clReleaseDevice(wrong) == CL_INVALID_DEVICE);
}
