// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"

using namespace test;

// Deprecated since 1.1; 3.0 lets a device whose queues cannot change refuse it.
TEST_CASE_METHOD(WeftQueue, "clSetCommandQueueProperty: CL_INVALID_OPERATION, and nothing changes") {
  cl_command_queue_properties old = 1;
  CHECK(clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &old) == CL_INVALID_OPERATION);
  CHECK(info<cl_command_queue_properties>(clGetCommandQueueInfo, (cl_command_queue)queue, CL_QUEUE_PROPERTIES) == 0);
}

TEST_CASE_METHOD(WeftQueue, "clSetCommandQueueProperty: errors") {
  SECTION("CL_INVALID_COMMAND_QUEUE") {
    CHECK(clSetCommandQueueProperty(nullptr, 0, CL_TRUE, nullptr) == CL_INVALID_COMMAND_QUEUE);
    CHECK(clSetCommandQueueProperty(wrongHandle<cl_command_queue>(device), CL_QUEUE_PROFILING_ENABLE, CL_TRUE,
                                    nullptr) == CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_VALUE: unknown properties") {
    CHECK(clSetCommandQueueProperty(queue, 0x100, CL_TRUE, nullptr) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_QUEUE_PROPERTIES: those that no queue of the device can have") {
    CHECK(clSetCommandQueueProperty(queue, CL_QUEUE_ON_DEVICE, CL_TRUE, nullptr) == CL_INVALID_QUEUE_PROPERTIES);
  }
}
