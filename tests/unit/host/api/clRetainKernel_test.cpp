// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Kernels, "clRetainKernel counts") {
  REQUIRE(clRetainKernel(kernel) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetKernelInfo, cl_kernel(kernel), CL_KERNEL_REFERENCE_COUNT) == 2);
  REQUIRE(clReleaseKernel(kernel) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetKernelInfo, cl_kernel(kernel), CL_KERNEL_REFERENCE_COUNT) == 1);
}

TEST_CASE_METHOD(Kernels, "clRetainKernel: CL_INVALID_KERNEL: kernel is not a valid kernel object") {
  CHECK(clRetainKernel(nullptr) == CL_INVALID_KERNEL);
  CHECK(clRetainKernel(wrong<cl_kernel>()) == CL_INVALID_KERNEL);
}
