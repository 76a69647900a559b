// SPDX-License-Identifier: Apache-2.0
#include "transfers.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBuffer: any offset and size") {
  const auto data = pattern(3000);
  auto source = data;
  const OwnMem buffer = makeBuffer(data.size(), CL_MEM_COPY_HOST_PTR, source.data());
  for (const auto &[offset, bytes] : std::vector<std::pair<size_t, size_t>>{{0, 1}, {1, 63}, {63, 130}, {1000, 2000}}) {
    std::vector<uint8_t> back(bytes + 2, uint8_t(0));
    REQUIRE(clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, bytes, back.data() + 1, 0, nullptr, nullptr) ==
            CL_SUCCESS);
    CHECK(std::equal(back.begin() + 1, back.end() - 1, data.begin() + long(offset)));
    CHECK((back.front() == 0 && back.back() == 0));
  }
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBuffer: without blocking, the bytes are there when the event is complete") {
  auto data = pattern(100);
  const OwnMem buffer = makeBuffer(100, CL_MEM_COPY_HOST_PTR, data.data());
  std::vector<uint8_t> back(100);
  const OwnEvent gate = makeUserEvent();
  OwnEvent event;
  REQUIRE(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 100, back.data(), 1, &gate, &event) == CL_SUCCESS);
  CHECK(statusOf(event) > CL_COMPLETE);
  CHECK(back == std::vector<uint8_t>(100));
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  REQUIRE(clWaitForEvents(1, &event) == CL_SUCCESS);
  CHECK(back == data);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBuffer: into host_ptr of the buffer itself") {
  auto host = pattern(100);
  const OwnMem buffer = makeBuffer(100, CL_MEM_USE_HOST_PTR, host.data());
  const uint8_t mark = 0x42;
  REQUIRE(clEnqueueFillBuffer(queue, buffer, &mark, 1, 10, 5, 0, nullptr, nullptr) == CL_SUCCESS);
  REQUIRE(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 8, 10, host.data() + 8, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(std::vector<uint8_t>(host.begin() + 10, host.begin() + 15) == std::vector<uint8_t>(5, mark));
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBuffer: bounds, flags and errors") {
  checkTransfer(*this, kRead,
                [](cl_command_queue on, cl_mem of, size_t offset, size_t bytes, void *pointer, cl_uint count,
                   const cl_event *waits, cl_event *event) {
                  return clEnqueueReadBuffer(on, of, CL_TRUE, offset, bytes, pointer, count, waits, event);
                });
}
