// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

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

TEST_CASE_METHOD(WeftQueue, "clEnqueueFillBuffer: errors") {
  const OwnMem buffer = makeBuffer(256, CL_MEM_HOST_NO_ACCESS);
  const uint8_t word[256] = {};
  const auto fill = [&](const void *data, size_t size, size_t offset, size_t bytes) {
    return clEnqueueFillBuffer(queue, buffer, data, size, offset, bytes, 0, nullptr, nullptr);
  };
  CHECK(fill(word, 4, 0, 256) == CL_SUCCESS);  // not a host access
  CHECK(fill(nullptr, 4, 0, 4) == CL_INVALID_VALUE);
  CHECK(fill(word, 0, 0, 4) == CL_INVALID_VALUE);
  CHECK(fill(word, 3, 0, 3) == CL_INVALID_VALUE);
  CHECK(fill(word, 256, 0, 256) == CL_INVALID_VALUE);
  CHECK(fill(word, 4, 2, 4) == CL_INVALID_VALUE);
  CHECK(fill(word, 4, 0, 6) == CL_INVALID_VALUE);
  CHECK(fill(word, 4, 252, 8) == CL_INVALID_VALUE);
}
