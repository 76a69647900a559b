// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Kernels, "clCloneKernel copies arguments; the two are independent from then on") {
  REQUIRE(clSetKernelArg(kernel, 1, 500, nullptr) == CL_SUCCESS);
  const OwnKernel clone(clCloneKernel(kernel, &error));
  REQUIRE(error == CL_SUCCESS);
  CHECK(cl_kernel(clone) != cl_kernel(kernel));
  CHECK(info<cl_uint>(clGetKernelInfo, cl_kernel(clone), CL_KERNEL_REFERENCE_COUNT) == 1);
  CHECK(info<cl_program>(clGetKernelInfo, cl_kernel(clone), CL_KERNEL_PROGRAM) == program);
  REQUIRE(clSetKernelArg(kernel, 1, 100, nullptr) == CL_SUCCESS);
  CHECK(workGroup<cl_ulong>(clone, CL_KERNEL_LOCAL_MEM_SIZE) == 500);
  CHECK(workGroup<cl_ulong>(kernel, CL_KERNEL_LOCAL_MEM_SIZE) == 100);
}

TEST_CASE_METHOD(Kernels, "clCloneKernel: what was set need not be set again, what was not still must") {
  const OwnQueue queue = makeQueue();
  const OwnMem buffer = makeBuffer(256);
  const cl_mem handle = buffer;
  const cl_int n = 1;
  const cl_float4 v{};
  REQUIRE(clSetKernelArg(kernel, 0, sizeof(handle), &handle) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 1, 64, nullptr) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 2, sizeof(n), &n) == CL_SUCCESS);
  const OwnKernel clone(clCloneKernel(kernel, &error));
  const size_t global = 16;
  CHECK(clEnqueueNDRangeKernel(queue, clone, 1, nullptr, &global, nullptr, 0, nullptr, nullptr) ==
        CL_INVALID_KERNEL_ARGS);
  REQUIRE(clSetKernelArg(clone, 3, sizeof(v), &v) == CL_SUCCESS);
  CHECK(clEnqueueNDRangeKernel(queue, clone, 1, nullptr, &global, nullptr, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(clFinish(queue) == CL_SUCCESS);
}

TEST_CASE_METHOD(Kernels, "clCloneKernel: a clone is attached to the program") {
  OwnKernel clone(clCloneKernel(kernel, &error));
  kernel.reset();
  fixed.reset();
  CHECK(build(program) == CL_INVALID_OPERATION);
  clone.reset();
  CHECK(build(program) == CL_SUCCESS);
}

TEST_CASE_METHOD(Kernels, "clCloneKernel: CL_INVALID_KERNEL: source_kernel is not a valid kernel object") {
  CHECK(clCloneKernel(nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_KERNEL);
  CHECK(clCloneKernel(wrong<cl_kernel>(), &error) == nullptr);
  CHECK(error == CL_INVALID_KERNEL);
}
