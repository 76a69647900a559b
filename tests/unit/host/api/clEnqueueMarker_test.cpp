// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clEnqueueMarker waits for all before") {
  const OwnQueue queue = makeQueue(GENERATE(cl_command_queue_properties(0), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
  const OwnEvent gate = makeUserEvent();
  OwnEvent marker;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &gate, nullptr) == CL_SUCCESS);
  REQUIRE(clEnqueueMarker(queue, &marker) == CL_SUCCESS);
  CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)marker, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_MARKER);
  CHECK(staysPending(marker));
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, &marker) == CL_SUCCESS);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueMarker: errors") {
  OwnEvent marker;
  SECTION("CL_INVALID_COMMAND_QUEUE") {
    CHECK(clEnqueueMarker(nullptr, &marker) == CL_INVALID_COMMAND_QUEUE);
    CHECK(clEnqueueMarker(wrongHandle<cl_command_queue>(device), &marker) == CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_VALUE: no event") { CHECK(clEnqueueMarker(queue, nullptr) == CL_INVALID_VALUE); }
}
