// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Kernels, "clSetKernelExecInfo: errors") {
  const cl_bool fineGrain = CL_FALSE;
  SECTION("CL_INVALID_KERNEL: kernel is not a valid kernel object") {
    CHECK(clSetKernelExecInfo(nullptr, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof(fineGrain), &fineGrain) ==
          CL_INVALID_KERNEL);
  }
  SECTION("CL_INVALID_OPERATION: no device supports shared virtual memory") {
    CHECK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof(fineGrain), &fineGrain) ==
          CL_INVALID_OPERATION);
  }
}
