// SPDX-License-Identifier: Apache-2.0
// Order of commands between queues, contexts and threads. Order within queues: tests of the entry points.
#include "waiting.h"

using namespace test;

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

TEST_CASE_METHOD(Weft, "queues of several threads and contexts do not disturb each other") {
  std::vector<std::thread> threads;
  std::vector<int> good(4, 0);  // Catch's assertions are for one thread only
  for (unsigned t = 0; t < good.size(); ++t)
    threads.emplace_back([this, t, &good] {
      cl_context own = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
      cl_command_queue queue = clCreateCommandQueue(own, device, 0, nullptr);
      cl_mem a = clCreateBuffer(own, 0, 4096, nullptr, nullptr), b = clCreateBuffer(own, 0, 4096, nullptr, nullptr);
      bool same = true;
      for (unsigned round = 0; round < 50; ++round) {
        const auto data = pattern(4096, t * 100 + round);
        std::vector<uint8_t> back(4096);
        clEnqueueWriteBuffer(queue, a, CL_FALSE, 0, 4096, data.data(), 0, nullptr, nullptr);
        clEnqueueCopyBuffer(queue, a, b, 0, 0, 4096, 0, nullptr, nullptr);
        clEnqueueReadBuffer(queue, b, CL_TRUE, 0, 4096, back.data(), 0, nullptr, nullptr);
        same &= back == data;
      }
      clReleaseMemObject(a);
      clReleaseMemObject(b);
      clReleaseCommandQueue(queue);
      clReleaseContext(own);
      good[t] = same;
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(good == std::vector<int>(4, 1));
}
