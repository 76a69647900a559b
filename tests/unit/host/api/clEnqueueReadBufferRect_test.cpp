// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBufferRect: just its region") {
  const Size3 region{13, 5, 3};
  auto device = pattern(32 * 8 * 5, 1), host = pattern(20 * 6 * 6, 2);
  const OwnMem buffer = makeBuffer(device.size(), CL_MEM_COPY_HOST_PTR, device.data());
  const auto check = [&](const Layout &inBuffer, const Layout &inHost, bool pitches) {
    auto back = host, expected = host;
    REQUIRE(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, inBuffer.origin.data(), inHost.origin.data(), region.data(),
                                    pitches ? inBuffer.rowPitch : 0, pitches ? inBuffer.slicePitch : 0,
                                    pitches ? inHost.rowPitch : 0, pitches ? inHost.slicePitch : 0, back.data(), 0,
                                    nullptr, nullptr) == CL_SUCCESS);
    copyBox(device, inBuffer, expected, inHost, region);
    CHECK(back == expected);
  };
  check({{3, 2, 1}, 32, 32 * 8}, {{1, 0, 2}, 20, 20 * 6}, true);
  check({{0, 0, 0}, 13, 13 * 5}, {{0, 0, 0}, 13, 13 * 5}, false);  // pitches of 0 are tight
  check({{3, 1, 1}, 13, 13 * 5}, {{0, 2, 1}, 13, 13 * 5}, false);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBufferRect: errors of every command") {
  std::vector<uint8_t> host(4096);
  constexpr size_t kZero[3] = {0, 0, 0}, kRegion[3] = {8, 2, 2};
  const auto enqueue = [&](cl_command_queue on, cl_mem of, cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueReadBufferRect(on, of, CL_TRUE, kZero, kZero, kRegion, 0, 0, 0, 0, host.data(), count, waits,
                                   event);
  };
  checkCommonErrors(*this, enqueue);
  const OwnMem buffer = makeBuffer(4096);
  checkFailedWaitList(*this, [&](cl_uint count, const cl_event *waits, cl_event *event) {
    return enqueue(queue, buffer, count, waits, event);
  });
}

TEST_CASE_METHOD(WeftQueue,
                 "clEnqueueReadBufferRect: CL_MEM_OBJECT_ALLOCATION_FAILURE, no room on the queue's device") {
  uint8_t data[16] = {};
  const Size3 zero{0, 0, 0}, region{4, 2, 2};
  checkNoRoom(*this, [&](cl_command_queue on, cl_mem large, cl_mem, cl_event *event) {
    return clEnqueueReadBufferRect(on, large, CL_TRUE, zero.data(), zero.data(), region.data(), 0, 0, 0, 0, data, 0,
                                   nullptr, event);
  });
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBufferRect: CL_INVALID_VALUE") {
  const OwnMem buffer = makeBuffer(1024);
  std::vector<uint8_t> host(4096);
  const Size3 zero{0, 0, 0};
  const auto transfer = [&](Size3 origin, Size3 region, size_t rowPitch, size_t slicePitch, size_t hostRow = 0,
                            size_t hostSlice = 0) {
    return clEnqueueReadBufferRect(queue, buffer, CL_TRUE, origin.data(), zero.data(), region.data(), rowPitch,
                                   slicePitch, hostRow, hostSlice, host.data(), 0, nullptr, nullptr);
  };
  CHECK(transfer({0, 0, 0}, {32, 32, 1}, 0, 0) == CL_SUCCESS);
  SECTION("the region is out of bounds") {
    CHECK(transfer({0, 0, 0}, {32, 33, 1}, 0, 0) == CL_INVALID_VALUE);
    CHECK(transfer({1, 0, 0}, {32, 32, 1}, 32, 0) == CL_INVALID_VALUE);  // by one byte
    CHECK(transfer({0, 0, 0}, {16, 2, 2}, 32, 1024) == CL_INVALID_VALUE);
    CHECK(transfer({SIZE_MAX, SIZE_MAX, SIZE_MAX}, {2, 2, 2}, 0, 0) == CL_INVALID_VALUE);
    CHECK(transfer({0, 0, 0}, {SIZE_MAX, SIZE_MAX, SIZE_MAX}, 0, 0) == CL_INVALID_VALUE);
    // (2^64 - 2^33 + 2) (2^64 + 2^33 + 2) = 2^128 + 4: such an offset is not 4.
    constexpr size_t kPitch = ~size_t(0) - (size_t(1) << 33) + 3, kHalf = (size_t(1) << 63) + (size_t(1) << 32) + 1;
    CHECK(transfer({0, kHalf, kHalf}, {16, 1, 1}, kPitch, kPitch) == CL_INVALID_VALUE);
  }
  SECTION("the last row may end before its pitch does") {
    CHECK(transfer({0, 0, 0}, {16, 32, 1}, 32, 0) == CL_SUCCESS);
    CHECK(transfer({16, 0, 0}, {16, 32, 1}, 32, 0) == CL_SUCCESS);
    CHECK(transfer({17, 0, 0}, {16, 32, 1}, 32, 0) == CL_INVALID_VALUE);
  }
  SECTION("an element of the region is 0") {
    CHECK(transfer({0, 0, 0}, {0, 1, 1}, 0, 0) == CL_INVALID_VALUE);
    CHECK(transfer({0, 0, 0}, {16, 0, 1}, 0, 0) == CL_INVALID_VALUE);
    CHECK(transfer({0, 0, 0}, {16, 1, 0}, 0, 0) == CL_INVALID_VALUE);
  }
  SECTION("buffer_row_pitch is less than a row") { CHECK(transfer(zero, {16, 2, 1}, 15, 0) == CL_INVALID_VALUE); }
  SECTION("host_row_pitch is less than a row") { CHECK(transfer(zero, {16, 2, 1}, 0, 0, 15) == CL_INVALID_VALUE); }
  SECTION("buffer_slice_pitch is less than a slice, or no multiple of the row pitch") {
    CHECK(transfer(zero, {16, 2, 2}, 16, 31) == CL_INVALID_VALUE);
    CHECK(transfer(zero, {16, 2, 2}, 16, 16) == CL_INVALID_VALUE);
    CHECK(transfer(zero, {16, 2, 2}, 16, 40) == CL_INVALID_VALUE);
    CHECK(transfer(zero, {16, 2, 2}, 16, 48) == CL_SUCCESS);
  }
  SECTION("host_slice_pitch is less than a slice, or no multiple of the row pitch") {
    CHECK(transfer(zero, {16, 2, 2}, 0, 0, 16, 31) == CL_INVALID_VALUE);
    CHECK(transfer(zero, {16, 2, 2}, 0, 0, 16, 40) == CL_INVALID_VALUE);
    CHECK(transfer(zero, {16, 2, 2}, 0, 0, 16, 48) == CL_SUCCESS);
  }
  const size_t *const good = zero.data();
  const Size3 region{16, 1, 1};
  SECTION("ptr is NULL") {
    CHECK(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, good, good, region.data(), 0, 0, 0, 0, nullptr, 0, nullptr,
                                  nullptr) == CL_INVALID_VALUE);
  }
  SECTION("an origin or the region is NULL") {
    const auto with = [&](const size_t *bufferOrigin, const size_t *hostOrigin, const size_t *size) {
      return clEnqueueReadBufferRect(queue, buffer, CL_TRUE, bufferOrigin, hostOrigin, size, 0, 0, 0, 0, host.data(), 0,
                                     nullptr, nullptr);
    };
    CHECK(with(nullptr, good, region.data()) == CL_INVALID_VALUE);
    CHECK(with(good, nullptr, region.data()) == CL_INVALID_VALUE);
    CHECK(with(good, good, nullptr) == CL_INVALID_VALUE);
  }
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBufferRect: CL_INVALID_OPERATION, the buffer's flags forbid it") {
  uint8_t data[64] = {};
  const Size3 zero{0, 0, 0}, region{8, 2, 2};
  const auto outcome = [&](cl_mem_flags flags) {
    return clEnqueueReadBufferRect(queue, makeBuffer(64, flags), CL_TRUE, zero.data(), zero.data(), region.data(), 0, 0,
                                   0, 0, data, 0, nullptr, nullptr);
  };
  CHECK(outcome(CL_MEM_HOST_WRITE_ONLY) == CL_INVALID_OPERATION);
  CHECK(outcome(CL_MEM_HOST_NO_ACCESS) == CL_INVALID_OPERATION);
  CHECK(outcome(CL_MEM_HOST_READ_ONLY) == CL_SUCCESS);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueReadBufferRect: the event names the command") {
  uint8_t data[64] = {};
  const Size3 zero{0, 0, 0}, region{8, 2, 2};
  OwnEvent event;
  REQUIRE(clEnqueueReadBufferRect(queue, makeBuffer(64), CL_TRUE, zero.data(), zero.data(), region.data(), 0, 0, 0, 0,
                                  data, 0, nullptr, &event) == CL_SUCCESS);
  CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_READ_BUFFER_RECT);
}
