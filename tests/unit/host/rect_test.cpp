// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

namespace {

struct Layout {
  size_t origin[3], rowPitch, slicePitch;
  size_t at(size_t x, size_t y, size_t z) const {
    return (origin[2] + z) * slicePitch + (origin[1] + y) * rowPitch + origin[0] + x;
  }
};

/// The model: byte by byte.
void copyBox(const std::vector<uint8_t> &from, const Layout &source, std::vector<uint8_t> &to, const Layout &target,
             const size_t *region) {
  for (size_t z = 0; z < region[2]; ++z)
    for (size_t y = 0; y < region[1]; ++y)
      for (size_t x = 0; x < region[0]; ++x)
        to[target.at(x, y, z)] = from[source.at(x, y, z)];
}

}  // namespace

TEST_CASE_METHOD(WeftQueue, "rectangular transfers move just their region") {
  const size_t region[3] = {13, 5, 3};
  const Layout inBuffer{{3, 2, 1}, 32, 32 * 8}, inHost{{1, 0, 2}, 20, 20 * 6};
  auto device = pattern(32 * 8 * 5, 1), host = pattern(20 * 6 * 6, 2);
  const OwnMem buffer = makeBuffer(device.size(), CL_MEM_COPY_HOST_PTR, device.data());

  SECTION("write") {
    REQUIRE(clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, inBuffer.origin, inHost.origin, region, inBuffer.rowPitch,
                                     inBuffer.slicePitch, inHost.rowPitch, inHost.slicePitch, host.data(), 0, nullptr,
                                     nullptr) == CL_SUCCESS);
    copyBox(host, inHost, device, inBuffer, region);
    CHECK(contents(buffer, device.size()) == device);
  }
  SECTION("read") {
    auto back = host;
    REQUIRE(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, inBuffer.origin, inHost.origin, region, inBuffer.rowPitch,
                                    inBuffer.slicePitch, inHost.rowPitch, inHost.slicePitch, back.data(), 0, nullptr,
                                    nullptr) == CL_SUCCESS);
    copyBox(device, inBuffer, host, inHost, region);
    CHECK(back == host);
  }
  SECTION("copy") {
    const OwnMem other = makeBuffer(host.size(), CL_MEM_COPY_HOST_PTR, host.data());
    REQUIRE(clEnqueueCopyBufferRect(queue, buffer, other, inBuffer.origin, inHost.origin, region, inBuffer.rowPitch,
                                    inBuffer.slicePitch, inHost.rowPitch, inHost.slicePitch, 0, nullptr,
                                    nullptr) == CL_SUCCESS);
    copyBox(device, inBuffer, host, inHost, region);
    CHECK(contents(other, host.size()) == host);
  }
  SECTION("pitches of 0 mean tight") {
    const Layout tightBuffer{{3, 0, 0}, 13, 13 * 5}, tightHost{{0, 0, 0}, 13, 13 * 5};
    auto back = std::vector<uint8_t>(13 * 5 * 3), expected = back;
    REQUIRE(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, tightBuffer.origin, tightHost.origin, region, 0, 0, 0, 0,
                                    back.data(), 0, nullptr, nullptr) == CL_SUCCESS);
    copyBox(device, tightBuffer, expected, tightHost, region);
    CHECK(back == expected);
  }
}

TEST_CASE_METHOD(WeftQueue, "rectangular transfers: errors") {
  const OwnMem buffer = makeBuffer(1024);
  std::vector<uint8_t> host(4096);
  const size_t zero[3] = {0, 0, 0};
  const auto read = [&](std::vector<size_t> origin, std::vector<size_t> region, size_t rowPitch, size_t slicePitch,
                        size_t hostRow = 0, size_t hostSlice = 0) {
    return clEnqueueReadBufferRect(queue, buffer, CL_TRUE, origin.data(), zero, region.data(), rowPitch, slicePitch,
                                   hostRow, hostSlice, host.data(), 0, nullptr, nullptr);
  };
  CHECK(read({0, 0, 0}, {32, 32, 1}, 0, 0) == CL_SUCCESS);
  CHECK(read({0, 0, 0}, {32, 33, 1}, 0, 0) == CL_INVALID_VALUE);
  CHECK(read({1, 0, 0}, {32, 32, 1}, 32, 0) == CL_INVALID_VALUE);  // one byte beyond
  CHECK(read({SIZE_MAX, SIZE_MAX, SIZE_MAX}, {2, 2, 2}, 0, 0) == CL_INVALID_VALUE);
  CHECK(read({0, 0, 0}, {0, 1, 1}, 0, 0) == CL_INVALID_VALUE);
  CHECK(read({0, 0, 0}, {16, 1, 0}, 0, 0) == CL_INVALID_VALUE);
  CHECK(read({0, 0, 0}, {16, 2, 1}, 15, 0) == CL_INVALID_VALUE);
  CHECK(read({0, 0, 0}, {16, 2, 2}, 16, 31) == CL_INVALID_VALUE);
  CHECK(read({0, 0, 0}, {16, 2, 2}, 16, 40) == CL_INVALID_VALUE);  // not a multiple of the row pitch
  CHECK(read({0, 0, 0}, {16, 2, 2}, 0, 0, 15) == CL_INVALID_VALUE);
  CHECK(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, zero, zero, nullptr, 0, 0, 0, 0, host.data(), 0, nullptr,
                                nullptr) == CL_INVALID_VALUE);
  const size_t region[3] = {16, 1, 1};
  CHECK(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, zero, zero, region, 0, 0, 0, 0, nullptr, 0, nullptr, nullptr) ==
        CL_INVALID_VALUE);
  const OwnMem hidden = makeBuffer(64, CL_MEM_HOST_NO_ACCESS);
  CHECK(clEnqueueWriteBufferRect(queue, hidden, CL_TRUE, zero, zero, region, 0, 0, 0, 0, host.data(), 0, nullptr,
                                 nullptr) == CL_INVALID_OPERATION);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueCopyBufferRect: overlap within one buffer agrees with a byte model") {
  constexpr size_t kRow = 16, kSlice = 64, kBytes = 512;
  const OwnMem buffer = makeBuffer(kBytes);
  const auto touches = [&](const size_t *origin, const size_t *region) {
    std::vector<bool> bytes(kBytes * 2);
    const Layout layout{{origin[0], origin[1], origin[2]}, kRow, kSlice};
    for (size_t z = 0; z < region[2]; ++z)
      for (size_t y = 0; y < region[1]; ++y)
        for (size_t x = 0; x < region[0]; ++x)
          bytes[layout.at(x, y, z)] = true;
    return bytes;
  };
  const size_t region[3] = {5, 2, 2};
  unsigned overlaps = 0, fits = 0;
  const size_t from[3] = {6, 1, 1};
  for (size_t z = 0; z < 4; ++z)
    for (size_t y = 0; y < 3; ++y)
      for (size_t x = 0; x <= 11; ++x) {
        const size_t to[3] = {x, y, z};
        const auto a = touches(from, region), b = touches(to, region);
        bool overlap = false;
        for (size_t i = 0; i < a.size(); ++i)
          overlap |= a[i] && b[i];
        const cl_int result = clEnqueueCopyBufferRect(queue, buffer, buffer, from, to, region, kRow, kSlice, kRow,
                                                      kSlice, 0, nullptr, nullptr);
        INFO(x << " " << y << " " << z);
        CHECK(result == (overlap ? CL_MEM_COPY_OVERLAP : CL_SUCCESS));
        ++(overlap ? overlaps : fits);
      }
  CHECK(overlaps > 10);
  CHECK(fits > 10);
  const size_t zero[3] = {0, 0, 0}, far[3] = {0, 0, 4};
  CHECK(clEnqueueCopyBufferRect(queue, buffer, buffer, zero, far, region, kRow, kSlice, kRow, 128, 0, nullptr,
                                nullptr) == CL_INVALID_VALUE);
}
