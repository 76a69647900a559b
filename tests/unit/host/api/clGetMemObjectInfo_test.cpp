// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clGetMemObjectInfo: a buffer") {
  const OwnMem own = makeBuffer(100, CL_MEM_HOST_READ_ONLY);
  const cl_mem buffer = own;
  CHECK(info<cl_mem_object_type>(clGetMemObjectInfo, buffer, CL_MEM_TYPE) == CL_MEM_OBJECT_BUFFER);
  CHECK(info<cl_mem_flags>(clGetMemObjectInfo, buffer, CL_MEM_FLAGS) == (CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY));
  CHECK(info<size_t>(clGetMemObjectInfo, buffer, CL_MEM_SIZE) == 100);
  CHECK(info<void *>(clGetMemObjectInfo, buffer, CL_MEM_HOST_PTR) == nullptr);
  CHECK(info<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_REFERENCE_COUNT) == 1);
  CHECK(info<cl_context>(clGetMemObjectInfo, buffer, CL_MEM_CONTEXT) == context);
  CHECK(info<cl_mem>(clGetMemObjectInfo, buffer, CL_MEM_ASSOCIATED_MEMOBJECT) == nullptr);
  CHECK(info<size_t>(clGetMemObjectInfo, buffer, CL_MEM_OFFSET) == 0);
  CHECK(info<cl_bool>(clGetMemObjectInfo, buffer, CL_MEM_USES_SVM_POINTER) == CL_FALSE);
  size_t size = 1;
  CHECK(clGetMemObjectInfo(buffer, CL_MEM_PROPERTIES, 0, nullptr, &size) == CL_SUCCESS);
  CHECK(size == 0);

  CHECK(info<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT) == 0);
  cl_int error = 1;
  void *pointer = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 100, 0, nullptr, nullptr, &error);
  CHECK(info<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT) == 1);
  REQUIRE(clEnqueueUnmapMemObject(queue, buffer, pointer, 0, nullptr, nullptr) == CL_SUCCESS);
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT) == 0);
}

TEST_CASE_METHOD(Weft, "clGetMemObjectInfo: a sub-buffer") {
  std::vector<uint8_t> host(512);
  const OwnMem parent = makeBuffer(512, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_USE_HOST_PTR, host.data());
  const OwnMem own(subBuffer(parent, 0, 128, 256));
  const cl_mem window = own;
  CHECK(info<cl_mem_object_type>(clGetMemObjectInfo, window, CL_MEM_TYPE) == CL_MEM_OBJECT_BUFFER);
  CHECK(info<cl_mem_flags>(clGetMemObjectInfo, window, CL_MEM_FLAGS) ==
        (CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_USE_HOST_PTR));
  CHECK(info<size_t>(clGetMemObjectInfo, window, CL_MEM_SIZE) == 256);
  CHECK(info<void *>(clGetMemObjectInfo, window, CL_MEM_HOST_PTR) == host.data() + 128);
  CHECK(info<void *>(clGetMemObjectInfo, (cl_mem)parent, CL_MEM_HOST_PTR) == host.data());
  CHECK(info<cl_mem>(clGetMemObjectInfo, window, CL_MEM_ASSOCIATED_MEMOBJECT) == parent);
  CHECK(info<size_t>(clGetMemObjectInfo, window, CL_MEM_OFFSET) == 128);
  CHECK(info<cl_context>(clGetMemObjectInfo, window, CL_MEM_CONTEXT) == context);
}

TEST_CASE_METHOD(Weft, "clGetMemObjectInfo: CL_MEM_HOST_PTR is for CL_MEM_USE_HOST_PTR only") {
  std::vector<uint8_t> host(64);
  const OwnMem copied = makeBuffer(64, CL_MEM_COPY_HOST_PTR, host.data()), own = makeBuffer(64, CL_MEM_ALLOC_HOST_PTR);
  CHECK(info<void *>(clGetMemObjectInfo, (cl_mem)copied, CL_MEM_HOST_PTR) == nullptr);
  CHECK(info<void *>(clGetMemObjectInfo, (cl_mem)own, CL_MEM_HOST_PTR) == nullptr);
}

TEST_CASE_METHOD(Weft, "clGetMemObjectInfo: CL_INVALID_VALUE, an unknown query or too little room") {
  const OwnMem buffer = makeBuffer(64);
  cl_uint value = 0;
  CHECK(clGetMemObjectInfo(buffer, 0x1, sizeof(value), &value, nullptr) == CL_INVALID_VALUE);
  CHECK(clGetMemObjectInfo(buffer, CL_IMAGE_WIDTH, sizeof(value), &value, nullptr) == CL_INVALID_VALUE);
  CHECK(clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof(size_t) - 1, &value, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Weft, "clGetMemObjectInfo: CL_INVALID_MEM_OBJECT") {
  CHECK(clGetMemObjectInfo(nullptr, CL_MEM_SIZE, 0, nullptr, nullptr) == CL_INVALID_MEM_OBJECT);
  const auto wrong = reinterpret_cast<cl_mem>(cl_context(context));
  CHECK(clGetMemObjectInfo(wrong, CL_MEM_SIZE, 0, nullptr, nullptr) == CL_INVALID_MEM_OBJECT);
}
