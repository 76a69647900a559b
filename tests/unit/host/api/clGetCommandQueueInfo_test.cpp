// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clGetCommandQueueInfo") {
  const OwnQueue queue = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  const cl_command_queue raw = queue;
  CHECK(info<cl_device_id>(clGetCommandQueueInfo, raw, CL_QUEUE_DEVICE) == device);
  CHECK(info<cl_context>(clGetCommandQueueInfo, raw, CL_QUEUE_CONTEXT) == context);
  CHECK(info<cl_uint>(clGetCommandQueueInfo, raw, CL_QUEUE_REFERENCE_COUNT) == 1);
  CHECK(info<cl_command_queue_properties>(clGetCommandQueueInfo, raw, CL_QUEUE_PROPERTIES) ==
        CL_QUEUE_PROFILING_ENABLE);
  // The device has no default queue, as it has no queues of its own.
  CHECK(info<cl_command_queue>(clGetCommandQueueInfo, raw, CL_QUEUE_DEVICE_DEFAULT) == nullptr);
  size_t bytes = 1;  // made without a list
  CHECK(clGetCommandQueueInfo(raw, CL_QUEUE_PROPERTIES_ARRAY, 0, nullptr, &bytes) == CL_SUCCESS);
  CHECK(bytes == 0);
}

TEST_CASE_METHOD(WeftQueue, "clGetCommandQueueInfo: errors") {
  cl_uint value = 0;
  SECTION("CL_INVALID_COMMAND_QUEUE: not a queue") {
    CHECK(clGetCommandQueueInfo(nullptr, CL_QUEUE_DEVICE, 0, nullptr, nullptr) == CL_INVALID_COMMAND_QUEUE);
    CHECK(clGetCommandQueueInfo(wrongHandle<cl_command_queue>(device), CL_QUEUE_DEVICE, 0, nullptr, nullptr) ==
          CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_COMMAND_QUEUE: the size of a queue that is not on the device") {
    CHECK(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof(value), &value, nullptr) == CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_VALUE: unknown query") {
    CHECK(clGetCommandQueueInfo(queue, 0x1, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: too little room") {
    CHECK(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof(value) - 1, &value, nullptr) ==
          CL_INVALID_VALUE);
    CHECK(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, 4, &value, nullptr) == CL_INVALID_VALUE);
  }
}
