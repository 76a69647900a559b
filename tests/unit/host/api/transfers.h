// SPDX-License-Identifier: Apache-2.0
// What clEnqueueReadBuffer and clEnqueueWriteBuffer have in common, and their Rect forms with each other.
#pragma once
#include "buffers.h"

namespace test {

/// Which of the two it is.
struct Direction {
  cl_command_type type;
  cl_mem_flags forbidding, allowing;  // of CL_MEM_HOST_READ_ONLY and CL_MEM_HOST_WRITE_ONLY
};
constexpr Direction kRead{CL_COMMAND_READ_BUFFER, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY},
    kWrite{CL_COMMAND_WRITE_BUFFER, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY},
    kReadRect{CL_COMMAND_READ_BUFFER_RECT, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY},
    kWriteRect{CL_COMMAND_WRITE_BUFFER_RECT, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY};

/// `enqueue(queue, buffer, count, waits, event)` moves 16 bytes at the start of a buffer and blocks.
template <class Enqueue> void checkTransferOfStart(const WeftQueue &weft, const Direction &direction, Enqueue enqueue) {
  SECTION("errors of every command") {
    checkCommonErrors(weft, enqueue);
    const OwnMem buffer = weft.makeBuffer(16);
    checkFailedWaitList(weft, [&](cl_uint count, const cl_event *waits, cl_event *event) {
      return enqueue(weft.queue, buffer, count, waits, event);
    });
  }
  SECTION("CL_MEM_OBJECT_ALLOCATION_FAILURE: no room on the queue's device") {
    checkNoRoom(weft, [&](cl_command_queue on, cl_mem large, cl_mem, cl_event *event) {
      return enqueue(on, large, 0, nullptr, event);
    });
  }
  SECTION("CL_INVALID_OPERATION: the buffer's flags forbid it") {
    const auto outcome = [&](cl_mem_flags flags) {
      return enqueue(weft.queue, weft.makeBuffer(16, flags), 0, nullptr, nullptr);
    };
    CHECK(outcome(direction.forbidding) == CL_INVALID_OPERATION);
    CHECK(outcome(CL_MEM_HOST_NO_ACCESS) == CL_INVALID_OPERATION);
    CHECK(outcome(direction.allowing) == CL_SUCCESS);
    CHECK(outcome(CL_MEM_READ_ONLY) == CL_SUCCESS);  // flags for kernels say nothing about the host
    CHECK(outcome(CL_MEM_WRITE_ONLY) == CL_SUCCESS);
  }
  SECTION("the event names the command") {
    OwnEvent event;
    REQUIRE(enqueue(weft.queue, weft.makeBuffer(16), 0, nullptr, &event) == CL_SUCCESS);
    CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) == direction.type);
  }
}

/// `enqueue(queue, buffer, offset, bytes, pointer, count, waits, event)` blocks.
template <class Enqueue> void checkTransfer(const WeftQueue &weft, const Direction &direction, Enqueue enqueue) {
  uint8_t data[128] = {};
  checkTransferOfStart(weft, direction,
                       [&](cl_command_queue on, cl_mem of, cl_uint count, const cl_event *waits, cl_event *event) {
                         return enqueue(on, of, 0, 16, data, count, waits, event);
                       });
  SECTION("CL_INVALID_VALUE: out of bounds or ptr is NULL") {
    const OwnMem buffer = weft.makeBuffer(16);
    const auto transfer = [&](size_t offset, size_t bytes, void *pointer) {
      return enqueue(weft.queue, buffer, offset, bytes, pointer, 0, nullptr, nullptr);
    };
    CHECK(transfer(0, 17, data) == CL_INVALID_VALUE);
    CHECK(transfer(1, 16, data) == CL_INVALID_VALUE);
    CHECK(transfer(17, 0, data) == CL_INVALID_VALUE);
    CHECK(transfer(SIZE_MAX, 2, data) == CL_INVALID_VALUE);
    CHECK(transfer(0, 16, nullptr) == CL_INVALID_VALUE);
    CHECK(transfer(0, 0, nullptr) == CL_INVALID_VALUE);
  }
  SECTION("a sub-buffer has bounds of its own") {
    const OwnMem parent = weft.makeBuffer(512), window(subBuffer(parent, 0, 128, 64));
    const auto transfer = [&](size_t offset, size_t bytes) {
      return enqueue(weft.queue, window, offset, bytes, data, 0, nullptr, nullptr);
    };
    CHECK(transfer(0, 65) == CL_INVALID_VALUE);
    CHECK(transfer(64, 1) == CL_INVALID_VALUE);
    CHECK(transfer(0, 64) == CL_SUCCESS);
  }
  SECTION("no bytes are no error (OpenCL 2.1 and later)") {
    const OwnMem buffer = weft.makeBuffer(16);
    OwnEvent event;
    uint8_t byte = 7;
    CHECK(enqueue(weft.queue, buffer, 16, 0, &byte, 0, nullptr, &event) == CL_SUCCESS);
    CHECK(statusOf(event) == CL_COMPLETE);
    CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) == direction.type);
    CHECK(byte == 7);
  }
}

struct Pitches {
  size_t row = 0, slice = 0;
};

/// `enqueue(queue, buffer, buffer origin, host origin, region, Pitches of the buffer, of the host, pointer, count,
/// waits, event)` blocks.
template <class Enqueue> void checkRectTransfer(const WeftQueue &weft, const Direction &direction, Enqueue enqueue) {
  std::vector<uint8_t> host(4096);
  const Size3 zero{0, 0, 0};
  checkTransferOfStart(weft, direction,
                       [&](cl_command_queue on, cl_mem of, cl_uint count, const cl_event *waits, cl_event *event) {
                         const Size3 region{4, 2, 2};
                         return enqueue(on, of, zero.data(), zero.data(), region.data(), Pitches{}, Pitches{},
                                        host.data(), count, waits, event);
                       });
  SECTION("CL_INVALID_VALUE") {
    const OwnMem buffer = weft.makeBuffer(1024);
    const auto transfer = [&](Size3 origin, Size3 region, Pitches inBuffer, Pitches inHost = {}) {
      return enqueue(weft.queue, buffer, origin.data(), zero.data(), region.data(), inBuffer, inHost, host.data(), 0,
                     nullptr, nullptr);
    };
    CHECK(transfer(zero, {32, 32, 1}, {}) == CL_SUCCESS);
    SECTION("the region is out of bounds") {
      CHECK(transfer(zero, {32, 33, 1}, {}) == CL_INVALID_VALUE);
      CHECK(transfer({1, 0, 0}, {32, 32, 1}, {32, 0}) == CL_INVALID_VALUE);  // by one byte
      CHECK(transfer(zero, {16, 2, 2}, {32, 1024}) == CL_INVALID_VALUE);
      CHECK(transfer({SIZE_MAX, SIZE_MAX, SIZE_MAX}, {2, 2, 2}, {}) == CL_INVALID_VALUE);
      CHECK(transfer(zero, {SIZE_MAX, SIZE_MAX, SIZE_MAX}, {}) == CL_INVALID_VALUE);
      // (2^64 - 2^33 + 2) (2^64 + 2^33 + 2) = 2^128 + 4: such an offset is not 4.
      constexpr size_t kPitch = ~size_t(0) - (size_t(1) << 33) + 3, kHalf = (size_t(1) << 63) + (size_t(1) << 32) + 1;
      CHECK(transfer({0, kHalf, kHalf}, {16, 1, 1}, {kPitch, kPitch}) == CL_INVALID_VALUE);
    }
    SECTION("the last row may end before its pitch does") {
      CHECK(transfer(zero, {16, 32, 1}, {32, 0}) == CL_SUCCESS);
      CHECK(transfer({16, 0, 0}, {16, 32, 1}, {32, 0}) == CL_SUCCESS);
      CHECK(transfer({17, 0, 0}, {16, 32, 1}, {32, 0}) == CL_INVALID_VALUE);
    }
    SECTION("an element of the region is 0") {
      CHECK(transfer(zero, {0, 1, 1}, {}) == CL_INVALID_VALUE);
      CHECK(transfer(zero, {16, 0, 1}, {}) == CL_INVALID_VALUE);
      CHECK(transfer(zero, {16, 1, 0}, {}) == CL_INVALID_VALUE);
    }
    SECTION("buffer_row_pitch is less than a row") { CHECK(transfer(zero, {16, 2, 1}, {15, 0}) == CL_INVALID_VALUE); }
    SECTION("host_row_pitch is less than a row") { CHECK(transfer(zero, {16, 2, 1}, {}, {15, 0}) == CL_INVALID_VALUE); }
    SECTION("buffer_slice_pitch is less than a slice, or no multiple of the row pitch") {
      for (const size_t pitch : {31, 16, 40})
        CHECK(transfer(zero, {16, 2, 2}, {16, pitch}) == CL_INVALID_VALUE);
      CHECK(transfer(zero, {16, 2, 2}, {16, 48}) == CL_SUCCESS);
    }
    SECTION("host_slice_pitch is less than a slice, or no multiple of the row pitch") {
      for (const size_t pitch : {31, 16, 40})
        CHECK(transfer(zero, {16, 2, 2}, {}, {16, pitch}) == CL_INVALID_VALUE);
      CHECK(transfer(zero, {16, 2, 2}, {}, {16, 48}) == CL_SUCCESS);
    }
    SECTION("an origin, the region or ptr is NULL") {
      const Size3 region{16, 1, 1};
      const auto with = [&](const size_t *bufferOrigin, const size_t *hostOrigin, const size_t *size, void *pointer) {
        return enqueue(weft.queue, buffer, bufferOrigin, hostOrigin, size, Pitches{}, Pitches{}, pointer, 0, nullptr,
                       nullptr);
      };
      const size_t *const good = zero.data();
      CHECK(with(nullptr, good, region.data(), host.data()) == CL_INVALID_VALUE);
      CHECK(with(good, nullptr, region.data(), host.data()) == CL_INVALID_VALUE);
      CHECK(with(good, good, nullptr, host.data()) == CL_INVALID_VALUE);
      CHECK(with(good, good, region.data(), nullptr) == CL_INVALID_VALUE);
    }
  }
}

/// `transfer(buffer's layout, host's layout, region, Pitches of the buffer, of the host)`: layouts and pitches that fit
/// 1280 and 720 bytes.
template <class Transfer> void checkBoxes(Transfer transfer) {
  const Size3 region{13, 5, 3};
  transfer({{3, 2, 1}, 32, 32 * 8}, {{1, 0, 2}, 20, 20 * 6}, region, Pitches{32, 32 * 8}, Pitches{20, 20 * 6});
  // Pitches of 0 are tight.
  transfer({{0, 0, 0}, 13, 13 * 5}, {{0, 0, 0}, 13, 13 * 5}, region, Pitches{}, Pitches{});
  transfer({{3, 1, 1}, 13, 13 * 5}, {{0, 2, 1}, 13, 13 * 5}, region, Pitches{}, Pitches{});
}

}  // namespace test
