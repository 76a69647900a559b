// SPDX-License-Identifier: Apache-2.0
#include <atomic>

#include "../waiting.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clFinish waits for everything in the queue") {
  const OwnQueue queue = makeQueue(GENERATE(cl_command_queue_properties(0), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
  const OwnMem buffer = makeBuffer(1 << 20);
  const auto data = pattern(1 << 20);
  std::vector<OwnEvent> events(20);
  for (OwnEvent &event : events)
    REQUIRE(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, data.size(), data.data(), 0, nullptr, &event) ==
            CL_SUCCESS);
  CHECK(clFinish(queue) == CL_SUCCESS);
  for (const OwnEvent &event : events)
    CHECK(statusOf(event) == CL_COMPLETE);
}

TEST_CASE_METHOD(WeftQueue, "clFinish waits for commands that a user event holds") {
  const OwnEvent gate = makeUserEvent();
  std::atomic<bool> opened{false};
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &gate, nullptr) == CL_SUCCESS);
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    opened = true;
    clSetUserEventStatus(gate, CL_COMPLETE);
  });
  CHECK(clFinish(queue) == CL_SUCCESS);
  CHECK(opened);
  later.join();
}

TEST_CASE_METHOD(WeftQueue, "clFinish: an empty queue") { CHECK(clFinish(queue) == CL_SUCCESS); }

TEST_CASE_METHOD(Weft, "clFinish: CL_INVALID_COMMAND_QUEUE") {
  CHECK(clFinish(nullptr) == CL_INVALID_COMMAND_QUEUE);
  CHECK(clFinish(wrongHandle<cl_command_queue>(device)) == CL_INVALID_COMMAND_QUEUE);
}
