// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

using namespace test;

namespace {

struct Unmaps : WeftQueue {
  std::vector<uint8_t> data = pattern(1000);
  OwnMem buffer = makeBuffer(1000, CL_MEM_COPY_HOST_PTR, data.data());

  uint8_t *map(cl_mem of, cl_map_flags flags, size_t offset, size_t bytes) {
    cl_int error = 1;
    void *const pointer = clEnqueueMapBuffer(queue, of, CL_TRUE, flags, offset, bytes, 0, nullptr, nullptr, &error);
    REQUIRE(error == CL_SUCCESS);
    return static_cast<uint8_t *>(pointer);
  }
  cl_int unmap(cl_mem of, void *pointer) { return clEnqueueUnmapMemObject(queue, of, pointer, 0, nullptr, nullptr); }
};

}  // namespace

TEST_CASE_METHOD(Unmaps, "clEnqueueUnmapMemObject: what was written reaches the device") {
  for (const cl_map_flags flags : {cl_map_flags(CL_MAP_READ | CL_MAP_WRITE), cl_map_flags(CL_MAP_WRITE)}) {
    uint8_t *const pointer = map(buffer, flags, 100, 50);
    pointer[7] ^= 0xff;
    data[107] ^= 0xff;
    OwnEvent event;
    REQUIRE(clEnqueueUnmapMemObject(queue, buffer, pointer, 0, nullptr, &event) == CL_SUCCESS);
    CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_UNMAP_MEM_OBJECT);
    CHECK(contents(buffer, 1000) == data);
  }
}

TEST_CASE_METHOD(Unmaps, "clEnqueueUnmapMemObject: waits for its events") {
  uint8_t *const pointer = map(buffer, CL_MAP_WRITE_INVALIDATE_REGION, 0, 1000);
  const OwnEvent gate = makeUserEvent();
  REQUIRE(clEnqueueUnmapMemObject(queue, buffer, pointer, 1, &gate, nullptr) == CL_SUCCESS);
  std::fill_n(pointer, 1000, uint8_t(9));
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(contents(buffer, 1000) == std::vector<uint8_t>(1000, 9));
}

TEST_CASE_METHOD(Unmaps, "clEnqueueUnmapMemObject: errors of every command") {
  checkCommonErrors(*this, [&](cl_command_queue on, cl_mem of, cl_uint count, const cl_event *waits, cl_event *event) {
    void *const pointer = map(buffer, CL_MAP_READ, 0, 10);
    const cl_int code = clEnqueueUnmapMemObject(on, of, pointer, count, waits, event);
    CHECK(unmap(buffer, pointer) == CL_SUCCESS);  // it is still mapped
    return code;
  });
}

TEST_CASE_METHOD(Unmaps, "clEnqueueUnmapMemObject: CL_INVALID_VALUE, the pointer is not from a map of the object") {
  CHECK(unmap(buffer, data.data()) == CL_INVALID_VALUE);  // nothing is mapped
  uint8_t *const pointer = map(buffer, CL_MAP_READ, 10, 20);
  CHECK(unmap(buffer, pointer + 1) == CL_INVALID_VALUE);
  CHECK(unmap(buffer, nullptr) == CL_INVALID_VALUE);
  CHECK(unmap(makeBuffer(1000), pointer) == CL_INVALID_VALUE);
  const OwnMem window(subBuffer(buffer, 0, 0, 128));
  CHECK(unmap(window, pointer) == CL_INVALID_VALUE);  // mapped through another object
  CHECK(unmap(buffer, pointer) == CL_SUCCESS);
  CHECK(unmap(buffer, pointer) == CL_INVALID_VALUE);  // twice
}

TEST_CASE_METHOD(Unmaps, "clEnqueueUnmapMemObject: a map that failed leaves nothing to take over") {
  // The contents are the device's alone.
  REQUIRE(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 1000, data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  const OwnEvent gate = makeUserEvent();
  REQUIRE(clSetUserEventStatus(gate, -7) == CL_SUCCESS);
  for (const cl_map_flags flags : {CL_MAP_READ | CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION}) {
    cl_int error = 1;
    OwnEvent event;
    void *const pointer = clEnqueueMapBuffer(queue, buffer, CL_FALSE, flags, 0, 1000, 1, &gate, &event, &error);
    REQUIRE(error == CL_SUCCESS);
    REQUIRE(statusOf(event) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    CHECK(info<cl_uint>(clGetMemObjectInfo, cl_mem(buffer), CL_MEM_MAP_COUNT) == 1);
    REQUIRE(unmap(buffer, pointer) == CL_SUCCESS);
    CHECK(info<cl_uint>(clGetMemObjectInfo, cl_mem(buffer), CL_MEM_MAP_COUNT) == 0);
    CHECK(contents(buffer, 1000) == data);
  }
}

TEST_CASE_METHOD(Unmaps, "clEnqueueUnmapMemObject: if it does not run, all places agree on the contents") {
  REQUIRE(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 1000, data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  uint8_t *const pointer = map(buffer, CL_MAP_READ | CL_MAP_WRITE, 0, 1000);
  std::fill_n(pointer, 1000, uint8_t(9));
  const OwnEvent gate = makeUserEvent();
  REQUIRE(clSetUserEventStatus(gate, -7) == CL_SUCCESS);
  OwnEvent event;
  REQUIRE(clEnqueueUnmapMemObject(queue, buffer, pointer, 1, &gate, &event) == CL_SUCCESS);
  REQUIRE(statusOf(event) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  // The device and a map agree.
  const auto now = contents(buffer, 1000);
  const uint8_t *const again = map(buffer, CL_MAP_READ, 0, 1000);
  CHECK(std::equal(now.begin(), now.end(), again));
  CHECK(unmap(buffer, const_cast<uint8_t *>(again)) == CL_SUCCESS);
}
