// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"
#include "boards.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clSetDefaultDeviceCommandQueue") {
  SECTION("CL_INVALID_CONTEXT") {
    CHECK(clSetDefaultDeviceCommandQueue(nullptr, device, queue) == CL_INVALID_CONTEXT);
    CHECK(clSetDefaultDeviceCommandQueue(wrongHandle<cl_context>(device), device, queue) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_DEVICE: not a device, or not one of the context") {
    CHECK(clSetDefaultDeviceCommandQueue(context, nullptr, queue) == CL_INVALID_DEVICE);
    CHECK(clSetDefaultDeviceCommandQueue(context, fourUnits(platform), queue) == CL_INVALID_DEVICE);
  }
  SECTION("CL_INVALID_OPERATION: the device has no replaceable default queue") {
    CHECK(clSetDefaultDeviceCommandQueue(context, device, queue) == CL_INVALID_OPERATION);
    CHECK(clSetDefaultDeviceCommandQueue(context, device, nullptr) == CL_INVALID_OPERATION);
  }
}
