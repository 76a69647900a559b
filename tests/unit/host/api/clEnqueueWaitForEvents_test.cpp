// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clEnqueueWaitForEvents: all later waits for the events") {
  const OwnQueue queue = makeQueue(GENERATE(cl_command_queue_properties(0), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
  const OwnMem buffer = makeBuffer(16);
  const OwnEvent first = makeUserEvent(), second = makeUserEvent();
  const cl_event both[] = {first, second};
  const uint8_t one = 1;
  OwnEvent after;
  REQUIRE(clEnqueueWaitForEvents(queue, 2, both) == CL_SUCCESS);
  REQUIRE(clEnqueueFillBuffer(queue, buffer, &one, 1, 0, 16, 0, nullptr, &after) == CL_SUCCESS);
  REQUIRE(clSetUserEventStatus(first, CL_COMPLETE) == CL_SUCCESS);
  CHECK(staysPending(after));
  REQUIRE(clSetUserEventStatus(second, CL_COMPLETE) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, &after) == CL_SUCCESS);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueWaitForEvents: errors") {
  const OwnEvent user = makeUserEvent();
  SECTION("CL_INVALID_COMMAND_QUEUE") {
    CHECK(clEnqueueWaitForEvents(nullptr, 1, &user) == CL_INVALID_COMMAND_QUEUE);
    CHECK(clEnqueueWaitForEvents(wrongHandle<cl_command_queue>(device), 1, &user) == CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_CONTEXT: an event of another context") {
    const OwnContext foreign = makeContext();
    const OwnEvent other(clCreateUserEvent(foreign, nullptr));
    CHECK(clEnqueueWaitForEvents(queue, 1, &other) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_VALUE: no events") {
    CHECK(clEnqueueWaitForEvents(queue, 0, nullptr) == CL_INVALID_VALUE);
    CHECK(clEnqueueWaitForEvents(queue, 0, &user) == CL_INVALID_VALUE);
    CHECK(clEnqueueWaitForEvents(queue, 1, nullptr) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_EVENT") {
    const cl_event bad[] = {user, wrongHandle<cl_event>(device)};
    CHECK(clEnqueueWaitForEvents(queue, 2, bad) == CL_INVALID_EVENT);
  }
}
