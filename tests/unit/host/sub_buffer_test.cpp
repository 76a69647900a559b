// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

struct SubBuffers : WeftQueue {
  static constexpr size_t kAlign = 128;
  OwnMem parent = makeBuffer(4 * kAlign);

  cl_int error = 1;
  cl_mem make(cl_mem of, cl_mem_flags flags, size_t origin, size_t bytes) {
    const cl_buffer_region region{origin, bytes};
    return clCreateSubBuffer(of, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  }
};

TEST_CASE_METHOD(SubBuffers, "a sub-buffer is a window on its parent") {
  const auto data = pattern(4 * kAlign);
  REQUIRE(clEnqueueWriteBuffer(queue, parent, CL_TRUE, 0, data.size(), data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  OwnMem window(make(parent, 0, kAlign, 2 * kAlign));
  REQUIRE(error == CL_SUCCESS);
  CHECK(contents(window, 2 * kAlign) == std::vector<uint8_t>(data.begin() + kAlign, data.begin() + 3 * kAlign));
  const uint8_t mark = 0xee;
  REQUIRE(clEnqueueFillBuffer(queue, window, &mark, 1, 0, 1, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(contents(parent, 4 * kAlign)[kAlign] == mark);
  CHECK(info<cl_mem>(clGetMemObjectInfo, (cl_mem)window, CL_MEM_ASSOCIATED_MEMOBJECT) == parent);
  CHECK(info<size_t>(clGetMemObjectInfo, (cl_mem)window, CL_MEM_OFFSET) == kAlign);
  CHECK(info<size_t>(clGetMemObjectInfo, (cl_mem)window, CL_MEM_SIZE) == 2 * kAlign);
}

TEST_CASE_METHOD(SubBuffers, "the parent's memory outlives its release") {
  OwnMem window(make(parent, 0, kAlign, kAlign));
  const auto data = pattern(kAlign);
  REQUIRE(clEnqueueWriteBuffer(queue, window, CL_TRUE, 0, kAlign, data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  parent.reset();
  const OwnMem other = makeBuffer(4 * kAlign);
  const uint8_t zero = 0;
  REQUIRE(clEnqueueFillBuffer(queue, other, &zero, 1, 0, 4 * kAlign, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(contents(window, kAlign) == data);
}

TEST_CASE_METHOD(SubBuffers, "flags and host pointer are inherited") {
  std::vector<uint8_t> host(4 * kAlign);
  const OwnMem readOnly =
      makeBuffer(host.size(), CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_USE_HOST_PTR, host.data());
  OwnMem window(make(readOnly, 0, kAlign, kAlign));
  REQUIRE(error == CL_SUCCESS);
  CHECK(info<cl_mem_flags>(clGetMemObjectInfo, (cl_mem)window, CL_MEM_FLAGS) ==
        (CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_USE_HOST_PTR));
  CHECK(info<void *>(clGetMemObjectInfo, (cl_mem)window, CL_MEM_HOST_PTR) == host.data() + kAlign);
  for (const cl_mem_flags relaxed : {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY}) {
    CHECK(make(readOnly, relaxed, 0, kAlign) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
  }
}

TEST_CASE_METHOD(SubBuffers, "clCreateSubBuffer: errors") {
  CHECK(make(parent, 0, 0, 0) == nullptr);
  CHECK(error == CL_INVALID_BUFFER_SIZE);
  CHECK(make(parent, 0, 3 * kAlign, 2 * kAlign) == nullptr);
  CHECK(error == CL_INVALID_VALUE);
  CHECK(make(parent, 0, SIZE_MAX - kAlign + 1, kAlign) == nullptr);
  CHECK(error == CL_INVALID_VALUE);
  CHECK(make(parent, 0, 4, kAlign) == nullptr);
  CHECK(error == CL_MISALIGNED_SUB_BUFFER_OFFSET);
  CHECK(make(parent, CL_MEM_USE_HOST_PTR, 0, kAlign) == nullptr);
  CHECK(error == CL_INVALID_VALUE);
  CHECK(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_VALUE);
  const cl_buffer_region region{0, kAlign};
  CHECK(clCreateSubBuffer(parent, 0, 0x7777, &region, &error) == nullptr);
  CHECK(error == CL_INVALID_VALUE);
  OwnMem window(make(parent, 0, 0, kAlign));
  CHECK(make(window, 0, 0, kAlign) == nullptr);
  CHECK(error == CL_INVALID_MEM_OBJECT);
}
