// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

using namespace test;

#include <random>

namespace {

constexpr Size3 kZero{0, 0, 0};

struct RectCopies : WeftQueue {
  cl_int copy(cl_mem from, cl_mem to, const Layout &source, const Layout &target, const Size3 &region) {
    return clEnqueueCopyBufferRect(queue, from, to, source.origin.data(), target.origin.data(), region.data(),
                                   source.rowPitch, source.slicePitch, target.rowPitch, target.slicePitch, 0, nullptr,
                                   nullptr);
  }
};

/// Which bytes of a memory a box has, from its definition.
std::vector<bool> bytesOf(const Layout &box, const Size3 &region, size_t bytes) {
  std::vector<bool> touched(bytes);
  for (size_t z = 0; z < region[2]; ++z)
    for (size_t y = 0; y < region[1]; ++y)
      for (size_t x = 0; x < region[0]; ++x)
        touched.at(box.at(x, y, z)) = true;
  return touched;
}

bool overlap(const Layout &a, const Layout &b, const Size3 &region, size_t bytes) {
  const auto first = bytesOf(a, region, bytes), second = bytesOf(b, region, bytes);
  for (size_t i = 0; i < bytes; ++i)
    if (first[i] && second[i])
      return true;
  return false;
}

}  // namespace

TEST_CASE_METHOD(RectCopies, "clEnqueueCopyBufferRect: just its region") {
  const Size3 region{13, 5, 3};
  auto from = pattern(32 * 8 * 5, 1), to = pattern(20 * 6 * 6, 2);
  const OwnMem source = makeBuffer(from.size(), CL_MEM_COPY_HOST_PTR, from.data());
  const OwnMem target = makeBuffer(to.size(), CL_MEM_COPY_HOST_PTR, to.data());
  const Layout inSource{{3, 2, 1}, 32, 32 * 8}, inTarget{{1, 0, 2}, 20, 20 * 6};
  REQUIRE(copy(source, target, inSource, inTarget, region) == CL_SUCCESS);
  copyBox(from, inSource, to, inTarget, region);
  CHECK(contents(target, to.size()) == to);
  // Pitches of 0 are tight.
  REQUIRE(copy(source, target, {{3, 1, 0}, 0, 0}, {{0, 0, 1}, 0, 0}, region) == CL_SUCCESS);
  copyBox(from, {{3, 1, 0}, 13, 65}, to, {{0, 0, 1}, 13, 65}, region);
  CHECK(contents(target, to.size()) == to);
  CHECK(contents(source, from.size()) == from);
}

TEST_CASE_METHOD(RectCopies, "clEnqueueCopyBufferRect: errors of every command") {
  const OwnMem good = makeBuffer(4096);
  constexpr size_t kOrigin[3] = {0, 0, 0}, kRegion[3] = {8, 2, 2};
  SECTION("for the source") {
    checkCommonErrors(
        *this, [&](cl_command_queue on, cl_mem of, cl_uint count, const cl_event *waits, cl_event *event) {
          return clEnqueueCopyBufferRect(on, of, good, kOrigin, kOrigin, kRegion, 0, 0, 0, 0, count, waits, event);
        });
  }
  SECTION("for the destination") {
    checkCommonErrors(
        *this, [&](cl_command_queue on, cl_mem of, cl_uint count, const cl_event *waits, cl_event *event) {
          return clEnqueueCopyBufferRect(on, good, of, kOrigin, kOrigin, kRegion, 0, 0, 0, 0, count, waits, event);
        });
  }
}

TEST_CASE_METHOD(RectCopies,
                 "clEnqueueCopyBufferRect: CL_MEM_OBJECT_ALLOCATION_FAILURE, no room on the queue's device") {
  const Size3 region{8, 2, 2};
  const auto enqueue = [&](cl_command_queue on, cl_mem from, cl_mem to, cl_event *event) {
    return clEnqueueCopyBufferRect(on, from, to, kZero.data(), kZero.data(), region.data(), 0, 0, 0, 0, 0, nullptr,
                                   event);
  };
  SECTION("for the source") {
    checkNoRoom(*this, [&](cl_command_queue on, cl_mem large, cl_mem small, cl_event *event) {
      return enqueue(on, large, small, event);
    });
  }
  SECTION("for the destination") {
    checkNoRoom(*this, [&](cl_command_queue on, cl_mem large, cl_mem small, cl_event *event) {
      return enqueue(on, small, large, event);
    });
  }
}

TEST_CASE_METHOD(RectCopies, "clEnqueueCopyBufferRect: CL_INVALID_VALUE") {
  const OwnMem a = makeBuffer(1024), b = makeBuffer(1024);
  const Layout tight{kZero, 0, 0};
  SECTION("the source is out of bounds") {
    CHECK(copy(a, b, {{1, 0, 0}, 32, 0}, tight, {32, 32, 1}) == CL_INVALID_VALUE);
    CHECK(copy(a, b, {{SIZE_MAX, 0, 0}, 0, 0}, tight, {2, 1, 1}) == CL_INVALID_VALUE);
    // (2^64 - 2^33 + 2) (2^64 + 2^33 + 2) = 2^128 + 4: such an offset is not 4.
    constexpr size_t kPitch = ~size_t(0) - (size_t(1) << 33) + 3, kHalf = (size_t(1) << 63) + (size_t(1) << 32) + 1;
    CHECK(copy(a, b, {{0, kHalf, kHalf}, kPitch, kPitch}, tight, {16, 1, 1}) == CL_INVALID_VALUE);
  }
  SECTION("the destination is out of bounds") {
    CHECK(copy(a, b, tight, {{1, 0, 0}, 32, 0}, {32, 32, 1}) == CL_INVALID_VALUE);
    CHECK(copy(a, b, tight, {{0, 0, 1}, 0, 0}, {32, 32, 1}) == CL_INVALID_VALUE);
  }
  SECTION("an element of the region is 0") {
    for (const Size3 &region : {Size3{0, 1, 1}, Size3{1, 0, 1}, Size3{1, 1, 0}})
      CHECK(copy(a, b, tight, tight, region) == CL_INVALID_VALUE);
  }
  SECTION("src_row_pitch is less than a row") {
    CHECK(copy(a, b, {kZero, 15, 0}, tight, {16, 2, 1}) == CL_INVALID_VALUE);
  }
  SECTION("dst_row_pitch is less than a row") {
    CHECK(copy(a, b, tight, {kZero, 15, 0}, {16, 2, 1}) == CL_INVALID_VALUE);
  }
  SECTION("src_slice_pitch is less than a slice or no multiple of the row pitch") {
    CHECK(copy(a, b, {kZero, 16, 16}, tight, {16, 2, 2}) == CL_INVALID_VALUE);
    CHECK(copy(a, b, {kZero, 16, 40}, tight, {16, 2, 2}) == CL_INVALID_VALUE);
  }
  SECTION("dst_slice_pitch is less than a slice or no multiple of the row pitch") {
    CHECK(copy(a, b, tight, {kZero, 16, 16}, {16, 2, 2}) == CL_INVALID_VALUE);
    CHECK(copy(a, b, tight, {kZero, 16, 40}, {16, 2, 2}) == CL_INVALID_VALUE);
  }
  SECTION("one buffer, and row or slice pitches differ") {
    CHECK(copy(a, a, {kZero, 16, 64}, {{0, 0, 4}, 32, 96}, {16, 2, 2}) == CL_INVALID_VALUE);
    CHECK(copy(a, a, {kZero, 16, 64}, {{0, 0, 4}, 32, 64}, {16, 2, 2}) == CL_INVALID_VALUE);
    CHECK(copy(a, a, {kZero, 16, 64}, {{0, 0, 4}, 16, 96}, {16, 2, 2}) == CL_INVALID_VALUE);
    CHECK(copy(a, a, {kZero, 0, 0}, {{0, 0, 4}, 16, 32}, {16, 2, 2}) == CL_SUCCESS);  // the same, said or not
  }
  SECTION("an origin or the region is NULL") {
    const size_t *const zero = kZero.data();
    const Size3 region{1, 1, 1};
    const auto with = [&](const size_t *source, const size_t *target, const size_t *size) {
      return clEnqueueCopyBufferRect(queue, a, b, source, target, size, 0, 0, 0, 0, 0, nullptr, nullptr);
    };
    CHECK(with(nullptr, zero, region.data()) == CL_INVALID_VALUE);
    CHECK(with(zero, nullptr, region.data()) == CL_INVALID_VALUE);
    CHECK(with(zero, zero, nullptr) == CL_INVALID_VALUE);
  }
}

TEST_CASE_METHOD(RectCopies, "clEnqueueCopyBufferRect: CL_MEM_COPY_OVERLAP within one memory, as bytes overlap") {
  constexpr size_t kBytes = 2048;
  std::mt19937 random(3);
  auto model = pattern(kBytes);
  const OwnMem buffer = makeBuffer(kBytes, CL_MEM_COPY_HOST_PTR, model.data());
  const OwnMem window(subBuffer(buffer, 0, 0, kBytes));  // another object: its pitches may be others
  unsigned overlaps = 0, fits = 0, differing = 0;
  const auto at = [&](size_t rowPitch, size_t slicePitch) {
    return Layout{{random() % 12, random() % 4, random() % 4}, rowPitch, slicePitch};
  };
  for (int round = 0; round < 2000; ++round) {
    const size_t row = 16 + random() % 8, slice = row * (4 + random() % 2);
    Layout source = at(row, slice), target = at(row, slice);
    const Size3 region{1 + random() % 6, 1 + random() % 3, 1 + random() % 3};
    const bool through = round % 4 == 0;
    if (through) {
      target.rowPitch += random() % 4;
      target.slicePitch = target.rowPitch * (4 + random() % 2);
    }
    const bool expected = overlap(source, target, region, kBytes);
    INFO("source " << source.origin[0] << " " << source.origin[1] << " " << source.origin[2] << " target "
                   << target.origin[0] << " " << target.origin[1] << " " << target.origin[2] << " region " << region[0]
                   << " " << region[1] << " " << region[2] << " pitches " << row << " " << slice);
    REQUIRE(copy(buffer, through ? window : buffer, source, target, region) ==
            (expected ? CL_MEM_COPY_OVERLAP : CL_SUCCESS));
    ++(expected ? overlaps : fits);
    if (!expected) {
      differing += through && target.rowPitch != row;
      copyBox(model, source, model, target, region);
    }
  }
  CHECK(contents(buffer, kBytes) == model);
  CHECK(overlaps > 200);
  CHECK(fits > 200);
  CHECK(differing > 50);
}

TEST_CASE_METHOD(RectCopies, "clEnqueueCopyBufferRect: CL_MEM_COPY_OVERLAP between sub-buffers of one buffer") {
  const OwnMem parent = makeBuffer(1024), first(subBuffer(parent, 0, 0, 512)), second(subBuffer(parent, 0, 128, 512));
  const Size3 region{8, 4, 1};
  CHECK(copy(first, second, {{0, 8, 0}, 16, 0}, {{0, 0, 0}, 16, 0}, region) == CL_MEM_COPY_OVERLAP);
  CHECK(copy(first, second, {{0, 8, 0}, 16, 0}, {{8, 0, 0}, 16, 0}, region) == CL_SUCCESS);   // beside each other
  CHECK(copy(first, second, {{0, 8, 0}, 16, 0}, {{0, 12, 0}, 16, 0}, region) == CL_SUCCESS);  // below
  // Pitches of their own: rows of 8 every 16 bytes against rows every 24.
  CHECK(copy(first, second, {{0, 8, 0}, 16, 0}, {{8, 0, 0}, 24, 0}, region) == CL_MEM_COPY_OVERLAP);
}
