// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

struct Maps : WeftQueue {
  std::vector<uint8_t> data = pattern(1000);
  OwnMem buffer = makeBuffer(1000, CL_MEM_COPY_HOST_PTR, data.data());
  cl_int error = 1;

  uint8_t *map(cl_mem of, cl_map_flags flags, size_t offset, size_t bytes, cl_bool blocking = CL_TRUE) {
    return static_cast<uint8_t *>(
        clEnqueueMapBuffer(queue, of, blocking, flags, offset, bytes, 0, nullptr, nullptr, &error));
  }
  cl_int unmap(cl_mem of, void *pointer) { return clEnqueueUnmapMemObject(queue, of, pointer, 0, nullptr, nullptr); }
};

TEST_CASE_METHOD(Maps, "a map shows the contents, and writes reach the device at unmap") {
  for (const cl_map_flags flags : {cl_map_flags(CL_MAP_READ | CL_MAP_WRITE), cl_map_flags(CL_MAP_WRITE)}) {
    uint8_t *pointer = map(buffer, flags, 100, 50);
    REQUIRE(error == CL_SUCCESS);
    CHECK(std::equal(pointer, pointer + 50, data.begin() + 100));
    pointer[7] ^= 0xff;
    data[107] ^= 0xff;
    REQUIRE(unmap(buffer, pointer) == CL_SUCCESS);
    CHECK(contents(buffer, 1000) == data);
  }
}

TEST_CASE_METHOD(Maps, "CL_MAP_WRITE_INVALIDATE_REGION replaces the region") {
  uint8_t *pointer = map(buffer, CL_MAP_WRITE_INVALIDATE_REGION, 10, 20);
  REQUIRE(error == CL_SUCCESS);
  std::fill_n(pointer, 20, uint8_t(0x55));
  std::fill_n(data.begin() + 10, 20, uint8_t(0x55));
  REQUIRE(unmap(buffer, pointer) == CL_SUCCESS);
  CHECK(contents(buffer, 1000) == data);
}

TEST_CASE_METHOD(Maps, "map counts; a later map sees the device's contents anew") {
  uint8_t *first = map(buffer, CL_MAP_READ, 0, 1000);
  uint8_t *second = map(buffer, CL_MAP_READ, 500, 10);
  CHECK(second == first + 500);
  CHECK(info<cl_uint>(clGetMemObjectInfo, (cl_mem)buffer, CL_MEM_MAP_COUNT) == 2);
  REQUIRE(unmap(buffer, first) == CL_SUCCESS);
  REQUIRE(unmap(buffer, second) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetMemObjectInfo, (cl_mem)buffer, CL_MEM_MAP_COUNT) == 0);
  CHECK(unmap(buffer, second) == CL_INVALID_VALUE);
  const uint8_t mark = 0x77;
  REQUIRE(clEnqueueFillBuffer(queue, buffer, &mark, 1, 0, 1000, 0, nullptr, nullptr) == CL_SUCCESS);
  first = map(buffer, CL_MAP_READ, 0, 1000);
  CHECK(std::all_of(first, first + 1000, [](uint8_t byte) { return byte == 0x77; }));
  CHECK(unmap(buffer, first) == CL_SUCCESS);
}

TEST_CASE_METHOD(Maps, "a map of a CL_MEM_USE_HOST_PTR buffer is the host pointer") {
  std::vector<uint8_t> host = data;
  const OwnMem used = makeBuffer(1000, CL_MEM_USE_HOST_PTR, host.data());
  const uint8_t mark = 0x33;
  REQUIRE(clEnqueueFillBuffer(queue, used, &mark, 1, 4, 1, 0, nullptr, nullptr) == CL_SUCCESS);
  uint8_t *pointer = map(used, CL_MAP_READ | CL_MAP_WRITE, 3, 10);
  CHECK(pointer == host.data() + 3);
  CHECK(host[4] == mark);
  host[5] = 0x44;
  REQUIRE(unmap(used, pointer) == CL_SUCCESS);
  CHECK(contents(used, 1000)[5] == 0x44);
}

TEST_CASE_METHOD(Maps, "a map that does not block returns its pointer at once") {
  const OwnEvent gate = makeUserEvent();
  OwnEvent event;
  auto *pointer = static_cast<uint8_t *>(
      clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_READ, 0, 1000, 1, &gate, &event, &error));
  REQUIRE(error == CL_SUCCESS);
  CHECK(statusOf(event) > CL_COMPLETE);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  REQUIRE(clWaitForEvents(1, &event) == CL_SUCCESS);
  CHECK(std::equal(data.begin(), data.end(), pointer));
  CHECK(unmap(buffer, pointer) == CL_SUCCESS);
}

TEST_CASE_METHOD(Maps, "maps of sub-buffers share the parent's host memory") {
  const cl_buffer_region region{128, 256};
  const OwnMem window(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  uint8_t *whole = map(buffer, CL_MAP_READ, 0, 1000);
  uint8_t *part = map(window, CL_MAP_WRITE, 2, 10);
  CHECK(part == whole + 130);
  CHECK(info<cl_uint>(clGetMemObjectInfo, (cl_mem)window, CL_MEM_MAP_COUNT) == 1);
  CHECK(unmap(buffer, part) == CL_INVALID_VALUE);  // mapped through another object
  // A second region mapped for writing must not overlap, not even through another object.
  CHECK(map(buffer, CL_MAP_WRITE, 139, 10) == nullptr);
  CHECK(error == CL_INVALID_OPERATION);
  uint8_t *beside = map(buffer, CL_MAP_WRITE, 140, 10);
  CHECK(error == CL_SUCCESS);
  CHECK(unmap(buffer, beside) == CL_SUCCESS);
  CHECK(unmap(window, part) == CL_SUCCESS);
  CHECK(unmap(buffer, whole) == CL_SUCCESS);
}

TEST_CASE_METHOD(Maps, "clEnqueueMapBuffer: errors") {
  const auto fails = [&](cl_mem of, cl_map_flags flags, size_t offset, size_t bytes) {
    CHECK(map(of, flags, offset, bytes) == nullptr);
    return error;
  };
  CHECK(fails(buffer, CL_MAP_READ, 0, 1001) == CL_INVALID_VALUE);
  CHECK(fails(buffer, CL_MAP_READ, 0, 0) == CL_INVALID_VALUE);
  CHECK(fails(buffer, 0x100, 0, 10) == CL_INVALID_VALUE);
  CHECK(fails(buffer, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, 0, 10) == CL_INVALID_VALUE);
  CHECK(fails(makeBuffer(16, CL_MEM_HOST_NO_ACCESS), CL_MAP_READ, 0, 10) == CL_INVALID_OPERATION);
  CHECK(fails(makeBuffer(16, CL_MEM_HOST_WRITE_ONLY), CL_MAP_READ, 0, 10) == CL_INVALID_OPERATION);
  CHECK(fails(makeBuffer(16, CL_MEM_HOST_READ_ONLY), CL_MAP_WRITE, 0, 10) == CL_INVALID_OPERATION);
  CHECK(unmap(buffer, data.data()) == CL_INVALID_VALUE);
}
