// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueCopyBuffer") {
  auto from = pattern(600, 1), to = pattern(600, 2);
  const OwnMem source = makeBuffer(600, CL_MEM_COPY_HOST_PTR, from.data());
  const OwnMem target = makeBuffer(600, CL_MEM_COPY_HOST_PTR, to.data());
  REQUIRE(clEnqueueCopyBuffer(queue, source, target, 17, 130, 333, 0, nullptr, nullptr) == CL_SUCCESS);
  std::copy_n(from.begin() + 17, 333, to.begin() + 130);
  CHECK(contents(target, 600) == to);
  CHECK(contents(source, 600) == from);
  CHECK(clEnqueueCopyBuffer(queue, source, source, 0, 300, 300, 0, nullptr, nullptr) == CL_SUCCESS);
  std::copy_n(from.begin(), 300, from.begin() + 300);
  CHECK(contents(source, 600) == from);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueCopyBuffer: errors") {
  const OwnMem a = makeBuffer(512), b = makeBuffer(512);
  CHECK(clEnqueueCopyBuffer(queue, a, b, 1, 0, 512, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueCopyBuffer(queue, a, b, 0, 1, 512, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueCopyBuffer(queue, a, a, 0, 10, 11, 0, nullptr, nullptr) == CL_MEM_COPY_OVERLAP);
  CHECK(clEnqueueCopyBuffer(queue, a, a, 10, 0, 11, 0, nullptr, nullptr) == CL_MEM_COPY_OVERLAP);
  CHECK(clEnqueueCopyBuffer(queue, a, a, 0, 11, 11, 0, nullptr, nullptr) == CL_SUCCESS);
  // Sub-buffers of one parent overlap where their windows do.
  const cl_buffer_region low{0, 256}, high{128, 256};
  const OwnMem first(clCreateSubBuffer(a, 0, CL_BUFFER_CREATE_TYPE_REGION, &low, nullptr));
  const OwnMem second(clCreateSubBuffer(a, 0, CL_BUFFER_CREATE_TYPE_REGION, &high, nullptr));
  CHECK(clEnqueueCopyBuffer(queue, first, second, 100, 0, 29, 0, nullptr, nullptr) == CL_MEM_COPY_OVERLAP);
  CHECK(clEnqueueCopyBuffer(queue, first, second, 100, 0, 28, 0, nullptr, nullptr) == CL_SUCCESS);
  const OwnContext foreign = makeContext();
  const OwnMem other(clCreateBuffer(foreign, 0, 512, nullptr, nullptr));
  CHECK(clEnqueueCopyBuffer(queue, a, other, 0, 0, 1, 0, nullptr, nullptr) == CL_INVALID_CONTEXT);
}

TEST_CASE_METHOD(WeftQueue, "clEnqueueMigrateMemObjects keeps the contents") {
  auto data = pattern(100);
  const OwnMem buffer = makeBuffer(100, CL_MEM_COPY_HOST_PTR, data.data());
  OwnEvent event;
  REQUIRE(clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, 0, nullptr, &event) == CL_SUCCESS);
  CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) ==
        CL_COMMAND_MIGRATE_MEM_OBJECTS);
  REQUIRE(clEnqueueMigrateMemObjects(queue, 1, &buffer, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(contents(buffer, 100) == data);
  CHECK(clEnqueueMigrateMemObjects(queue, 0, &buffer, 0, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueMigrateMemObjects(queue, 1, nullptr, 0, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueMigrateMemObjects(queue, 1, &buffer, 0x10, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}
