// SPDX-License-Identifier: Apache-2.0
#include <CL/cl_ext_weft.h>

#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "profiling: four stamps in order, on the device's clock") {
  const OwnQueue queue = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  const OwnMem buffer = makeBuffer(1 << 16);
  const auto data = pattern(1 << 16);
  cl_ulong lastEnd = 0;
  for (int round = 0; round < 3; ++round) {
    OwnEvent own;
    REQUIRE(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, data.size(), data.data(), 0, nullptr, &own) == CL_SUCCESS);
    const auto stamp = [&](cl_profiling_info name) {
      return info<cl_ulong>(clGetEventProfilingInfo, (cl_event)own, name);
    };
    const cl_ulong queued = stamp(CL_PROFILING_COMMAND_QUEUED), submit = stamp(CL_PROFILING_COMMAND_SUBMIT);
    const cl_ulong start = stamp(CL_PROFILING_COMMAND_START), end = stamp(CL_PROFILING_COMMAND_END);
    CHECK(queued <= submit);
    CHECK(submit <= start);
    CHECK(start < end);
    CHECK(start >= lastEnd);
    // 64 KiB in lines of 64 bytes at 5 ns a cycle cannot take less.
    CHECK(end - start >= (1 << 16) / 64 * 5);
    CHECK((end - start) % 5 == 0);
    lastEnd = end;
  }
}

TEST_CASE_METHOD(WeftQueue, "profiling: errors") {
  OwnEvent plain, pending;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &plain) == CL_SUCCESS);
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  cl_ulong value = 0;
  const auto ask = [&](cl_event event, cl_profiling_info name) {
    return clGetEventProfilingInfo(event, name, sizeof(value), &value, nullptr);
  };
  CHECK(ask(plain, CL_PROFILING_COMMAND_START) == CL_PROFILING_INFO_NOT_AVAILABLE);
  const OwnEvent user = makeUserEvent();
  CHECK(ask(user, CL_PROFILING_COMMAND_START) == CL_PROFILING_INFO_NOT_AVAILABLE);
  const OwnQueue profiled = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  REQUIRE(clEnqueueMarkerWithWaitList(profiled, 1, &user, &pending) == CL_SUCCESS);
  CHECK(ask(pending, CL_PROFILING_COMMAND_QUEUED) == CL_PROFILING_INFO_NOT_AVAILABLE);
  REQUIRE(clSetUserEventStatus(user, CL_COMPLETE) == CL_SUCCESS);
  REQUIRE(clFinish(profiled) == CL_SUCCESS);
  CHECK(ask(pending, CL_PROFILING_COMMAND_QUEUED) == CL_SUCCESS);
  CHECK(ask(pending, 0x1) == CL_INVALID_VALUE);
  CHECK(ask(pending, CL_PROFILING_COMMAND_CYCLES_WEFT) == CL_INVALID_VALUE);  // not a kernel
}
