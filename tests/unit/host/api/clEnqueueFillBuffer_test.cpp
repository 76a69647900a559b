// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueFillBuffer: every pattern size") {
  for (size_t size = 1; size <= 128; size *= 2) {
    auto model = pattern(1024, unsigned(size));
    const OwnMem buffer = makeBuffer(1024, CL_MEM_COPY_HOST_PTR, model.data());
    auto word = pattern(size, 99);
    REQUIRE(clEnqueueFillBuffer(queue, buffer, word.data(), size, size, 5 * size, 0, nullptr, nullptr) == CL_SUCCESS);
    for (size_t i = 0; i < 5 * size; ++i)
      model[size + i] = word[i % size];
    std::fill(word.begin(), word.end(), uint8_t(0));  // the pattern may be reused at once
    INFO("pattern of " << size);
    CHECK(contents(buffer, 1024) == model);
  }
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueFillBuffer: in a sub-buffer; it is not an access by the host; no bytes") {
  auto model = pattern(512);
  const OwnMem parent = makeBuffer(512, CL_MEM_COPY_HOST_PTR, model.data());
  const OwnMem window(subBuffer(parent, CL_MEM_HOST_NO_ACCESS, 128, 256));
  const cl_uint word = 0x01020304;
  OwnEvent event;
  REQUIRE(clEnqueueFillBuffer(queue, window, &word, 4, 8, 16, 0, nullptr, &event) == CL_SUCCESS);
  CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_FILL_BUFFER);
  for (size_t i = 0; i < 16; ++i)
    model[136 + i] = uint8_t(4 - i % 4);
  CHECK(clEnqueueFillBuffer(queue, window, &word, 4, 256, 0, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(contents(parent, 512) == model);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueFillBuffer: errors of every command") {
  const cl_uint word = 5;
  checkCommonErrors(*this, [&](cl_command_queue on, cl_mem of, cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueFillBuffer(on, of, &word, 4, 0, 16, count, waits, event);
  });
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueFillBuffer: CL_MEM_OBJECT_ALLOCATION_FAILURE, no room on the queue's device") {
  checkNoRoom(*this, [](cl_command_queue on, cl_mem large, cl_mem, cl_event *event) {
    const uint32_t word = 5;
    return clEnqueueFillBuffer(on, large, &word, 4, 0, 16, 0, nullptr, event);
  });
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueFillBuffer: CL_INVALID_VALUE") {
  const OwnMem buffer = makeBuffer(256);
  const uint8_t word[256] = {};
  const auto fill = [&](const void *data, size_t size, size_t offset, size_t bytes) {
    return clEnqueueFillBuffer(queue, buffer, data, size, offset, bytes, 0, nullptr, nullptr);
  };
  SECTION("the region is out of bounds") {
    CHECK(fill(word, 4, 252, 8) == CL_INVALID_VALUE);
    CHECK(fill(word, 4, 260, 0) == CL_INVALID_VALUE);
    CHECK(fill(word, 4, SIZE_MAX - 3, 8) == CL_INVALID_VALUE);
  }
  SECTION("pattern is NULL") { CHECK(fill(nullptr, 4, 0, 4) == CL_INVALID_VALUE); }
  SECTION("pattern_size is none of 1, 2, 4 to 128") {
    CHECK(fill(word, 0, 0, 4) == CL_INVALID_VALUE);
    CHECK(fill(word, 3, 0, 3) == CL_INVALID_VALUE);
    CHECK(fill(word, 12, 0, 12) == CL_INVALID_VALUE);
    CHECK(fill(word, 256, 0, 256) == CL_INVALID_VALUE);
  }
  SECTION("offset is no multiple of pattern_size") { CHECK(fill(word, 4, 2, 4) == CL_INVALID_VALUE); }
  SECTION("size is no multiple of pattern_size") { CHECK(fill(word, 4, 0, 6) == CL_INVALID_VALUE); }
}
