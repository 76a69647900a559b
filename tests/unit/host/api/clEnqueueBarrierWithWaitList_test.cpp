// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"

using namespace test;

namespace {

struct OutOfOrder : Weft {
  OwnQueue queue = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  OwnMem buffer = makeBuffer(16);
  OwnEvent gate = makeUserEvent();

  OwnEvent fill(const cl_event *wait) {
    const uint8_t zero = 0;
    OwnEvent event;
    REQUIRE(clEnqueueFillBuffer(queue, buffer, &zero, 1, 0, 16, wait ? 1 : 0, wait, &event) == CL_SUCCESS);
    return event;
  }
};

}  // namespace

TEST_CASE_METHOD(OutOfOrder, "clEnqueueBarrierWithWaitList: an empty list waits for all before, and all later wait") {
  const OwnEvent held = fill(&gate);
  OwnEvent barrier, marker;
  REQUIRE(clEnqueueBarrierWithWaitList(queue, 0, nullptr, &barrier) == CL_SUCCESS);
  const OwnEvent after = fill(nullptr);
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &barrier, &marker) == CL_SUCCESS);
  CHECK(staysPending(after));
  CHECK(statusOf(barrier) > CL_COMPLETE);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(completesSoon(after));
  CHECK(completesSoon(marker));
  CHECK(statusOf(barrier) == CL_COMPLETE);
}

TEST_CASE_METHOD(OutOfOrder, "clEnqueueBarrierWithWaitList: with a list only that holds up what follows") {
  const OwnEvent other = makeUserEvent();
  const OwnEvent held = fill(&gate);
  REQUIRE(clEnqueueBarrierWithWaitList(queue, 1, &other, nullptr) == CL_SUCCESS);
  const OwnEvent after = fill(nullptr);
  CHECK(staysPending(after));
  REQUIRE(clSetUserEventStatus(other, CL_COMPLETE) == CL_SUCCESS);
  CHECK(completesSoon(after));
  CHECK(statusOf(held) > CL_COMPLETE);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(clFinish(queue) == CL_SUCCESS);
}

TEST_CASE_METHOD(OutOfOrder, "clEnqueueBarrierWithWaitList: barriers follow each other") {
  REQUIRE(clEnqueueBarrierWithWaitList(queue, 1, &gate, nullptr) == CL_SUCCESS);
  OwnEvent second;
  const OwnEvent free = makeUserEvent();
  REQUIRE(clSetUserEventStatus(free, CL_COMPLETE) == CL_SUCCESS);
  REQUIRE(clEnqueueBarrierWithWaitList(queue, 1, &free, &second) == CL_SUCCESS);
  const OwnEvent after = fill(nullptr);
  CHECK(staysPending(after));
  CHECK(statusOf(second) > CL_COMPLETE);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(completesSoon(after));
}

TEST_CASE_METHOD(OutOfOrder, "clEnqueueBarrierWithWaitList: a failed barrier does not fail what follows") {
  OwnEvent barrier;
  REQUIRE(clEnqueueBarrierWithWaitList(queue, 1, &gate, &barrier) == CL_SUCCESS);
  const OwnEvent after = fill(nullptr);
  REQUIRE(clSetUserEventStatus(gate, -1) == CL_SUCCESS);
  CHECK(completesSoon(after));
  CHECK(statusOf(barrier) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueBarrierWithWaitList: errors") {
  SECTION("CL_INVALID_COMMAND_QUEUE") {
    CHECK(clEnqueueBarrierWithWaitList(nullptr, 0, nullptr, nullptr) == CL_INVALID_COMMAND_QUEUE);
    CHECK(clEnqueueBarrierWithWaitList(wrongHandle<cl_command_queue>(device), 0, nullptr, nullptr) ==
          CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_CONTEXT: an event of another context") {
    const OwnContext foreign = makeContext();
    const OwnEvent user(clCreateUserEvent(foreign, nullptr));
    CHECK(clEnqueueBarrierWithWaitList(queue, 1, &user, nullptr) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_EVENT_WAIT_LIST") {
    const OwnEvent user = makeUserEvent();
    const cl_event bad[] = {user, wrongHandle<cl_event>(device)};
    CHECK(clEnqueueBarrierWithWaitList(queue, 1, nullptr, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(clEnqueueBarrierWithWaitList(queue, 0, &user, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(clEnqueueBarrierWithWaitList(queue, 2, bad, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
  }
}
