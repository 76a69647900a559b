// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueSVMMemcpy: errors without shared virtual memory") {
  uint8_t bytes[64] = {};
  cl_event event = nullptr;
  const auto enqueue = [&](cl_command_queue on, cl_uint count, const cl_event *waits) {
    return clEnqueueSVMMemcpy(on, CL_TRUE, bytes, bytes + 32, 16, count, waits, &event);
  };
  SECTION("CL_INVALID_COMMAND_QUEUE") {
    CHECK(enqueue(nullptr, 0, nullptr) == CL_INVALID_COMMAND_QUEUE);
    const auto wrong = reinterpret_cast<cl_command_queue>(cl_context(context));
    CHECK(enqueue(wrong, 0, nullptr) == CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_EVENT_WAIT_LIST") { CHECK(enqueue(queue, 1, nullptr) == CL_INVALID_EVENT_WAIT_LIST); }
  SECTION("CL_INVALID_OPERATION: the device does not support shared virtual memory") {
    CHECK(enqueue(queue, 0, nullptr) == CL_INVALID_OPERATION);
  }
  CHECK(event == nullptr);
}
