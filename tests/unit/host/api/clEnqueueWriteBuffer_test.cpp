// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueWriteBuffer: any offset and size") {
  auto model = pattern(3000);
  const OwnMem buffer = makeBuffer(model.size(), CL_MEM_COPY_HOST_PTR, model.data());
  for (const auto &[offset, bytes] : std::vector<std::pair<size_t, size_t>>{{0, 1}, {1, 63}, {63, 130}, {1000, 2000}}) {
    const auto data = pattern(bytes, unsigned(offset + 5));
    REQUIRE(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, offset, bytes, data.data(), 0, nullptr, nullptr) ==
            CL_SUCCESS);
    std::copy(data.begin(), data.end(), model.begin() + long(offset));
    CHECK(contents(buffer, model.size()) == model);
  }
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueWriteBuffer: a blocking write leaves ptr to the application") {
  auto data = pattern(100);
  const auto original = data;
  const OwnMem buffer = makeBuffer(100);
  REQUIRE(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 100, data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  std::fill(data.begin(), data.end(), uint8_t(0));
  CHECK(contents(buffer, 100) == original);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueWriteBuffer: from a pointer that a map of another buffer gave") {
  auto data = pattern(100);
  const OwnMem from = makeBuffer(100, CL_MEM_COPY_HOST_PTR, data.data()), to = makeBuffer(100);
  cl_int error = 1;
  void *const mapped = clEnqueueMapBuffer(queue, from, CL_TRUE, CL_MAP_READ, 0, 100, 0, nullptr, nullptr, &error);
  REQUIRE(error == CL_SUCCESS);
  REQUIRE(clEnqueueWriteBuffer(queue, to, CL_TRUE, 0, 100, mapped, 0, nullptr, nullptr) == CL_SUCCESS);
  REQUIRE(clEnqueueUnmapMemObject(queue, from, mapped, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(contents(to, 100) == data);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueWriteBuffer: from host_ptr of the buffer itself, where the host wrote") {
  auto host = pattern(100);
  const OwnMem buffer = makeBuffer(100, CL_MEM_USE_HOST_PTR, host.data());
  const uint8_t mark = 0x42;
  REQUIRE(clEnqueueFillBuffer(queue, buffer, &mark, 1, 0, 100, 0, nullptr, nullptr) == CL_SUCCESS);
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  std::fill_n(host.begin() + 8, 10, uint8_t(0x24));
  REQUIRE(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 8, 10, host.data() + 8, 0, nullptr, nullptr) == CL_SUCCESS);
  std::vector<uint8_t> expected(100, mark);
  std::fill_n(expected.begin() + 8, 10, uint8_t(0x24));
  CHECK(contents(buffer, 100) == expected);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueWriteBuffer: errors of every command") {
  uint8_t data[16] = {};
  checkCommonErrors(*this, [&](cl_command_queue on, cl_mem of, cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueWriteBuffer(on, of, CL_TRUE, 0, 16, data, count, waits, event);
  });
  const OwnMem buffer = makeBuffer(16);
  checkFailedWaitList(*this, [&](cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 16, data, count, waits, event);
  });
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueWriteBuffer: CL_MEM_OBJECT_ALLOCATION_FAILURE, no room on the queue's device") {
  uint8_t data[16] = {};
  checkNoRoom(*this, [&](cl_command_queue on, cl_mem large, cl_mem, cl_event *event) {
    return clEnqueueWriteBuffer(on, large, CL_TRUE, 0, 16, data, 0, nullptr, event);
  });
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueWriteBuffer: CL_INVALID_VALUE, out of bounds or ptr is NULL") {
  const OwnMem buffer = makeBuffer(16);
  uint8_t data[32] = {};
  const auto transfer = [&](size_t offset, size_t bytes, void *pointer) {
    return clEnqueueWriteBuffer(queue, buffer, CL_TRUE, offset, bytes, pointer, 0, nullptr, nullptr);
  };
  CHECK(transfer(0, 17, data) == CL_INVALID_VALUE);
  CHECK(transfer(1, 16, data) == CL_INVALID_VALUE);
  CHECK(transfer(17, 0, data) == CL_INVALID_VALUE);
  CHECK(transfer(SIZE_MAX, 2, data) == CL_INVALID_VALUE);
  CHECK(transfer(0, 16, nullptr) == CL_INVALID_VALUE);
  CHECK(transfer(0, 0, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueWriteBuffer: a sub-buffer has bounds of its own") {
  const OwnMem parent = makeBuffer(512), window(subBuffer(parent, 0, 128, 64));
  uint8_t data[128] = {};
  CHECK(clEnqueueWriteBuffer(queue, window, CL_TRUE, 0, 65, data, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueWriteBuffer(queue, window, CL_TRUE, 64, 1, data, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueWriteBuffer(queue, window, CL_TRUE, 0, 64, data, 0, nullptr, nullptr) == CL_SUCCESS);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueWriteBuffer: no bytes are no error (OpenCL 2.1 and later)") {
  const OwnMem buffer = makeBuffer(16);
  OwnEvent event;
  uint8_t byte = 7;
  CHECK(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 16, 0, &byte, 0, nullptr, &event) == CL_SUCCESS);
  CHECK(statusOf(event) == CL_COMPLETE);
  CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_WRITE_BUFFER);
  CHECK(byte == 7);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueWriteBuffer: CL_INVALID_OPERATION, the buffer's flags forbid it") {
  uint8_t data[16] = {};
  const auto outcome = [&](cl_mem_flags flags) {
    return clEnqueueWriteBuffer(queue, makeBuffer(16, flags), CL_TRUE, 0, 16, data, 0, nullptr, nullptr);
  };
  CHECK(outcome(CL_MEM_HOST_READ_ONLY) == CL_INVALID_OPERATION);
  CHECK(outcome(CL_MEM_HOST_NO_ACCESS) == CL_INVALID_OPERATION);
  CHECK(outcome(CL_MEM_HOST_WRITE_ONLY) == CL_SUCCESS);
  CHECK(outcome(CL_MEM_READ_ONLY) == CL_SUCCESS);  // flags for kernels say nothing about the host
  CHECK(outcome(CL_MEM_WRITE_ONLY) == CL_SUCCESS);
}
