// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clReleaseEvent: the command completes without its event") {
  const OwnEvent gate = makeUserEvent();
  const OwnMem buffer = makeBuffer(16);
  const uint8_t one = 1;
  cl_event event = nullptr;
  REQUIRE(clEnqueueFillBuffer(queue, buffer, &one, 1, 0, 16, 1, &gate, &event) == CL_SUCCESS);
  CHECK(clReleaseEvent(event) == CL_SUCCESS);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(contents(buffer, 16) == std::vector<uint8_t>(16, 1));
}

TEST_CASE_METHOD(WeftQueue, "clReleaseEvent: a user event that completed may go while commands wait for others") {
  OwnEvent first = makeUserEvent();
  const OwnEvent second = makeUserEvent();
  const cl_event both[] = {first, second};
  OwnEvent marker;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 2, both, &marker) == CL_SUCCESS);
  REQUIRE(clSetUserEventStatus(first, CL_COMPLETE) == CL_SUCCESS);
  first.reset();
  CHECK(statusOf(marker) == CL_SUBMITTED);
  REQUIRE(clSetUserEventStatus(second, CL_COMPLETE) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, &marker) == CL_SUCCESS);
}

TEST_CASE_METHOD(Weft, "clReleaseEvent: CL_INVALID_EVENT") {
  CHECK(clReleaseEvent(nullptr) == CL_INVALID_EVENT);
  CHECK(clReleaseEvent(wrongHandle<cl_event>(device)) == CL_INVALID_EVENT);
}
