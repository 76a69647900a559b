// SPDX-License-Identifier: Apache-2.0
#include "handles.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clReleaseContext: a context lives as long as its objects") {
  OwnContext own = makeContext();
  cl_context raw = own;
  cl_int error = 1;
  OwnQueue queue(clCreateCommandQueue(raw, device, 0, &error));
  REQUIRE(error == CL_SUCCESS);
  REQUIRE(clRetainContext(raw) == CL_SUCCESS);
  REQUIRE(clReleaseContext(raw) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetContextInfo, raw, CL_CONTEXT_REFERENCE_COUNT) == 1);
  own.reset();
  CHECK(info<cl_context>(clGetCommandQueueInfo, (cl_command_queue)queue, CL_QUEUE_CONTEXT) == raw);
  CHECK(info<cl_uint>(clGetContextInfo, raw, CL_CONTEXT_NUM_DEVICES) == 1);
  // The application holds none.
  CHECK(clReleaseContext(raw) == CL_INVALID_CONTEXT);
}

TEST_CASE_METHOD(Weft, "clReleaseContext: CL_INVALID_CONTEXT, context is not a valid context") {
  for (cl_context wrong : invalidHandles<cl_context>(*this))
    CHECK(clReleaseContext(wrong) == CL_INVALID_CONTEXT);
}
