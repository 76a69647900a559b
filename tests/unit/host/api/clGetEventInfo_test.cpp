// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clGetEventInfo") {
  OwnEvent own;
  const OwnEvent gate = makeUserEvent();
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &gate, &own) == CL_SUCCESS);
  const cl_event event = own;
  CHECK(info<cl_command_queue>(clGetEventInfo, event, CL_EVENT_COMMAND_QUEUE) == queue);
  CHECK(info<cl_context>(clGetEventInfo, event, CL_EVENT_CONTEXT) == context);
  CHECK(info<cl_command_type>(clGetEventInfo, event, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_MARKER);
  CHECK(info<cl_uint>(clGetEventInfo, event, CL_EVENT_REFERENCE_COUNT) == 1);
  CHECK(info<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS) == CL_SUBMITTED);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  REQUIRE(clWaitForEvents(1, &event) == CL_SUCCESS);
  CHECK(info<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS) == CL_COMPLETE);
}

TEST_CASE_METHOD(WeftQueue, "clGetEventInfo: the type of each command") {
  const OwnMem a = makeBuffer(64), b = makeBuffer(64);
  uint8_t data[64] = {};
  const size_t origin[3] = {}, region[3] = {8, 2, 1};
  const cl_mem list[] = {a};
  cl_int error = 1;
  OwnEvent event;
  const auto typeIs = [&](cl_int code, cl_command_type type) {
    REQUIRE(code == CL_SUCCESS);
    CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) == type);
    REQUIRE(clWaitForEvents(1, &event) == CL_SUCCESS);
    event.reset();
  };
  typeIs(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 64, data, 0, nullptr, &event), CL_COMMAND_READ_BUFFER);
  typeIs(clEnqueueWriteBuffer(queue, a, CL_TRUE, 0, 64, data, 0, nullptr, &event), CL_COMMAND_WRITE_BUFFER);
  typeIs(clEnqueueReadBufferRect(queue, a, CL_TRUE, origin, origin, region, 0, 0, 0, 0, data, 0, nullptr, &event),
         CL_COMMAND_READ_BUFFER_RECT);
  typeIs(clEnqueueWriteBufferRect(queue, a, CL_TRUE, origin, origin, region, 0, 0, 0, 0, data, 0, nullptr, &event),
         CL_COMMAND_WRITE_BUFFER_RECT);
  typeIs(clEnqueueCopyBuffer(queue, a, b, 0, 0, 64, 0, nullptr, &event), CL_COMMAND_COPY_BUFFER);
  typeIs(clEnqueueCopyBufferRect(queue, a, b, origin, origin, region, 0, 0, 0, 0, 0, nullptr, &event),
         CL_COMMAND_COPY_BUFFER_RECT);
  typeIs(clEnqueueFillBuffer(queue, a, data, 1, 0, 64, 0, nullptr, &event), CL_COMMAND_FILL_BUFFER);
  typeIs(clEnqueueMigrateMemObjects(queue, 1, list, 0, 0, nullptr, &event), CL_COMMAND_MIGRATE_MEM_OBJECTS);
  void *pointer = clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr, &event, &error);
  typeIs(error, CL_COMMAND_MAP_BUFFER);
  typeIs(clEnqueueUnmapMemObject(queue, a, pointer, 0, nullptr, &event), CL_COMMAND_UNMAP_MEM_OBJECT);
  typeIs(clEnqueueBarrierWithWaitList(queue, 0, nullptr, &event), CL_COMMAND_BARRIER);
}

TEST_CASE_METHOD(WeftQueue, "clGetEventInfo: errors") {
  const OwnEvent user = makeUserEvent();
  cl_int value = 0;
  SECTION("CL_INVALID_EVENT") {
    CHECK(clGetEventInfo(nullptr, CL_EVENT_CONTEXT, 0, nullptr, nullptr) == CL_INVALID_EVENT);
    CHECK(clGetEventInfo(wrongHandle<cl_event>(device), CL_EVENT_CONTEXT, 0, nullptr, nullptr) == CL_INVALID_EVENT);
  }
  SECTION("CL_INVALID_VALUE: unknown query") {
    CHECK(clGetEventInfo(user, 0x1, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: too little room") {
    CHECK(clGetEventInfo(user, CL_EVENT_COMMAND_EXECUTION_STATUS, 3, &value, nullptr) == CL_INVALID_VALUE);
    CHECK(clGetEventInfo(user, CL_EVENT_CONTEXT, 4, &value, nullptr) == CL_INVALID_VALUE);
  }
}
