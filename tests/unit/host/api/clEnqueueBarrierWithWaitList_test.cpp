// SPDX-License-Identifier: Apache-2.0
#include "markers.h"

using namespace test;

TEST_CASE_METHOD(OutOfOrder, "clEnqueueBarrierWithWaitList: an empty list waits for all before, and all later wait") {
  const OwnEvent held = fill(&gate);
  OwnEvent barrier, marker;
  REQUIRE(clEnqueueBarrierWithWaitList(queue, 0, nullptr, &barrier) == CL_SUCCESS);
  const OwnEvent after = fill(nullptr);
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &barrier, &marker) == CL_SUCCESS);
  CHECK(staysPending(after));
  CHECK(statusOf(barrier) > CL_COMPLETE);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(completesSoon(after));
  CHECK(completesSoon(marker));
  CHECK(statusOf(barrier) == CL_COMPLETE);
}

TEST_CASE_METHOD(OutOfOrder, "clEnqueueBarrierWithWaitList: with a list only that holds up what follows") {
  const OwnEvent other = makeUserEvent();
  const OwnEvent held = fill(&gate);
  REQUIRE(clEnqueueBarrierWithWaitList(queue, 1, &other, nullptr) == CL_SUCCESS);
  const OwnEvent after = fill(nullptr);
  CHECK(staysPending(after));
  REQUIRE(clSetUserEventStatus(other, CL_COMPLETE) == CL_SUCCESS);
  CHECK(completesSoon(after));
  CHECK(statusOf(held) > CL_COMPLETE);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(clFinish(queue) == CL_SUCCESS);
}

TEST_CASE_METHOD(OutOfOrder, "clEnqueueBarrierWithWaitList: barriers follow each other") {
  REQUIRE(clEnqueueBarrierWithWaitList(queue, 1, &gate, nullptr) == CL_SUCCESS);
  OwnEvent second;
  const OwnEvent free = makeUserEvent();
  REQUIRE(clSetUserEventStatus(free, CL_COMPLETE) == CL_SUCCESS);
  REQUIRE(clEnqueueBarrierWithWaitList(queue, 1, &free, &second) == CL_SUCCESS);
  const OwnEvent after = fill(nullptr);
  CHECK(staysPending(after));
  CHECK(statusOf(second) > CL_COMPLETE);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(completesSoon(after));
}

TEST_CASE_METHOD(OutOfOrder, "clEnqueueBarrierWithWaitList: a failed barrier does not fail what follows") {
  OwnEvent barrier;
  REQUIRE(clEnqueueBarrierWithWaitList(queue, 1, &gate, &barrier) == CL_SUCCESS);
  const OwnEvent after = fill(nullptr);
  REQUIRE(clSetUserEventStatus(gate, -1) == CL_SUCCESS);
  CHECK(completesSoon(after));
  CHECK(statusOf(barrier) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueBarrierWithWaitList: errors") {
  checkMarkerErrors(*this, clEnqueueBarrierWithWaitList);
}
