// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clSVMAlloc: NULL, as no device has shared virtual memory") {
  REQUIRE(info<cl_device_svm_capabilities>(clGetDeviceInfo, device, CL_DEVICE_SVM_CAPABILITIES) == 0);
  CHECK(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0) == nullptr);
  CHECK(clSVMAlloc(nullptr, CL_MEM_READ_WRITE, 64, 0) == nullptr);
}
