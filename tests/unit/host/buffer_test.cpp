// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clCreateBuffer: contents by flag") {
  auto data = pattern(1000);
  const OwnMem copied = makeBuffer(1000, CL_MEM_COPY_HOST_PTR, data.data());
  const OwnMem both = makeBuffer(1000, CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, data.data());
  const OwnMem used = makeBuffer(1000, CL_MEM_USE_HOST_PTR, data.data());
  CHECK(contents(used, 1000) == data);
  const auto original = data;
  std::fill(data.begin(), data.end(), uint8_t(0));
  CHECK(contents(copied, 1000) == original);  // a snapshot
  CHECK(contents(both, 1000) == original);
  CHECK(info<void *>(clGetMemObjectInfo, (cl_mem)used, CL_MEM_HOST_PTR) == data.data());
  CHECK(info<void *>(clGetMemObjectInfo, (cl_mem)copied, CL_MEM_HOST_PTR) == nullptr);
}

TEST_CASE_METHOD(Weft, "clCreateBuffer: errors") {
  cl_int error = 1;
  uint8_t byte[16] = {};
  const auto fails = [&](cl_mem_flags flags, size_t bytes, void *hostPtr) {
    CHECK(clCreateBuffer(context, flags, bytes, hostPtr, &error) == nullptr);
    return error;
  };
  CHECK(fails(0, 0, nullptr) == CL_INVALID_BUFFER_SIZE);
  const auto most = info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  CHECK(fails(0, size_t(most) + 1, nullptr) == CL_INVALID_BUFFER_SIZE);
  CHECK(fails(cl_mem_flags(1) << 40, 16, nullptr) == CL_INVALID_VALUE);
  CHECK(fails(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16, nullptr) == CL_INVALID_VALUE);
  CHECK(fails(CL_MEM_READ_ONLY | CL_MEM_READ_WRITE, 16, nullptr) == CL_INVALID_VALUE);
  CHECK(fails(CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_READ_ONLY, 16, nullptr) == CL_INVALID_VALUE);
  CHECK(fails(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 16, byte) == CL_INVALID_VALUE);
  CHECK(fails(CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 16, byte) == CL_INVALID_VALUE);
  CHECK(fails(CL_MEM_USE_HOST_PTR, 16, nullptr) == CL_INVALID_HOST_PTR);
  CHECK(fails(CL_MEM_COPY_HOST_PTR, 16, nullptr) == CL_INVALID_HOST_PTR);
  CHECK(fails(0, 16, byte) == CL_INVALID_HOST_PTR);
  CHECK(fails(CL_MEM_ALLOC_HOST_PTR, 16, byte) == CL_INVALID_HOST_PTR);
}

TEST_CASE_METHOD(Weft, "clCreateBuffer: device memory runs out and comes back") {
  const auto most = size_t(info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE));
  const auto total = info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_GLOBAL_MEM_SIZE);
  for (int round = 0; round < 2; ++round) {
    std::vector<OwnMem> buffers;
    cl_int error = CL_SUCCESS;
    for (cl_ulong taken = 0; taken + most <= total; taken += most)
      buffers.push_back(makeBuffer(most));
    cl_mem none = clCreateBuffer(context, 0, most, nullptr, &error);
    CHECK(none == nullptr);
    CHECK(error == CL_MEM_OBJECT_ALLOCATION_FAILURE);
  }
}

TEST_CASE_METHOD(Weft, "clCreateBufferWithProperties") {
  cl_int error = 1;
  const cl_mem_properties none[] = {0}, unknown[] = {0x7777, 1, 0};
  OwnMem buffer(clCreateBufferWithProperties(context, none, 0, 16, nullptr, &error));
  CHECK(error == CL_SUCCESS);
  CHECK(clCreateBufferWithProperties(context, unknown, 0, 16, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_PROPERTY);
}

TEST_CASE_METHOD(Weft, "clGetMemObjectInfo") {
  const OwnMem own = makeBuffer(100, CL_MEM_HOST_READ_ONLY);
  const cl_mem buffer = own;
  CHECK(info<cl_mem_object_type>(clGetMemObjectInfo, buffer, CL_MEM_TYPE) == CL_MEM_OBJECT_BUFFER);
  CHECK(info<cl_mem_flags>(clGetMemObjectInfo, buffer, CL_MEM_FLAGS) == (CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY));
  CHECK(info<size_t>(clGetMemObjectInfo, buffer, CL_MEM_SIZE) == 100);
  CHECK(info<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT) == 0);
  CHECK(info<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_REFERENCE_COUNT) == 1);
  CHECK(info<cl_context>(clGetMemObjectInfo, buffer, CL_MEM_CONTEXT) == context);
  CHECK(info<cl_mem>(clGetMemObjectInfo, buffer, CL_MEM_ASSOCIATED_MEMOBJECT) == nullptr);
  CHECK(info<size_t>(clGetMemObjectInfo, buffer, CL_MEM_OFFSET) == 0);
  CHECK(clGetMemObjectInfo(buffer, 0x1, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(WeftQueue, "clSetMemObjectDestructorCallback: in reverse order, after queued users") {
  static std::string order;
  order.clear();
  const auto note = [](cl_mem, void *letter) { order += *static_cast<char *>(letter); };
  char a = 'a', b = 'b';
  OwnMem buffer = makeBuffer(64);
  CHECK(clSetMemObjectDestructorCallback(buffer, nullptr, nullptr) == CL_INVALID_VALUE);
  REQUIRE(clSetMemObjectDestructorCallback(buffer, note, &a) == CL_SUCCESS);
  REQUIRE(clSetMemObjectDestructorCallback(buffer, note, &b) == CL_SUCCESS);
  OwnEvent gate = makeUserEvent();
  const uint8_t zero = 0;
  REQUIRE(clEnqueueFillBuffer(queue, buffer, &zero, 1, 0, 64, 1, &gate, nullptr) == CL_SUCCESS);
  buffer.reset();
  CHECK(order.empty());
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  CHECK(order == "ba");
}

TEST_CASE_METHOD(Weft, "clRetainMemObject and clReleaseMemObject") {
  OwnMem own = makeBuffer(64);
  const cl_mem buffer = own;
  REQUIRE(clRetainMemObject(buffer) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_REFERENCE_COUNT) == 2);
  REQUIRE(clReleaseMemObject(buffer) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_REFERENCE_COUNT) == 1);
  CHECK(clRetainMemObject(reinterpret_cast<cl_mem>(cl_context(context))) == CL_INVALID_MEM_OBJECT);
}
