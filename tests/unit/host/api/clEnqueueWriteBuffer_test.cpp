// SPDX-License-Identifier: Apache-2.0
#include "transfers.h"

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

TEST_CASE_METHOD(WeftQueue, "clEnqueueWriteBuffer: bounds, flags and errors") {
  checkTransfer(*this, kWrite,
                [](cl_command_queue on, cl_mem of, size_t offset, size_t bytes, void *pointer, cl_uint count,
                   const cl_event *waits, cl_event *event) {
                  return clEnqueueWriteBuffer(on, of, CL_TRUE, offset, bytes, pointer, count, waits, event);
                });
}
