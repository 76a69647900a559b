// SPDX-License-Identifier: Apache-2.0
#include "markers.h"

using namespace test;

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
  checkMarkerErrors(*this, clEnqueueMarkerWithWaitList);
}
