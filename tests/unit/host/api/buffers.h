// SPDX-License-Identifier: Apache-2.0
// The error conditions that all commands on buffers have in common.
#pragma once
#include <array>

#include "boards.h"

namespace test {

using Size3 = std::array<size_t, 3>;

/// `enqueue(queue, buffer, count, waits, event)` succeeds with a good buffer.
template <class Enqueue> void checkCommonErrors(const WeftQueue &weft, Enqueue enqueue) {
  const OwnMem buffer = weft.makeBuffer(4096);
  const OwnContext foreign = weft.makeContext();
  cl_event event = nullptr;
  SECTION("CL_INVALID_COMMAND_QUEUE: not a queue") {
    CHECK(enqueue(nullptr, buffer, 0, nullptr, &event) == CL_INVALID_COMMAND_QUEUE);
    const auto queue = reinterpret_cast<cl_command_queue>(static_cast<cl_context>(weft.context));
    CHECK(enqueue(queue, buffer, 0, nullptr, &event) == CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_CONTEXT: queue and buffer of different contexts") {
    const OwnMem other(clCreateBuffer(foreign, 0, 4096, nullptr, nullptr));
    CHECK(enqueue(weft.queue, other, 0, nullptr, &event) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_CONTEXT: queue and an event of different contexts") {
    const OwnEvent other(clCreateUserEvent(foreign, nullptr));
    CHECK(enqueue(weft.queue, buffer, 1, &other, &event) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_MEM_OBJECT: not a buffer") {
    CHECK(enqueue(weft.queue, nullptr, 0, nullptr, &event) == CL_INVALID_MEM_OBJECT);
    const auto memory = reinterpret_cast<cl_mem>(static_cast<cl_context>(weft.context));
    CHECK(enqueue(weft.queue, memory, 0, nullptr, &event) == CL_INVALID_MEM_OBJECT);
  }
  SECTION("CL_INVALID_EVENT_WAIT_LIST: NULL with a count, a list without one, not an event") {
    const OwnEvent good = weft.makeUserEvent();
    const cl_event none = nullptr;
    CHECK(enqueue(weft.queue, buffer, 1, nullptr, &event) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(enqueue(weft.queue, buffer, 0, &good, &event) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(enqueue(weft.queue, buffer, 1, &none, &event) == CL_INVALID_EVENT_WAIT_LIST);
  }
  CHECK(event == nullptr);  // no event of a command that was not enqueued
}

/// For blocking commands: `enqueue(count, waits, event)`.
template <class Enqueue> void checkFailedWaitList(const WeftQueue &weft, Enqueue enqueue) {
  SECTION("CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: blocking, and an event ended with an error") {
    const OwnEvent gate = weft.makeUserEvent();
    REQUIRE(clSetUserEventStatus(gate, -7) == CL_SUCCESS);
    cl_event event = nullptr;
    CHECK(enqueue(1, &gate, &event) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    CHECK(event == nullptr);
    CHECK(clFinish(weft.queue) == CL_SUCCESS);
  }
}

/// `enqueue(queue, large, small, event)`: a command that works where there is room for both buffers.
template <class Enqueue> void checkNoRoom(const WeftQueue &weft, Enqueue enqueue) {
  UnevenBoards boards(weft.platform);
  const OwnMem large = boards.makeLarge(), small = boards.makeBuffer(4096);
  cl_event none = nullptr;
  CHECK(enqueue(boards.onTight, large, small, &none) == CL_MEM_OBJECT_ALLOCATION_FAILURE);
  CHECK(none == nullptr);
  CHECK(clFinish(boards.onTight) == CL_SUCCESS);
  OwnEvent event;
  CHECK(enqueue(boards.onRoomy, large, small, &event) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, &event) == CL_SUCCESS);
}

/// A box of bytes within linear memory.
struct Layout {
  Size3 origin;
  size_t rowPitch, slicePitch;
  size_t at(size_t x, size_t y, size_t z) const {
    return (origin[2] + z) * slicePitch + (origin[1] + y) * rowPitch + origin[0] + x;
  }
};

/// The model of all rectangular commands: byte by byte.
inline void copyBox(const std::vector<uint8_t> &from, const Layout &source, std::vector<uint8_t> &to,
                    const Layout &target, const Size3 &region) {
  for (size_t z = 0; z < region[2]; ++z)
    for (size_t y = 0; y < region[1]; ++y)
      for (size_t x = 0; x < region[0]; ++x)
        to.at(target.at(x, y, z)) = from.at(source.at(x, y, z));
}

/// A window on a buffer; `error` gets the code.
inline cl_mem subBuffer(cl_mem parent, cl_mem_flags flags, size_t origin, size_t bytes, cl_int *error = nullptr) {
  const cl_buffer_region region{origin, bytes};
  return clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, error);
}

}  // namespace test
