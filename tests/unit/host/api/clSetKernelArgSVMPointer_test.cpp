// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Kernels, "clSetKernelArgSVMPointer: errors") {
  int value = 0;
  SECTION("CL_INVALID_KERNEL: kernel is not a valid kernel object") {
    CHECK(clSetKernelArgSVMPointer(nullptr, 0, &value) == CL_INVALID_KERNEL);
    CHECK(clSetKernelArgSVMPointer(wrong<cl_kernel>(), 0, &value) == CL_INVALID_KERNEL);
  }
  SECTION("CL_INVALID_OPERATION: no device supports shared virtual memory") {
    CHECK(info<cl_device_svm_capabilities>(clGetDeviceInfo, device, CL_DEVICE_SVM_CAPABILITIES) == 0);
    CHECK(clSetKernelArgSVMPointer(kernel, 0, &value) == CL_INVALID_OPERATION);
  }
}
