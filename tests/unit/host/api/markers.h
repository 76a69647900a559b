// SPDX-License-Identifier: Apache-2.0
// What the tests of markers and barriers share.
#pragma once
#include "tests/unit/host/waiting.h"

namespace test {

/// An out-of-order queue, commands for it, and a user event that holds some of them.
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

/// `enqueue`: clEnqueueMarkerWithWaitList or clEnqueueBarrierWithWaitList.
template <class Enqueue> void checkMarkerErrors(const WeftQueue &weft, Enqueue enqueue) {
  SECTION("CL_INVALID_COMMAND_QUEUE") {
    CHECK(enqueue(nullptr, 0, nullptr, nullptr) == CL_INVALID_COMMAND_QUEUE);
    CHECK(enqueue(wrongHandle<cl_command_queue>(weft.device), 0, nullptr, nullptr) == CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_CONTEXT: an event of another context") {
    const OwnContext foreign = weft.makeContext();
    const OwnEvent user(clCreateUserEvent(foreign, nullptr));
    CHECK(enqueue(weft.queue, 1, &user, nullptr) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_EVENT_WAIT_LIST") {
    const OwnEvent user = weft.makeUserEvent();
    const cl_event bad[] = {user, wrongHandle<cl_event>(weft.device)};
    CHECK(enqueue(weft.queue, 1, nullptr, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(enqueue(weft.queue, 0, &user, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(enqueue(weft.queue, 2, bad, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
  }
}

}  // namespace test
