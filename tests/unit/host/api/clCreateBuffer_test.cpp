// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

using namespace test;

namespace {

struct Creation : WeftQueue {
  cl_int error = 1;
  uint8_t bytes[16] = {};
  cl_int fails(cl_mem_flags flags, size_t size, void *hostPtr) {
    error = 1;
    CHECK(clCreateBuffer(context, flags, size, hostPtr, &error) == nullptr);
    return error;
  }
};

}  // namespace

TEST_CASE_METHOD(Creation, "clCreateBuffer: contents by flag") {
  auto data = pattern(1000);
  const OwnMem copied = makeBuffer(1000, CL_MEM_COPY_HOST_PTR, data.data());
  const OwnMem both = makeBuffer(1000, CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, data.data());
  const OwnMem used = makeBuffer(1000, CL_MEM_USE_HOST_PTR, data.data());
  CHECK(contents(used, 1000) == data);
  const auto original = data;
  std::fill(data.begin(), data.end(), uint8_t(0));
  CHECK(contents(copied, 1000) == original);  // a snapshot
  CHECK(contents(both, 1000) == original);
}

TEST_CASE_METHOD(Creation, "clCreateBuffer: every combination of flags") {
  constexpr cl_mem_flags kAccess[] = {0, CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY};
  constexpr cl_mem_flags kHost[] = {0, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS};
  constexpr cl_mem_flags kPointer[] = {0, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR,
                                       CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR};
  for (const cl_mem_flags access : kAccess)
    for (const cl_mem_flags host : kHost)
      for (const cl_mem_flags pointer : kPointer) {
        const bool given = pointer & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
        const OwnMem buffer = makeBuffer(16, access | host | pointer, given ? bytes : nullptr);
        CHECK(info<cl_mem_flags>(clGetMemObjectInfo, (cl_mem)buffer, CL_MEM_FLAGS) ==
              ((access ? access : CL_MEM_READ_WRITE) | host | pointer));
      }
}

TEST_CASE_METHOD(Creation, "clCreateBuffer: errcode_ret may be NULL") {
  const OwnMem buffer(clCreateBuffer(context, 0, 16, nullptr, nullptr));
  CHECK(buffer);
  CHECK(clCreateBuffer(context, 0, 0, nullptr, nullptr) == nullptr);
}

TEST_CASE_METHOD(Creation, "clCreateBuffer: CL_INVALID_CONTEXT") {
  CHECK(clCreateBuffer(nullptr, 0, 16, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_CONTEXT);
  const auto queueAsContext = reinterpret_cast<cl_context>(cl_command_queue(queue));
  CHECK(clCreateBuffer(queueAsContext, 0, 16, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_CONTEXT);
}

TEST_CASE_METHOD(Creation, "clCreateBuffer: CL_INVALID_VALUE, flags that are unknown or exclude each other") {
  CHECK(fails(cl_mem_flags(1) << 40, 16, nullptr) == CL_INVALID_VALUE);
  CHECK(fails(CL_MEM_KERNEL_READ_AND_WRITE, 16, nullptr) == CL_INVALID_VALUE);  // for images
  CHECK(fails(CL_MEM_SVM_FINE_GRAIN_BUFFER, 16, nullptr) == CL_INVALID_VALUE);  // for clSVMAlloc
  CHECK(fails(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16, nullptr) == CL_INVALID_VALUE);
  CHECK(fails(CL_MEM_READ_ONLY | CL_MEM_READ_WRITE, 16, nullptr) == CL_INVALID_VALUE);
  CHECK(fails(CL_MEM_WRITE_ONLY | CL_MEM_READ_WRITE, 16, nullptr) == CL_INVALID_VALUE);
  CHECK(fails(CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_READ_ONLY, 16, nullptr) == CL_INVALID_VALUE);
  CHECK(fails(CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_WRITE_ONLY, 16, nullptr) == CL_INVALID_VALUE);
  CHECK(fails(CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, 16, nullptr) == CL_INVALID_VALUE);
  CHECK(fails(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 16, bytes) == CL_INVALID_VALUE);
  CHECK(fails(CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 16, bytes) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Creation, "clCreateBuffer: CL_INVALID_BUFFER_SIZE, 0 or more than CL_DEVICE_MAX_MEM_ALLOC_SIZE") {
  CHECK(fails(0, 0, nullptr) == CL_INVALID_BUFFER_SIZE);
  const auto most = info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  CHECK(fails(0, size_t(most) + 1, nullptr) == CL_INVALID_BUFFER_SIZE);
  CHECK(fails(0, SIZE_MAX, nullptr) == CL_INVALID_BUFFER_SIZE);
  // With several devices: more than that of all of them.
  UnevenBoards boards(platform);
  boards.makeLarge();
  CHECK(clCreateBuffer(boards.context, 0, size_t(UnevenBoards::largest(boards.roomy)) + 1, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_BUFFER_SIZE);
}

TEST_CASE_METHOD(Creation, "clCreateBuffer: CL_INVALID_HOST_PTR, where flags and host_ptr do not match") {
  CHECK(fails(CL_MEM_USE_HOST_PTR, 16, nullptr) == CL_INVALID_HOST_PTR);
  CHECK(fails(CL_MEM_COPY_HOST_PTR, 16, nullptr) == CL_INVALID_HOST_PTR);
  CHECK(fails(0, 16, bytes) == CL_INVALID_HOST_PTR);
  CHECK(fails(CL_MEM_ALLOC_HOST_PTR, 16, bytes) == CL_INVALID_HOST_PTR);
}

TEST_CASE_METHOD(Creation, "clCreateBuffer: CL_MEM_OBJECT_ALLOCATION_FAILURE, and the memory comes back") {
  const auto most = size_t(info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE));
  const auto total = info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_GLOBAL_MEM_SIZE);
  for (int round = 0; round < 2; ++round) {
    std::vector<OwnMem> buffers;
    for (cl_ulong taken = 0; taken + most <= total; taken += most)
      buffers.push_back(makeBuffer(most));
    CHECK(fails(0, most, nullptr) == CL_MEM_OBJECT_ALLOCATION_FAILURE);
  }
}
