// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clFlush: what was enqueued completes without another call") {
  const OwnMem buffer = makeBuffer(4096);
  const auto data = pattern(4096);
  OwnEvent event;
  REQUIRE(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, data.size(), data.data(), 0, nullptr, &event) == CL_SUCCESS);
  CHECK(clFlush(queue) == CL_SUCCESS);
  CHECK(completesSoon(event));
}

TEST_CASE_METHOD(WeftQueue, "clFlush returns although a command is held") {
  const OwnEvent gate = makeUserEvent();
  OwnEvent held;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &gate, &held) == CL_SUCCESS);
  CHECK(clFlush(queue) == CL_SUCCESS);
  CHECK(statusOf(held) == CL_SUBMITTED);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(completesSoon(held));
}

TEST_CASE_METHOD(Weft, "clFlush: CL_INVALID_COMMAND_QUEUE") {
  CHECK(clFlush(nullptr) == CL_INVALID_COMMAND_QUEUE);
  CHECK(clFlush(wrongHandle<cl_command_queue>(device)) == CL_INVALID_COMMAND_QUEUE);
}
