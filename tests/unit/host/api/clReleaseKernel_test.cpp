// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Kernels, "clReleaseKernel: a kernel keeps its program, and none of its arguments") {
  program.reset();
  OwnMem buffer = makeBuffer(64);
  static bool destroyed;
  destroyed = false;
  REQUIRE(clSetMemObjectDestructorCallback(buffer, [](cl_mem, void *) { destroyed = true; }, nullptr) == CL_SUCCESS);
  const cl_mem handle = buffer;
  REQUIRE(clSetKernelArg(kernel, 0, sizeof(handle), &handle) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetMemObjectInfo, handle, CL_MEM_REFERENCE_COUNT) == 1);
  buffer.reset();
  CHECK(destroyed);
}

TEST_CASE_METHOD(Kernels, "clReleaseKernel: a kernel stays while a launch of it is enqueued") {
  const OwnQueue queue = makeQueue();
  const OwnMem buffer = makeBuffer(256);
  const cl_mem handle = buffer;
  const cl_int n = 1;
  const cl_float4 v{};
  REQUIRE(clSetKernelArg(kernel, 0, sizeof(handle), &handle) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 1, 64, nullptr) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 2, sizeof(n), &n) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 3, sizeof(v), &v) == CL_SUCCESS);
  const OwnEvent gate = makeUserEvent();
  const cl_event waits[] = {gate};
  const size_t global = 16;
  REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 1, waits, nullptr) == CL_SUCCESS);
  kernel.reset();
  fixed.reset();
  program.reset();
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(clFinish(queue) == CL_SUCCESS);
}

TEST_CASE_METHOD(Kernels, "clReleaseKernel: CL_INVALID_KERNEL: kernel is not a valid kernel object") {
  CHECK(clReleaseKernel(nullptr) == CL_INVALID_KERNEL);
  CHECK(clReleaseKernel(wrong<cl_kernel>()) == CL_INVALID_KERNEL);
}
