// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clEnqueueBarrier: all later waits for all before") {
  const OwnQueue queue = makeQueue(GENERATE(cl_command_queue_properties(0), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
  const OwnMem buffer = makeBuffer(16);
  const OwnEvent gate = makeUserEvent();
  const uint8_t one = 1;
  OwnEvent after;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &gate, nullptr) == CL_SUCCESS);
  REQUIRE(clEnqueueBarrier(queue) == CL_SUCCESS);
  REQUIRE(clEnqueueFillBuffer(queue, buffer, &one, 1, 0, 16, 0, nullptr, &after) == CL_SUCCESS);
  CHECK(staysPending(after));
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, &after) == CL_SUCCESS);
}

TEST_CASE_METHOD(Weft, "clEnqueueBarrier: CL_INVALID_COMMAND_QUEUE") {
  CHECK(clEnqueueBarrier(nullptr) == CL_INVALID_COMMAND_QUEUE);
  CHECK(clEnqueueBarrier(wrongHandle<cl_command_queue>(device)) == CL_INVALID_COMMAND_QUEUE);
}
