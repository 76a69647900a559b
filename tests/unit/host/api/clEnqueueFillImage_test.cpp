// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueFillImage: errors without images") {
  const size_t origin[3] = {}, region[3] = {1, 1, 1};
  uint8_t pixel[16] = {};
  const OwnMem buffer = makeBuffer(64);
  cl_event event = nullptr;
  const auto enqueue = [&](cl_command_queue on, cl_mem of) {
    return clEnqueueFillImage(on, of, pixel, origin, region, 0, nullptr, &event);
  };
  SECTION("CL_INVALID_COMMAND_QUEUE") {
    CHECK(enqueue(nullptr, buffer) == CL_INVALID_COMMAND_QUEUE);
    const auto wrong = reinterpret_cast<cl_command_queue>(cl_context(context));
    CHECK(enqueue(wrong, buffer) == CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_MEM_OBJECT: not an image") {
    CHECK(enqueue(queue, nullptr) == CL_INVALID_MEM_OBJECT);
    CHECK(enqueue(queue, buffer) == CL_INVALID_MEM_OBJECT);
  }
  CHECK(event == nullptr);
}
