// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clRetainCommandQueue") {
  const cl_command_queue raw = queue;
  REQUIRE(clRetainCommandQueue(raw) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetCommandQueueInfo, raw, CL_QUEUE_REFERENCE_COUNT) == 2);
  REQUIRE(clReleaseCommandQueue(raw) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetCommandQueueInfo, raw, CL_QUEUE_REFERENCE_COUNT) == 1);
}

TEST_CASE_METHOD(Weft, "clRetainCommandQueue: CL_INVALID_COMMAND_QUEUE") {
  CHECK(clRetainCommandQueue(nullptr) == CL_INVALID_COMMAND_QUEUE);
  CHECK(clRetainCommandQueue(wrongHandle<cl_command_queue>(device)) == CL_INVALID_COMMAND_QUEUE);
}
