// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clReleaseMemObject: a buffer goes after the commands that use it") {
  auto data = pattern(256);
  OwnMem buffer = makeBuffer(256, CL_MEM_COPY_HOST_PTR, data.data());
  const OwnEvent gate = makeUserEvent();
  std::vector<uint8_t> back(256);
  REQUIRE(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 256, back.data(), 1, &gate, nullptr) == CL_SUCCESS);
  bool gone = false;
  REQUIRE(clSetMemObjectDestructorCallback(
              buffer, [](cl_mem, void *flag) { *static_cast<bool *>(flag) = true; }, &gone) == CL_SUCCESS);
  REQUIRE(clReleaseMemObject(buffer) == CL_SUCCESS);
  *&buffer = nullptr;
  CHECK(!gone);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  CHECK(gone);
  CHECK(back == data);
}

TEST_CASE_METHOD(Weft, "clReleaseMemObject: many buffers of any size leave the memory as it was") {
  const auto most = size_t(info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE));
  for (size_t i = 0; i < 100'000; ++i) {
    const cl_mem buffer = clCreateBuffer(context, 0, 1 + i * 7919 % 1'000'000, nullptr, nullptr);
    REQUIRE(buffer);
    REQUIRE(clReleaseMemObject(buffer) == CL_SUCCESS);
  }
  std::vector<OwnMem> all;
  for (cl_ulong taken = 0; taken + most <= info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_GLOBAL_MEM_SIZE);
       taken += most)
    all.push_back(makeBuffer(most));
}

TEST_CASE_METHOD(Weft, "clReleaseMemObject: CL_INVALID_MEM_OBJECT") {
  CHECK(clReleaseMemObject(nullptr) == CL_INVALID_MEM_OBJECT);
  CHECK(clReleaseMemObject(reinterpret_cast<cl_mem>(cl_context(context))) == CL_INVALID_MEM_OBJECT);
}
