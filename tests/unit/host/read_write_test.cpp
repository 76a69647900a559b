// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueWriteBuffer and clEnqueueReadBuffer: any offset and size") {
  constexpr size_t kBytes = 3000;
  auto model = pattern(kBytes);
  const OwnMem buffer = makeBuffer(kBytes, CL_MEM_COPY_HOST_PTR, model.data());
  for (const auto &[offset, bytes] : std::vector<std::pair<size_t, size_t>>{{0, 1}, {1, 63}, {63, 130}, {1000, 2000}}) {
    const auto data = pattern(bytes, unsigned(offset + 5));
    REQUIRE(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, offset, bytes, data.data(), 0, nullptr, nullptr) ==
            CL_SUCCESS);
    std::copy(data.begin(), data.end(), model.begin() + offset);
    std::vector<uint8_t> back(bytes);
    REQUIRE(clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, bytes, back.data(), 0, nullptr, nullptr) == CL_SUCCESS);
    CHECK(back == data);
    CHECK(contents(buffer, kBytes) == model);
  }
}

TEST_CASE_METHOD(WeftQueue, "transfers of no bytes succeed") {
  const OwnMem buffer = makeBuffer(16);
  OwnEvent event;
  CHECK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 16, 0, nullptr, 0, nullptr, &event) == CL_SUCCESS);
  CHECK(statusOf(event) == CL_COMPLETE);
}

TEST_CASE_METHOD(WeftQueue, "read and write: errors") {
  const OwnMem buffer = makeBuffer(16);
  uint8_t data[32] = {};
  const auto read = [&](cl_mem of, size_t offset, size_t bytes, void *to) {
    return clEnqueueReadBuffer(queue, of, CL_TRUE, offset, bytes, to, 0, nullptr, nullptr);
  };
  CHECK(read(buffer, 0, 17, data) == CL_INVALID_VALUE);
  CHECK(read(buffer, 17, 0, data) == CL_INVALID_VALUE);
  CHECK(read(buffer, SIZE_MAX, 2, data) == CL_INVALID_VALUE);
  CHECK(read(buffer, 0, 16, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 1, 16, data, 0, nullptr, nullptr) == CL_INVALID_VALUE);

  const OwnContext foreign = makeContext();
  const OwnMem other(clCreateBuffer(foreign, 0, 16, nullptr, nullptr));
  CHECK(read(other, 0, 16, data) == CL_INVALID_CONTEXT);

  cl_event none = nullptr;
  CHECK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 1, data, 1, nullptr, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
  CHECK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 1, data, 0, &none, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
  CHECK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 1, data, 1, &none, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
  const OwnEvent foreignEvent(clCreateUserEvent(foreign, nullptr));
  CHECK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 1, data, 1, &foreignEvent, nullptr) == CL_INVALID_CONTEXT);
}

TEST_CASE_METHOD(WeftQueue, "host access flags are enforced") {
  uint8_t data[16] = {};
  const auto outcomes = [&](cl_mem_flags flags) {
    const OwnMem buffer = makeBuffer(16, flags);
    return std::pair(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 16, data, 0, nullptr, nullptr),
                     clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 16, data, 0, nullptr, nullptr));
  };
  CHECK(outcomes(CL_MEM_HOST_READ_ONLY) == std::pair(CL_SUCCESS, CL_INVALID_OPERATION));
  CHECK(outcomes(CL_MEM_HOST_WRITE_ONLY) == std::pair(CL_INVALID_OPERATION, CL_SUCCESS));
  CHECK(outcomes(CL_MEM_HOST_NO_ACCESS) == std::pair(CL_INVALID_OPERATION, CL_INVALID_OPERATION));
}

TEST_CASE_METHOD(WeftQueue, "a blocking transfer reports a failed wait list") {
  const OwnMem buffer = makeBuffer(16);
  uint8_t data[16] = {};
  const OwnEvent gate = makeUserEvent();
  REQUIRE(clSetUserEventStatus(gate, -7) == CL_SUCCESS);
  cl_event event = nullptr;
  CHECK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 16, data, 1, &gate, &event) ==
        CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(event == nullptr);
  CHECK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 16, data, 0, nullptr, nullptr) == CL_SUCCESS);
}
