// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clCreateUserEvent") {
  cl_int error = 1;
  const OwnEvent own(clCreateUserEvent(context, &error));
  REQUIRE(error == CL_SUCCESS);
  const cl_event event = own;
  CHECK(statusOf(event) == CL_SUBMITTED);
  CHECK(info<cl_command_queue>(clGetEventInfo, event, CL_EVENT_COMMAND_QUEUE) == nullptr);
  CHECK(info<cl_command_type>(clGetEventInfo, event, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_USER);
  CHECK(info<cl_context>(clGetEventInfo, event, CL_EVENT_CONTEXT) == context);
  CHECK(info<cl_uint>(clGetEventInfo, event, CL_EVENT_REFERENCE_COUNT) == 1);
  const OwnEvent quiet(clCreateUserEvent(context, nullptr));
  CHECK((cl_event)quiet != nullptr);
}

TEST_CASE_METHOD(Weft, "clCreateUserEvent: CL_INVALID_CONTEXT") {
  cl_int error = 1;
  CHECK(clCreateUserEvent(nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_CONTEXT);
  CHECK(clCreateUserEvent(wrongHandle<cl_context>(device), &error) == nullptr);
  CHECK(error == CL_INVALID_CONTEXT);
}
