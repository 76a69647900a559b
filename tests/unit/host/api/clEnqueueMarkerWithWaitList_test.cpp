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

TEST_CASE_METHOD(OutOfOrder, "clEnqueueMarkerWithWaitList: an empty list waits for all before, and holds up nothing") {
  const OwnEvent held = fill(&gate), free = fill(nullptr);
  OwnEvent marker;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker) == CL_SUCCESS);
  const OwnEvent after = fill(nullptr);
  CHECK(completesSoon(free));
  CHECK(completesSoon(after));
  CHECK(staysPending(marker));
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, &marker) == CL_SUCCESS);
  CHECK(statusOf(held) == CL_COMPLETE);
}

TEST_CASE_METHOD(OutOfOrder, "clEnqueueMarkerWithWaitList: with a list it waits for that only") {
  const OwnEvent held = fill(&gate), free = fill(nullptr);
  OwnEvent marker;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &free, &marker) == CL_SUCCESS);
  CHECK(completesSoon(marker));
  CHECK(statusOf(held) > CL_COMPLETE);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(clFinish(queue) == CL_SUCCESS);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueMarkerWithWaitList: in an in-order queue it keeps its place") {
  const OwnEvent gate = makeUserEvent();
  OwnEvent first, second;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &gate, &first) == CL_SUCCESS);
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &second) == CL_SUCCESS);
  CHECK(staysPending(second));
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, &second) == CL_SUCCESS);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueMarkerWithWaitList: errors") {
  SECTION("CL_INVALID_COMMAND_QUEUE") {
    CHECK(clEnqueueMarkerWithWaitList(nullptr, 0, nullptr, nullptr) == CL_INVALID_COMMAND_QUEUE);
    CHECK(clEnqueueMarkerWithWaitList(wrongHandle<cl_command_queue>(device), 0, nullptr, nullptr) ==
          CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_CONTEXT: an event of another context") {
    const OwnContext foreign = makeContext();
    const OwnEvent user(clCreateUserEvent(foreign, nullptr));
    CHECK(clEnqueueMarkerWithWaitList(queue, 1, &user, nullptr) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_EVENT_WAIT_LIST") {
    const OwnEvent user = makeUserEvent();
    const cl_event bad[] = {user, wrongHandle<cl_event>(device)};
    CHECK(clEnqueueMarkerWithWaitList(queue, 1, nullptr, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(clEnqueueMarkerWithWaitList(queue, 0, &user, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(clEnqueueMarkerWithWaitList(queue, 2, bad, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
  }
}
