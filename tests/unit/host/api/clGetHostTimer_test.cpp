// SPDX-License-Identifier: Apache-2.0
#include "handles.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clGetHostTimer: the host's clock of clGetDeviceAndHostTimer") {
  cl_ulong before = 0, between = 0, after = 0, deviceTime = 0;
  REQUIRE(clGetDeviceAndHostTimer(device, &deviceTime, &before) == CL_SUCCESS);
  REQUIRE(clGetHostTimer(device, &between) == CL_SUCCESS);
  REQUIRE(clGetDeviceAndHostTimer(device, &deviceTime, &after) == CL_SUCCESS);
  CHECK(before <= between);
  CHECK(between <= after);
  CHECK(after - before < 1'000'000'000);  // nanoseconds, and not some other unit
}

TEST_CASE_METHOD(Weft, "clGetHostTimer: CL_INVALID_DEVICE, device is not a valid device") {
  cl_ulong time = 0;
  for (cl_device_id wrong : invalidHandles<cl_device_id>(*this))
    CHECK(clGetHostTimer(wrong, &time) == CL_INVALID_DEVICE);
}

TEST_CASE_METHOD(Weft, "clGetHostTimer: CL_INVALID_VALUE, host_timestamp is NULL") {
  CHECK(clGetHostTimer(device, nullptr) == CL_INVALID_VALUE);
}
