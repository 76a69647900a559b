// SPDX-License-Identifier: Apache-2.0
#include <CL/cl_ext_weft.h>

#include "../waiting.h"

using namespace test;

namespace {

cl_ulong stamp(cl_event event, cl_profiling_info name) { return info<cl_ulong>(clGetEventProfilingInfo, event, name); }

}  // namespace

TEST_CASE_METHOD(Weft, "clGetEventProfilingInfo: the stamps are in order, on the device's clock") {
  const OwnQueue queue = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  const OwnMem buffer = makeBuffer(1 << 16);
  const auto data = pattern(1 << 16);
  cl_ulong lastEnd = 0;
  for (int round = 0; round < 3; ++round) {
    OwnEvent own;
    REQUIRE(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, data.size(), data.data(), 0, nullptr, &own) == CL_SUCCESS);
    const cl_ulong queued = stamp(own, CL_PROFILING_COMMAND_QUEUED), submit = stamp(own, CL_PROFILING_COMMAND_SUBMIT);
    const cl_ulong start = stamp(own, CL_PROFILING_COMMAND_START), end = stamp(own, CL_PROFILING_COMMAND_END);
    CHECK(queued <= submit);
    CHECK(submit <= start);
    CHECK(start < end);
    CHECK(stamp(own, CL_PROFILING_COMMAND_COMPLETE) == end);  // kernels enqueue no others
    CHECK(start >= lastEnd);
    // 64 KiB in lines of 64 bytes at 5 ns a cycle cannot take less.
    CHECK(end - start >= (1 << 16) / 64 * 5);
    CHECK((end - start) % 5 == 0);
    lastEnd = end;
  }
}

TEST_CASE_METHOD(Weft, "clGetEventProfilingInfo: commands without device work have the stamps in order too") {
  const OwnQueue queue = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  const OwnEvent gate = makeUserEvent();
  OwnEvent marker, barrier;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &gate, &marker) == CL_SUCCESS);
  REQUIRE(clEnqueueBarrierWithWaitList(queue, 0, nullptr, &barrier) == CL_SUCCESS);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  for (const cl_event event : {cl_event(marker), cl_event(barrier)}) {
    CHECK(stamp(event, CL_PROFILING_COMMAND_QUEUED) <= stamp(event, CL_PROFILING_COMMAND_SUBMIT));
    CHECK(stamp(event, CL_PROFILING_COMMAND_SUBMIT) <= stamp(event, CL_PROFILING_COMMAND_START));
    CHECK(stamp(event, CL_PROFILING_COMMAND_START) <= stamp(event, CL_PROFILING_COMMAND_END));
  }
  CHECK(stamp(marker, CL_PROFILING_COMMAND_END) <= stamp(barrier, CL_PROFILING_COMMAND_START));
}

TEST_CASE_METHOD(WeftQueue, "clGetEventProfilingInfo: errors") {
  cl_ulong value = 0;
  const auto ask = [&](cl_event event, cl_profiling_info name, size_t bytes = sizeof(cl_ulong)) {
    return clGetEventProfilingInfo(event, name, bytes, &value, nullptr);
  };
  const OwnEvent user = makeUserEvent();
  const OwnQueue profiled = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  OwnEvent event;
  SECTION("CL_PROFILING_INFO_NOT_AVAILABLE: the queue does not profile") {
    REQUIRE(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &event) == CL_SUCCESS);
    REQUIRE(clFinish(queue) == CL_SUCCESS);
    CHECK(ask(event, CL_PROFILING_COMMAND_START) == CL_PROFILING_INFO_NOT_AVAILABLE);
  }
  SECTION("CL_PROFILING_INFO_NOT_AVAILABLE: a user event") {
    CHECK(ask(user, CL_PROFILING_COMMAND_START) == CL_PROFILING_INFO_NOT_AVAILABLE);
    REQUIRE(clSetUserEventStatus(user, CL_COMPLETE) == CL_SUCCESS);
    CHECK(ask(user, CL_PROFILING_COMMAND_START) == CL_PROFILING_INFO_NOT_AVAILABLE);
  }
  SECTION("CL_PROFILING_INFO_NOT_AVAILABLE: the command is not complete") {
    REQUIRE(clEnqueueMarkerWithWaitList(profiled, 1, &user, &event) == CL_SUCCESS);
    CHECK(ask(event, CL_PROFILING_COMMAND_QUEUED) == CL_PROFILING_INFO_NOT_AVAILABLE);
    REQUIRE(clSetUserEventStatus(user, CL_COMPLETE) == CL_SUCCESS);
    REQUIRE(clFinish(profiled) == CL_SUCCESS);
    CHECK(ask(event, CL_PROFILING_COMMAND_QUEUED) == CL_SUCCESS);
  }
  SECTION("CL_PROFILING_INFO_NOT_AVAILABLE: the command failed") {
    REQUIRE(clEnqueueMarkerWithWaitList(profiled, 1, &user, &event) == CL_SUCCESS);
    REQUIRE(clSetUserEventStatus(user, -1) == CL_SUCCESS);
    CHECK(ask(event, CL_PROFILING_COMMAND_END) == CL_PROFILING_INFO_NOT_AVAILABLE);
  }
  SECTION("CL_INVALID_VALUE: unknown query, too little room, cycles of what is no kernel") {
    REQUIRE(clEnqueueMarkerWithWaitList(profiled, 0, nullptr, &event) == CL_SUCCESS);
    REQUIRE(clFinish(profiled) == CL_SUCCESS);
    CHECK(ask(event, 0x1) == CL_INVALID_VALUE);
    CHECK(ask(event, CL_PROFILING_COMMAND_END, 4) == CL_INVALID_VALUE);
    CHECK(ask(event, CL_PROFILING_COMMAND_CYCLES_WEFT) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_EVENT") {
    CHECK(ask(nullptr, CL_PROFILING_COMMAND_END) == CL_INVALID_EVENT);
    CHECK(ask(wrongHandle<cl_event>(device), CL_PROFILING_COMMAND_END) == CL_INVALID_EVENT);
  }
}
