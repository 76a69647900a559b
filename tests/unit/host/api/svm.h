// SPDX-License-Identifier: Apache-2.0
// What the commands on shared virtual memory answer where no device has any.
#pragma once
#include "tests/unit/host/fixture.h"

namespace test {

/// `enqueue(queue, bytes, count, waits, event)`: a command on 16 of the 64 bytes.
template <class Enqueue> void checkNoSvm(const WeftQueue &weft, Enqueue enqueue) {
  uint8_t bytes[64] = {};
  cl_event event = nullptr;
  const auto outcome = [&](cl_command_queue on, cl_uint count, const cl_event *waits) {
    return enqueue(on, bytes, count, waits, &event);
  };
  SECTION("CL_INVALID_COMMAND_QUEUE") {
    CHECK(outcome(nullptr, 0, nullptr) == CL_INVALID_COMMAND_QUEUE);
    const auto wrong = reinterpret_cast<cl_command_queue>(cl_context(weft.context));
    CHECK(outcome(wrong, 0, nullptr) == CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_EVENT_WAIT_LIST") {
    const OwnEvent good = weft.makeUserEvent();
    const cl_event none = nullptr;
    CHECK(outcome(weft.queue, 1, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(outcome(weft.queue, 0, &good) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(outcome(weft.queue, 1, &none) == CL_INVALID_EVENT_WAIT_LIST);
  }
  SECTION("CL_INVALID_CONTEXT: queue and an event of different contexts") {
    const OwnContext foreign = weft.makeContext();
    const OwnEvent other(clCreateUserEvent(foreign, nullptr));
    CHECK(outcome(weft.queue, 1, &other) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_OPERATION: the device does not support shared virtual memory") {
    CHECK(outcome(weft.queue, 0, nullptr) == CL_INVALID_OPERATION);
  }
  CHECK(event == nullptr);
}

}  // namespace test
