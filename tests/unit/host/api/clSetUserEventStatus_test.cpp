// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clSetUserEventStatus: CL_COMPLETE lets the waiting commands run") {
  const OwnEvent user = makeUserEvent();
  const OwnMem buffer = makeBuffer(16);
  const uint8_t one = 1;
  OwnEvent fill;
  REQUIRE(clEnqueueFillBuffer(queue, buffer, &one, 1, 0, 16, 1, &user, &fill) == CL_SUCCESS);
  CHECK(staysPending(fill));
  REQUIRE(clSetUserEventStatus(user, CL_COMPLETE) == CL_SUCCESS);
  CHECK(statusOf(user) == CL_COMPLETE);
  CHECK(clWaitForEvents(1, &user) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, &fill) == CL_SUCCESS);
  CHECK(contents(buffer, 16) == std::vector<uint8_t>(16, 1));
}

TEST_CASE_METHOD(WeftQueue, "clSetUserEventStatus: an error cascades through wait lists and leaves the rest alone") {
  const OwnEvent user = makeUserEvent();
  const OwnMem buffer = makeBuffer(16);
  const uint8_t one = 1, two = 2;
  OwnEvent first, second, marker, barrier, third;
  const OwnQueue other = makeQueue();
  REQUIRE(clEnqueueFillBuffer(queue, buffer, &one, 1, 0, 16, 1, &user, &first) == CL_SUCCESS);
  REQUIRE(clEnqueueFillBuffer(other, buffer, &one, 1, 0, 16, 1, &first, &second) == CL_SUCCESS);
  REQUIRE(clEnqueueMarkerWithWaitList(other, 1, &second, &marker) == CL_SUCCESS);
  REQUIRE(clEnqueueBarrierWithWaitList(other, 1, &marker, &barrier) == CL_SUCCESS);
  REQUIRE(clEnqueueFillBuffer(queue, buffer, &two, 1, 0, 16, 0, nullptr, &third) == CL_SUCCESS);
  REQUIRE(clSetUserEventStatus(user, -42) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, &second) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(statusOf(user) == -42);
  for (const cl_event event : {cl_event(first), cl_event(second), cl_event(marker), cl_event(barrier)})
    CHECK(statusOf(event) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(clWaitForEvents(1, &third) == CL_SUCCESS);
  CHECK(contents(buffer, 16) == std::vector<uint8_t>(16, 2));
  CHECK(clFinish(other) == CL_SUCCESS);
}

TEST_CASE_METHOD(WeftQueue, "clSetUserEventStatus: a long chain of markers completes") {
  const OwnEvent user = makeUserEvent();
  OwnEvent last;
  for (int i = 0; i < 50000; ++i)
    REQUIRE(clEnqueueMarkerWithWaitList(queue, i == 0, i == 0 ? &user : nullptr, nullptr) == CL_SUCCESS);
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &last) == CL_SUCCESS);
  CHECK(statusOf(last) == CL_SUBMITTED);
  REQUIRE(clSetUserEventStatus(user, CL_COMPLETE) == CL_SUCCESS);
  CHECK(statusOf(last) == CL_COMPLETE);  // nothing but order held it
}

TEST_CASE_METHOD(WeftQueue, "clSetUserEventStatus: errors") {
  const OwnEvent user = makeUserEvent();
  SECTION("CL_INVALID_EVENT: not an event, or that of a command") {
    CHECK(clSetUserEventStatus(nullptr, CL_COMPLETE) == CL_INVALID_EVENT);
    CHECK(clSetUserEventStatus(wrongHandle<cl_event>(device), CL_COMPLETE) == CL_INVALID_EVENT);
    OwnEvent marker;
    REQUIRE(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker) == CL_SUCCESS);
    CHECK(clSetUserEventStatus(marker, CL_COMPLETE) == CL_INVALID_EVENT);
  }
  SECTION("CL_INVALID_VALUE: neither CL_COMPLETE nor negative") {
    for (const cl_int status : {CL_RUNNING, CL_SUBMITTED, CL_QUEUED, 17})
      CHECK(clSetUserEventStatus(user, status) == CL_INVALID_VALUE);
    CHECK(statusOf(user) == CL_SUBMITTED);
  }
  SECTION("CL_INVALID_OPERATION: the status was set before") {
    REQUIRE(clSetUserEventStatus(user, -5) == CL_SUCCESS);
    CHECK(clSetUserEventStatus(user, CL_COMPLETE) == CL_INVALID_OPERATION);
    CHECK(clSetUserEventStatus(user, -6) == CL_INVALID_OPERATION);
    CHECK(statusOf(user) == -5);
  }
}
