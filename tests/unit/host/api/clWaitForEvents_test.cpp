// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clWaitForEvents: several queues, done and not done") {
  const OwnQueue other = makeQueue();
  const OwnMem buffer = makeBuffer(1 << 16);
  const auto data = pattern(1 << 16);
  OwnEvent first, second;
  REQUIRE(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, data.size(), data.data(), 0, nullptr, &first) == CL_SUCCESS);
  REQUIRE(clEnqueueWriteBuffer(other, buffer, CL_FALSE, 0, data.size(), data.data(), 0, nullptr, &second) ==
          CL_SUCCESS);
  const cl_event both[] = {first, second};
  CHECK(clWaitForEvents(2, both) == CL_SUCCESS);
  CHECK(statusOf(second) == CL_COMPLETE);
}

TEST_CASE_METHOD(WeftQueue, "clWaitForEvents wakes up when another thread completes the event") {
  const OwnEvent user = makeUserEvent();
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    clSetUserEventStatus(user, CL_COMPLETE);
  });
  CHECK(clWaitForEvents(1, &user) == CL_SUCCESS);
  later.join();
}

TEST_CASE_METHOD(WeftQueue, "clWaitForEvents: errors") {
  const OwnEvent user = makeUserEvent();
  SECTION("CL_INVALID_VALUE: no events") {
    CHECK(clWaitForEvents(0, &user) == CL_INVALID_VALUE);
    CHECK(clWaitForEvents(1, nullptr) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_CONTEXT: events of different contexts") {
    const OwnContext foreign = makeContext();
    const OwnEvent other(clCreateUserEvent(foreign, nullptr));
    const cl_event both[] = {user, other};
    CHECK(clWaitForEvents(2, both) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_EVENT") {
    const cl_event bad[] = {user, wrongHandle<cl_event>(device)};
    CHECK(clWaitForEvents(2, bad) == CL_INVALID_EVENT);
    const cl_event null[] = {user, nullptr};
    CHECK(clWaitForEvents(2, null) == CL_INVALID_EVENT);
  }
  SECTION("CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: an event ended with an error; the others are waited for") {
    OwnEvent slow;
    const OwnMem buffer = makeBuffer(1 << 20);
    const auto data = pattern(1 << 20);
    REQUIRE(clSetUserEventStatus(user, -1) == CL_SUCCESS);
    REQUIRE(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, data.size(), data.data(), 0, nullptr, &slow) ==
            CL_SUCCESS);
    const cl_event both[] = {user, slow};
    CHECK(clWaitForEvents(2, both) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    CHECK(statusOf(slow) == CL_COMPLETE);
  }
}
