// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

using namespace test;

#include <random>

namespace {

struct Maps : WeftQueue {
  std::vector<uint8_t> data = pattern(1000);
  OwnMem buffer = makeBuffer(1000, CL_MEM_COPY_HOST_PTR, data.data());
  cl_int error = 1;

  uint8_t *map(cl_mem of, cl_map_flags flags, size_t offset, size_t bytes) {
    return static_cast<uint8_t *>(
        clEnqueueMapBuffer(queue, of, CL_TRUE, flags, offset, bytes, 0, nullptr, nullptr, &error));
  }
  cl_int fails(cl_mem of, cl_map_flags flags, size_t offset, size_t bytes) {
    CHECK(map(of, flags, offset, bytes) == nullptr);
    return error;
  }
  cl_int unmap(cl_mem of, void *pointer) { return clEnqueueUnmapMemObject(queue, of, pointer, 0, nullptr, nullptr); }
};

}  // namespace

TEST_CASE_METHOD(Maps, "clEnqueueMapBuffer: every map but an invalidating one shows the contents") {
  for (const cl_map_flags flags :
       {cl_map_flags(CL_MAP_READ), cl_map_flags(CL_MAP_WRITE), cl_map_flags(CL_MAP_READ | CL_MAP_WRITE)}) {
    const uint8_t *const pointer = map(buffer, flags, 100, 50);
    REQUIRE(error == CL_SUCCESS);
    CHECK(std::equal(pointer, pointer + 50, data.begin() + 100));
    REQUIRE(unmap(buffer, const_cast<uint8_t *>(pointer)) == CL_SUCCESS);
    const uint8_t mark = uint8_t(flags);
    REQUIRE(clEnqueueFillBuffer(queue, buffer, &mark, 1, 120, 5, 0, nullptr, nullptr) == CL_SUCCESS);
    std::fill_n(data.begin() + 120, 5, mark);
  }
}

TEST_CASE_METHOD(Maps, "clEnqueueMapBuffer: CL_MAP_WRITE_INVALIDATE_REGION replaces the region and nothing else") {
  uint8_t *const pointer = map(buffer, CL_MAP_WRITE_INVALIDATE_REGION, 10, 20);
  REQUIRE(error == CL_SUCCESS);
  std::fill_n(pointer, 20, uint8_t(0x55));
  std::fill_n(data.begin() + 10, 20, uint8_t(0x55));
  REQUIRE(unmap(buffer, pointer) == CL_SUCCESS);
  CHECK(contents(buffer, 1000) == data);
}

TEST_CASE_METHOD(Maps, "clEnqueueMapBuffer: a map of a CL_MEM_USE_HOST_PTR buffer is the host pointer") {
  std::vector<uint8_t> host = data;
  const OwnMem used = makeBuffer(1000, CL_MEM_USE_HOST_PTR, host.data());
  const uint8_t mark = 0x33;
  REQUIRE(clEnqueueFillBuffer(queue, used, &mark, 1, 4, 1, 0, nullptr, nullptr) == CL_SUCCESS);
  uint8_t *const pointer = map(used, CL_MAP_READ | CL_MAP_WRITE, 3, 10);
  CHECK(pointer == host.data() + 3);
  CHECK(host[4] == mark);
  host[5] = 0x44;
  REQUIRE(unmap(used, pointer) == CL_SUCCESS);
  CHECK(contents(used, 1000)[5] == 0x44);
  const OwnMem window(subBuffer(used, 0, 128, 256));
  CHECK(map(window, CL_MAP_READ, 5, 10) == host.data() + 133);
}

TEST_CASE_METHOD(Maps,
                 "clEnqueueMapBuffer: without blocking the pointer is known at once, the contents with the event") {
  const OwnEvent gate = makeUserEvent();
  OwnEvent event;
  const auto *const pointer = static_cast<uint8_t *>(
      clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_READ, 0, 1000, 1, &gate, &event, &error));
  REQUIRE(error == CL_SUCCESS);
  CHECK(statusOf(event) > CL_COMPLETE);
  CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_MAP_BUFFER);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  REQUIRE(clWaitForEvents(1, &event) == CL_SUCCESS);
  CHECK(std::equal(data.begin(), data.end(), pointer));
}

TEST_CASE_METHOD(Maps, "clEnqueueMapBuffer: maps overlap, count, and show what the device wrote since") {
  uint8_t *const first = map(buffer, CL_MAP_READ, 0, 1000), *const second = map(buffer, CL_MAP_READ, 500, 10);
  CHECK(second == first + 500);
  CHECK(info<cl_uint>(clGetMemObjectInfo, (cl_mem)buffer, CL_MEM_MAP_COUNT) == 2);
  REQUIRE(unmap(buffer, first) == CL_SUCCESS);
  REQUIRE(unmap(buffer, second) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetMemObjectInfo, (cl_mem)buffer, CL_MEM_MAP_COUNT) == 0);
  const uint8_t mark = 0x77;
  REQUIRE(clEnqueueFillBuffer(queue, buffer, &mark, 1, 0, 1000, 0, nullptr, nullptr) == CL_SUCCESS);
  const uint8_t *const again = map(buffer, CL_MAP_READ, 0, 1000);
  CHECK(std::all_of(again, again + 1000, [](uint8_t byte) { return byte == 0x77; }));
}

TEST_CASE_METHOD(Maps, "clEnqueueMapBuffer: random maps, writes and unmaps agree with a plain memory") {
  for (const cl_mem_flags flags : {0, CL_MEM_ALLOC_HOST_PTR, CL_MEM_USE_HOST_PTR}) {
    std::vector<uint8_t> host = data, model = data;
    const OwnMem of = makeBuffer(1000, flags | (flags & CL_MEM_USE_HOST_PTR ? 0 : CL_MEM_COPY_HOST_PTR), host.data());
    std::mt19937 random(unsigned(flags) + 1);
    for (int round = 0; round < 300; ++round) {
      const size_t bytes = 1 + random() % 300, at = random() % (1000 - bytes);
      const auto fresh = pattern(bytes, unsigned(random()));
      switch (random() % 4) {
      case 0:
        REQUIRE(clEnqueueWriteBuffer(queue, of, CL_TRUE, at, bytes, fresh.data(), 0, nullptr, nullptr) == CL_SUCCESS);
        std::copy(fresh.begin(), fresh.end(), model.begin() + long(at));
        break;
      case 1: {
        uint8_t *const pointer = map(of, CL_MAP_READ, at, bytes);
        REQUIRE(std::equal(pointer, pointer + bytes, model.begin() + long(at)));
        REQUIRE(unmap(of, pointer) == CL_SUCCESS);
        break;
      }
      case 2: {
        uint8_t *const pointer = map(of, CL_MAP_WRITE, at, bytes);
        REQUIRE(std::equal(pointer, pointer + bytes, model.begin() + long(at)));
        pointer[bytes / 2] = model[at + bytes / 2] = uint8_t(random());
        REQUIRE(unmap(of, pointer) == CL_SUCCESS);
        break;
      }
      case 3: {
        uint8_t *const pointer = map(of, CL_MAP_WRITE_INVALIDATE_REGION, at, bytes);
        std::copy(fresh.begin(), fresh.end(), pointer);
        std::copy(fresh.begin(), fresh.end(), model.begin() + long(at));
        REQUIRE(unmap(of, pointer) == CL_SUCCESS);
        break;
      }
      }
    }
    CHECK(contents(of, 1000) == model);
  }
}

TEST_CASE_METHOD(Maps, "clEnqueueMapBuffer: errors of every command") {
  checkCommonErrors(*this, [&](cl_command_queue on, cl_mem of, cl_uint count, const cl_event *waits, cl_event *event) {
    cl_int code = 1;
    CHECK(clEnqueueMapBuffer(on, of, CL_TRUE, CL_MAP_READ, 0, 16, count, waits, event, &code) == nullptr);
    return code;
  });
  checkFailedWaitList(*this, [&](cl_uint count, const cl_event *waits, cl_event *event) {
    clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 16, count, waits, event, &error);
    CHECK(info<cl_uint>(clGetMemObjectInfo, (cl_mem)buffer, CL_MEM_MAP_COUNT) == 0);
    return error;
  });
}

TEST_CASE_METHOD(Maps, "clEnqueueMapBuffer: CL_INVALID_VALUE, out of bounds or of no bytes") {
  CHECK(fails(buffer, CL_MAP_READ, 0, 1001) == CL_INVALID_VALUE);
  CHECK(fails(buffer, CL_MAP_READ, 1000, 1) == CL_INVALID_VALUE);
  CHECK(fails(buffer, CL_MAP_READ, SIZE_MAX, 2) == CL_INVALID_VALUE);
  CHECK(fails(buffer, CL_MAP_READ, 0, 0) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Maps, "clEnqueueMapBuffer: CL_INVALID_VALUE, map_flags") {
  CHECK(fails(buffer, 0x100, 0, 10) == CL_INVALID_VALUE);
  CHECK(fails(buffer, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, 0, 10) == CL_INVALID_VALUE);
  CHECK(fails(buffer, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 10) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Maps, "clEnqueueMapBuffer: CL_INVALID_OPERATION, the buffer's flags forbid it") {
  const struct {
    cl_mem_flags memory;
    cl_map_flags map;
    cl_int expected;
  } cases[] = {{CL_MEM_HOST_NO_ACCESS, CL_MAP_READ, CL_INVALID_OPERATION},
               {CL_MEM_HOST_NO_ACCESS, CL_MAP_WRITE, CL_INVALID_OPERATION},
               {CL_MEM_HOST_NO_ACCESS, CL_MAP_WRITE_INVALIDATE_REGION, CL_INVALID_OPERATION},
               {CL_MEM_HOST_WRITE_ONLY, CL_MAP_READ, CL_INVALID_OPERATION},
               {CL_MEM_HOST_WRITE_ONLY, CL_MAP_WRITE, CL_SUCCESS},
               {CL_MEM_HOST_WRITE_ONLY, CL_MAP_WRITE_INVALIDATE_REGION, CL_SUCCESS},
               {CL_MEM_HOST_READ_ONLY, CL_MAP_READ, CL_SUCCESS},
               {CL_MEM_HOST_READ_ONLY, CL_MAP_WRITE, CL_INVALID_OPERATION},
               {CL_MEM_HOST_READ_ONLY, CL_MAP_WRITE_INVALIDATE_REGION, CL_INVALID_OPERATION}};
  for (const auto &each : cases) {
    map(makeBuffer(16, each.memory), each.map, 0, 10);
    CHECK(error == each.expected);
  }
}

TEST_CASE_METHOD(Maps, "clEnqueueMapBuffer: CL_INVALID_OPERATION, it overlaps a region mapped for writing") {
  const OwnMem window(subBuffer(buffer, 0, 128, 256));
  uint8_t *const part = map(window, CL_MAP_WRITE, 2, 10);
  REQUIRE(error == CL_SUCCESS);
  CHECK(fails(window, CL_MAP_WRITE, 11, 10) == CL_INVALID_OPERATION);
  CHECK(fails(buffer, CL_MAP_WRITE, 139, 10) == CL_INVALID_OPERATION);  // not even through another object
  CHECK(fails(buffer, CL_MAP_WRITE_INVALIDATE_REGION, 0, 131) == CL_INVALID_OPERATION);
  uint8_t *const beside = map(buffer, CL_MAP_WRITE, 140, 10);
  CHECK(error == CL_SUCCESS);
  CHECK(beside == part + 10);
  CHECK(unmap(window, part) == CL_SUCCESS);
  map(buffer, CL_MAP_WRITE, 130, 10);
  CHECK(error == CL_SUCCESS);
}
