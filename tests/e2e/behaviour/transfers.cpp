// SPDX-License-Identifier: Apache-2.0
// Transfers go through the DMA engine: odd offsets and sizes, boxes, fills, maps; and events in device time.
#include "fixture.h"

#include <algorithm>
#include <cstring>
#include <random>

TEST_CASE("reads, writes and copies of any offset and size") {
  Weft weft;
  constexpr size_t kBytes = 5000;
  std::mt19937 random(5);
  std::vector<cl_uchar> model(kBytes), data(kBytes), back(kBytes);
  for (auto &byte : model)
    byte = cl_uchar(random());
  cl_int status = CL_SUCCESS;
  cl_mem memory = clCreateBuffer(weft.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, kBytes, model.data(), &status);
  REQUIRE(status == CL_SUCCESS);
  for (int round = 0; round < 40; ++round) {
    const size_t bytes = 1 + random() % (round % 3 ? 200 : 2000), a = random() % (kBytes - bytes),
                 b = random() % (kBytes - bytes);
    for (auto &byte : data)
      byte = cl_uchar(random());
    const size_t host = random() % 64;
    REQUIRE(clEnqueueWriteBuffer(weft.queue, memory, CL_TRUE, a, bytes, data.data() + host, 0, nullptr, nullptr) ==
            CL_SUCCESS);
    std::copy_n(data.begin() + long(host), bytes, model.begin() + long(a));
    if (a + bytes <= b || b + bytes <= a) {
      REQUIRE(clEnqueueCopyBuffer(weft.queue, memory, memory, a, b, bytes, 0, nullptr, nullptr) == CL_SUCCESS);
      std::copy_n(model.begin() + long(a), bytes, model.begin() + long(b));
    }
    const cl_ushort pattern = cl_ushort(random());
    const size_t at = (random() % 1000) * 2, length = (1 + random() % 700) * 2;
    REQUIRE(clEnqueueFillBuffer(weft.queue, memory, &pattern, 2, at, length, 0, nullptr, nullptr) == CL_SUCCESS);
    for (size_t i = 0; i < length; ++i)
      model[at + i] = cl_uchar(i % 2 ? pattern >> 8 : pattern);
    REQUIRE(clEnqueueReadBuffer(weft.queue, memory, CL_TRUE, 0, kBytes, back.data(), 0, nullptr, nullptr) ==
            CL_SUCCESS);
    REQUIRE(back == model);
  }
  clReleaseMemObject(memory);
}

TEST_CASE("a box between host and buffer") {
  Weft weft;
  std::vector<cl_uchar> host(4096), model(4096, 0xee);
  for (size_t i = 0; i < host.size(); ++i)
    host[i] = cl_uchar(i * 7);
  cl_int status = CL_SUCCESS;
  cl_mem memory = clCreateBuffer(weft.context, CL_MEM_COPY_HOST_PTR, model.size(), model.data(), &status);
  REQUIRE(status == CL_SUCCESS);
  const size_t bufferOrigin[3] = {5, 2, 1}, hostOrigin[3] = {3, 1, 2}, region[3] = {23, 5, 3};
  REQUIRE(clEnqueueWriteBufferRect(weft.queue, memory, CL_TRUE, bufferOrigin, hostOrigin, region, 40, 400, 50, 600,
                                   host.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  for (size_t z = 0; z < region[2]; ++z)
    for (size_t y = 0; y < region[1]; ++y)
      for (size_t x = 0; x < region[0]; ++x)
        model[(1 + z) * 400 + (2 + y) * 40 + 5 + x] = host[(2 + z) * 600 + (1 + y) * 50 + 3 + x];
  std::vector<cl_uchar> back(model.size());
  REQUIRE(clEnqueueReadBuffer(weft.queue, memory, CL_TRUE, 0, back.size(), back.data(), 0, nullptr, nullptr) ==
          CL_SUCCESS);
  CHECK(back == model);
  clReleaseMemObject(memory);
}

TEST_CASE("a map shows the buffer, an unmap writes it back") {
  Weft weft;
  cl_mem memory = weft.buffer(std::vector<cl_uint>(100, 4));
  cl_int status = CL_SUCCESS;
  auto *mapped = static_cast<cl_uint *>(clEnqueueMapBuffer(weft.queue, memory, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 40,
                                                           80, 0, nullptr, nullptr, &status));
  REQUIRE(status == CL_SUCCESS);
  CHECK(mapped[0] == 4);
  mapped[19] = 99;
  REQUIRE(clEnqueueUnmapMemObject(weft.queue, memory, mapped, 0, nullptr, nullptr) == CL_SUCCESS);
  std::vector<cl_uint> expected(100, 4);
  expected[29] = 99;
  CHECK(weft.read(memory, 100) == expected);
  clReleaseMemObject(memory);
}

TEST_CASE("random maps, boxes and copies of boxes, also through a window") {
  Weft weft;
  constexpr size_t kBytes = 3000, kOrigin = 256;
  std::mt19937 random(9);
  std::vector<cl_uchar> model(kBytes), data(kBytes), back(kBytes);
  for (auto &byte : model)
    byte = cl_uchar(random());
  for (auto &byte : data)
    byte = cl_uchar(random());
  cl_int status = CL_SUCCESS;
  cl_mem memory = clCreateBuffer(weft.context, CL_MEM_COPY_HOST_PTR, kBytes, model.data(), &status);
  REQUIRE(status == CL_SUCCESS);
  const cl_buffer_region view{kOrigin, kBytes - kOrigin};
  cl_mem window = clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &view, &status);
  REQUIRE(status == CL_SUCCESS);
  for (int round = 0; round < 16; ++round) {
    // A map, for reading and writing or to replace what is there.
    const size_t bytes = 1 + random() % 600, at = random() % (kBytes - kOrigin - bytes);
    const cl_map_flags flags = round % 3 ? CL_MAP_READ | CL_MAP_WRITE : CL_MAP_WRITE_INVALIDATE_REGION;
    auto *mapped = static_cast<cl_uchar *>(
        clEnqueueMapBuffer(weft.queue, window, CL_TRUE, flags, at, bytes, 0, nullptr, nullptr, &status));
    REQUIRE(status == CL_SUCCESS);
    if (flags & CL_MAP_READ) {
      REQUIRE(std::equal(mapped, mapped + bytes, model.begin() + long(kOrigin + at)));
      mapped[bytes / 2] ^= 0x5a;
      model[kOrigin + at + bytes / 2] ^= 0x5a;
    } else {
      std::copy_n(data.begin() + round, bytes, mapped);
      std::copy_n(data.begin() + round, bytes, model.begin() + long(kOrigin + at));
    }
    REQUIRE(clEnqueueUnmapMemObject(weft.queue, window, mapped, 0, nullptr, nullptr) == CL_SUCCESS);

    // A box from the host, and its copy further up.
    const size_t region[3] = {1 + random() % 20, 1 + random() % 4, 1 + random() % 3};
    const size_t row = 24 + random() % 8, slice = row * (4 + random() % 2);
    const size_t origin[3] = {random() % 4, random() % 2, 0}, hostOrigin[3] = {random() % 9, 0, 0};
    const size_t far[3] = {origin[0], origin[1], 6};
    REQUIRE(clEnqueueWriteBufferRect(weft.queue, memory, CL_FALSE, origin, hostOrigin, region, row, slice, 40, 200,
                                     data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
    REQUIRE(clEnqueueCopyBufferRect(weft.queue, memory, memory, origin, far, region, row, slice, row, slice, 0, nullptr,
                                    nullptr) == CL_SUCCESS);
    for (size_t z = 0; z < region[2]; ++z)
      for (size_t y = 0; y < region[1]; ++y)
        for (size_t x = 0; x < region[0]; ++x) {
          const size_t to = z * slice + (origin[1] + y) * row + origin[0] + x;
          model[to] = data[z * 200 + y * 40 + hostOrigin[0] + x];
          model[to + 6 * slice] = model[to];
        }
    REQUIRE(clEnqueueReadBuffer(weft.queue, memory, CL_TRUE, 0, kBytes, back.data(), 0, nullptr, nullptr) ==
            CL_SUCCESS);
    REQUIRE(back == model);
  }
  clReleaseMemObject(window);
  clReleaseMemObject(memory);
}

TEST_CASE("profiling stamps are in order and in device time", "[card]") {
  Weft weft;
  std::vector<cl_uchar> data(1 << 16);
  cl_mem memory = weft.buffer(std::vector<cl_uint>(1 << 14));
  cl_event events[2] = {};
  REQUIRE(clEnqueueWriteBuffer(weft.queue, memory, CL_FALSE, 0, data.size(), data.data(), 0, nullptr, &events[0]) ==
          CL_SUCCESS);
  REQUIRE(clEnqueueWriteBuffer(weft.queue, memory, CL_FALSE, 0, data.size(), data.data(), 1, &events[0], &events[1]) ==
          CL_SUCCESS);
  REQUIRE(clWaitForEvents(2, events) == CL_SUCCESS);
  cl_ulong stamps[2][4] = {};
  for (int e = 0; e < 2; ++e)
    for (cl_uint s = 0; s < 4; ++s)
      REQUIRE(clGetEventProfilingInfo(events[e], CL_PROFILING_COMMAND_QUEUED + s, 8, &stamps[e][s], nullptr) ==
              CL_SUCCESS);
  for (const auto &s : stamps) {
    CHECK(s[0] <= s[1]);
    CHECK(s[1] <= s[2]);
    CHECK(s[2] < s[3]);
    // 65,536 bytes at 64 bytes and 5 ns a cycle are 5.12 us at least.
    CHECK(s[3] - s[2] >= 5120);
    CHECK(s[3] - s[2] <= 4 * 5120);
  }
  CHECK(stamps[0][3] <= stamps[1][2]);
  clReleaseEvent(events[0]);
  clReleaseEvent(events[1]);
  clReleaseMemObject(memory);
}
