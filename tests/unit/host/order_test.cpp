// SPDX-License-Identifier: Apache-2.0
// Order of commands: within queues, between queues, markers and barriers.
#include <chrono>
#include <thread>

#include "fixture.h"

using namespace test;

namespace {

/// Long enough for a command that nothing holds back.
bool completesSoon(cl_event event) {
  for (int tries = 0; tries < 1000; ++tries) {
    if (statusOf(event) == CL_COMPLETE)
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

bool staysPending(cl_event event) {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return statusOf(event) > CL_COMPLETE;
}

}  // namespace

TEST_CASE_METHOD(WeftQueue, "an in-order queue waits; another queue of the device does not") {
  const OwnEvent gate = makeUserEvent();
  OwnEvent held, behind, elsewhere;
  const OwnQueue other = makeQueue();
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &gate, &held) == CL_SUCCESS);
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &behind) == CL_SUCCESS);
  REQUIRE(clEnqueueMarkerWithWaitList(other, 0, nullptr, &elsewhere) == CL_SUCCESS);
  CHECK(completesSoon(elsewhere));
  CHECK(staysPending(behind));
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(completesSoon(behind));
}

TEST_CASE_METHOD(Weft, "an out-of-order queue obeys events, markers and barriers only") {
  const OwnQueue queue = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const OwnMem buffer = makeBuffer(16);
  const uint8_t zero = 0;
  const OwnEvent gate = makeUserEvent();
  OwnEvent held, free, marker, selective, barrier, after;
  const auto fill = [&](cl_uint count, const cl_event *waits, cl_event *event) {
    REQUIRE(clEnqueueFillBuffer(queue, buffer, &zero, 1, 0, 16, count, waits, event) == CL_SUCCESS);
  };
  fill(1, &gate, &held);
  fill(0, nullptr, &free);
  CHECK(completesSoon(free));
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker) == CL_SUCCESS);
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &free, &selective) == CL_SUCCESS);
  CHECK(completesSoon(selective));
  CHECK(staysPending(marker));
  REQUIRE(clEnqueueBarrierWithWaitList(queue, 0, nullptr, &barrier) == CL_SUCCESS);
  fill(0, nullptr, &after);
  CHECK(staysPending(after));
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(completesSoon(after));
  CHECK(statusOf(barrier) == CL_COMPLETE);
  CHECK(completesSoon(marker));
  CHECK(clFinish(queue) == CL_SUCCESS);
}

TEST_CASE_METHOD(WeftQueue, "events order commands of different queues") {
  const OwnQueue other = makeQueue();
  const OwnMem buffer = makeBuffer(4096);
  for (uint8_t round = 1; round < 50; ++round) {
    const uint8_t first = round, second = uint8_t(round + 100);
    OwnEvent one, two;
    REQUIRE(clEnqueueFillBuffer(queue, buffer, &first, 1, 0, 4096, 0, nullptr, &one) == CL_SUCCESS);
    REQUIRE(clEnqueueFillBuffer(other, buffer, &second, 1, 0, 4096, 1, &one, &two) == CL_SUCCESS);
    std::vector<uint8_t> data(4096);
    REQUIRE(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4096, data.data(), 1, &two, nullptr) == CL_SUCCESS);
    REQUIRE(data == std::vector<uint8_t>(4096, second));
  }
}

TEST_CASE_METHOD(WeftQueue, "the 1.0 forms: clEnqueueMarker, clEnqueueBarrier, clEnqueueWaitForEvents") {
  const OwnEvent gate = makeUserEvent();
  OwnEvent marker;
  CHECK(clEnqueueMarker(queue, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueWaitForEvents(queue, 0, nullptr) == CL_INVALID_VALUE);
  REQUIRE(clEnqueueWaitForEvents(queue, 1, &gate) == CL_SUCCESS);
  REQUIRE(clEnqueueBarrier(queue) == CL_SUCCESS);
  REQUIRE(clEnqueueMarker(queue, &marker) == CL_SUCCESS);
  CHECK(staysPending(marker));
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(completesSoon(marker));
}
