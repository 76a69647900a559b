// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueMigrateMemObjects: contents are kept, to the device and to the host") {
  auto data = pattern(100), other = pattern(200, 2);
  const OwnMem first = makeBuffer(100, CL_MEM_COPY_HOST_PTR, data.data());
  const OwnMem second = makeBuffer(200, CL_MEM_USE_HOST_PTR, other.data());
  const cl_mem both[] = {first, second};
  OwnEvent event;
  REQUIRE(clEnqueueMigrateMemObjects(queue, 2, both, 0, 0, nullptr, &event) == CL_SUCCESS);
  CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) ==
        CL_COMMAND_MIGRATE_MEM_OBJECTS);
  const uint8_t mark = 0x31;
  REQUIRE(clEnqueueFillBuffer(queue, second, &mark, 1, 7, 3, 0, nullptr, nullptr) == CL_SUCCESS);
  const auto expected = contents(second, 200);
  REQUIRE(clEnqueueMigrateMemObjects(queue, 2, both, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr, nullptr) == CL_SUCCESS);
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  CHECK(other == expected);  // host_ptr has what the device wrote
  CHECK(contents(first, 100) == data);
  CHECK(contents(second, 200) == expected);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueMigrateMemObjects: undefined contents work again once they are written") {
  auto data = pattern(256);
  const OwnMem buffer = makeBuffer(256);
  for (const cl_mem_migration_flags to :
       {cl_mem_migration_flags(0), cl_mem_migration_flags(CL_MIGRATE_MEM_OBJECT_HOST)}) {
    REQUIRE(clEnqueueMigrateMemObjects(queue, 1, &buffer, to | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, nullptr,
                                       nullptr) == CL_SUCCESS);
    REQUIRE(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 256, data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
    CHECK(contents(buffer, 256) == data);
  }
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueMigrateMemObjects: of a sub-buffer, its window only") {
  auto data = pattern(512);
  const OwnMem parent = makeBuffer(512, CL_MEM_COPY_HOST_PTR, data.data()), window(subBuffer(parent, 0, 128, 128));
  REQUIRE(clEnqueueMigrateMemObjects(queue, 1, &window, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, nullptr, nullptr) ==
          CL_SUCCESS);
  const auto seen = contents(parent, 512);
  CHECK(std::equal(seen.begin(), seen.begin() + 128, data.begin()));
  CHECK(std::equal(seen.begin() + 256, seen.end(), data.begin() + 256));
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueMigrateMemObjects: errors of every command") {
  const OwnMem good = makeBuffer(64);
  checkCommonErrors(*this, [&](cl_command_queue on, cl_mem of, cl_uint count, const cl_event *waits, cl_event *event) {
    const cl_mem list[] = {good, of};
    return clEnqueueMigrateMemObjects(on, 2, list, 0, count, waits, event);
  });
}

TEST_CASE_METHOD(WeftQueue,
                 "clEnqueueMigrateMemObjects: CL_MEM_OBJECT_ALLOCATION_FAILURE, no room on the queue's device") {
  checkNoRoom(*this, [](cl_command_queue on, cl_mem large, cl_mem small, cl_event *event) {
    const cl_mem both[] = {small, large};
    return clEnqueueMigrateMemObjects(on, 2, both, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, nullptr, event);
  });
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueMigrateMemObjects: CL_INVALID_VALUE, no objects or unknown flags") {
  const OwnMem buffer = makeBuffer(64);
  CHECK(clEnqueueMigrateMemObjects(queue, 0, &buffer, 0, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueMigrateMemObjects(queue, 1, nullptr, 0, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueMigrateMemObjects(queue, 1, &buffer, 0x10, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}
