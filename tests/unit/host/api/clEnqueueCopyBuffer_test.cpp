// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueCopyBuffer: between buffers, within one, and of no bytes") {
  auto from = pattern(600, 1), to = pattern(600, 2);
  const OwnMem source = makeBuffer(600, CL_MEM_COPY_HOST_PTR, from.data());
  const OwnMem target = makeBuffer(600, CL_MEM_COPY_HOST_PTR, to.data());
  OwnEvent event;
  REQUIRE(clEnqueueCopyBuffer(queue, source, target, 17, 130, 333, 0, nullptr, &event) == CL_SUCCESS);
  CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_COPY_BUFFER);
  std::copy_n(from.begin() + 17, 333, to.begin() + 130);
  CHECK(contents(target, 600) == to);
  CHECK(contents(source, 600) == from);
  REQUIRE(clEnqueueCopyBuffer(queue, source, source, 0, 300, 300, 0, nullptr, nullptr) == CL_SUCCESS);
  std::copy_n(from.begin(), 300, from.begin() + 300);
  CHECK(contents(source, 600) == from);
  CHECK(clEnqueueCopyBuffer(queue, source, target, 600, 600, 0, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(clEnqueueCopyBuffer(queue, source, source, 5, 5, 0, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(contents(target, 600) == to);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueCopyBuffer: it is not an access by the host") {
  const OwnMem a = makeBuffer(16, CL_MEM_HOST_NO_ACCESS), b = makeBuffer(16, CL_MEM_HOST_NO_ACCESS);
  CHECK(clEnqueueCopyBuffer(queue, a, b, 0, 0, 16, 0, nullptr, nullptr) == CL_SUCCESS);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueCopyBuffer: errors of every command, for the source") {
  const OwnMem good = makeBuffer(4096);
  checkCommonErrors(*this, [&](cl_command_queue on, cl_mem of, cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueCopyBuffer(on, of, good, 0, 0, 16, count, waits, event);
  });
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueCopyBuffer: errors of every command, for the destination") {
  const OwnMem good = makeBuffer(4096);
  checkCommonErrors(*this, [&](cl_command_queue on, cl_mem of, cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueCopyBuffer(on, good, of, 0, 0, 16, count, waits, event);
  });
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueCopyBuffer: CL_MEM_OBJECT_ALLOCATION_FAILURE, no room on the queue's device") {
  SECTION("for the source") {
    checkNoRoom(*this, [](cl_command_queue on, cl_mem large, cl_mem small, cl_event *event) {
      return clEnqueueCopyBuffer(on, large, small, 0, 0, 16, 0, nullptr, event);
    });
  }
  SECTION("for the destination") {
    checkNoRoom(*this, [](cl_command_queue on, cl_mem large, cl_mem small, cl_event *event) {
      return clEnqueueCopyBuffer(on, small, large, 0, 0, 16, 0, nullptr, event);
    });
  }
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueCopyBuffer: CL_INVALID_VALUE, out of bounds") {
  const OwnMem a = makeBuffer(512), b = makeBuffer(512);
  CHECK(clEnqueueCopyBuffer(queue, a, b, 1, 0, 512, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueCopyBuffer(queue, a, b, 0, 1, 512, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueCopyBuffer(queue, a, b, 513, 0, 0, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueCopyBuffer(queue, a, b, SIZE_MAX, 0, 2, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueCopyBuffer(queue, a, b, 0, SIZE_MAX, 2, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueCopyBuffer: CL_MEM_COPY_OVERLAP") {
  const OwnMem a = makeBuffer(512);
  const auto copy = [&](cl_mem from, cl_mem to, size_t source, size_t target, size_t bytes) {
    return clEnqueueCopyBuffer(queue, from, to, source, target, bytes, 0, nullptr, nullptr);
  };
  SECTION("within one buffer") {
    CHECK(copy(a, a, 0, 0, 1) == CL_MEM_COPY_OVERLAP);
    CHECK(copy(a, a, 0, 10, 11) == CL_MEM_COPY_OVERLAP);
    CHECK(copy(a, a, 10, 0, 11) == CL_MEM_COPY_OVERLAP);
    CHECK(copy(a, a, 0, 11, 11) == CL_SUCCESS);
    CHECK(copy(a, a, 11, 0, 11) == CL_SUCCESS);
  }
  SECTION("between sub-buffers that overlap") {
    const OwnMem first(subBuffer(a, 0, 0, 256)), second(subBuffer(a, 0, 128, 256));
    CHECK(copy(first, second, 100, 0, 29) == CL_MEM_COPY_OVERLAP);
    CHECK(copy(first, second, 100, 0, 28) == CL_SUCCESS);
  }
  SECTION("between a buffer and its sub-buffer") {
    const OwnMem window(subBuffer(a, 0, 128, 128));
    CHECK(copy(a, window, 120, 0, 9) == CL_MEM_COPY_OVERLAP);
    CHECK(copy(a, window, 120, 0, 8) == CL_SUCCESS);
  }
}
