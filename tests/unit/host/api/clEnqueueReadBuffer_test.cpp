// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

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

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBuffer: errors of every command") {
  uint8_t data[16] = {};
  checkCommonErrors(*this, [&](cl_command_queue on, cl_mem of, cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueReadBuffer(on, of, CL_TRUE, 0, 16, data, count, waits, event);
  });
  const OwnMem buffer = makeBuffer(16);
  checkFailedWaitList(*this, [&](cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 16, data, count, waits, event);
  });
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBuffer: CL_MEM_OBJECT_ALLOCATION_FAILURE, no room on the queue's device") {
  uint8_t data[16] = {};
  checkNoRoom(*this, [&](cl_command_queue on, cl_mem large, cl_mem, cl_event *event) {
    return clEnqueueReadBuffer(on, large, CL_TRUE, 0, 16, data, 0, nullptr, event);
  });
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBuffer: CL_INVALID_VALUE, out of bounds or ptr is NULL") {
  const OwnMem buffer = makeBuffer(16);
  uint8_t data[32] = {};
  const auto transfer = [&](size_t offset, size_t bytes, void *pointer) {
    return clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, bytes, pointer, 0, nullptr, nullptr);
  };
  CHECK(transfer(0, 17, data) == CL_INVALID_VALUE);
  CHECK(transfer(1, 16, data) == CL_INVALID_VALUE);
  CHECK(transfer(17, 0, data) == CL_INVALID_VALUE);
  CHECK(transfer(SIZE_MAX, 2, data) == CL_INVALID_VALUE);
  CHECK(transfer(0, 16, nullptr) == CL_INVALID_VALUE);
  CHECK(transfer(0, 0, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBuffer: a sub-buffer has bounds of its own") {
  const OwnMem parent = makeBuffer(512), window(subBuffer(parent, 0, 128, 64));
  uint8_t data[128] = {};
  CHECK(clEnqueueReadBuffer(queue, window, CL_TRUE, 0, 65, data, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueReadBuffer(queue, window, CL_TRUE, 64, 1, data, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueReadBuffer(queue, window, CL_TRUE, 0, 64, data, 0, nullptr, nullptr) == CL_SUCCESS);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBuffer: no bytes are no error (OpenCL 2.1 and later)") {
  const OwnMem buffer = makeBuffer(16);
  OwnEvent event;
  uint8_t byte = 7;
  CHECK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 16, 0, &byte, 0, nullptr, &event) == CL_SUCCESS);
  CHECK(statusOf(event) == CL_COMPLETE);
  CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_READ_BUFFER);
  CHECK(byte == 7);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBuffer: CL_INVALID_OPERATION, the buffer's flags forbid it") {
  uint8_t data[16] = {};
  const auto outcome = [&](cl_mem_flags flags) {
    return clEnqueueReadBuffer(queue, makeBuffer(16, flags), CL_TRUE, 0, 16, data, 0, nullptr, nullptr);
  };
  CHECK(outcome(CL_MEM_HOST_WRITE_ONLY) == CL_INVALID_OPERATION);
  CHECK(outcome(CL_MEM_HOST_NO_ACCESS) == CL_INVALID_OPERATION);
  CHECK(outcome(CL_MEM_HOST_READ_ONLY) == CL_SUCCESS);
  CHECK(outcome(CL_MEM_READ_ONLY) == CL_SUCCESS);  // flags for kernels say nothing about the host
  CHECK(outcome(CL_MEM_WRITE_ONLY) == CL_SUCCESS);
}
