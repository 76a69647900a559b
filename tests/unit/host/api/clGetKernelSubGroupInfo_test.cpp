// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Kernels, "clGetKernelSubGroupInfo: errors") {
  const auto query = [](cl_kernel of, cl_device_id device) {
    const size_t local = 8;
    size_t size = 0;
    return clGetKernelSubGroupInfo(of, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof(local), &local,
                                   sizeof(size), &size, nullptr);
  };
  SECTION("CL_INVALID_KERNEL: kernel is not a valid kernel object") {
    CHECK(query(nullptr, device) == CL_INVALID_KERNEL);
    CHECK(query(wrong<cl_kernel>(), device) == CL_INVALID_KERNEL);
  }
  SECTION("CL_INVALID_DEVICE: device is not in the list of devices associated with kernel") {
    CHECK(query(kernel, wrongDevice()) == CL_INVALID_DEVICE);
    CHECK(query(kernel, otherDevice()) == CL_INVALID_DEVICE);
  }
  SECTION("CL_INVALID_DEVICE: device is NULL and there is more than one device associated with kernel") {
    UnevenBoards boards(platform);
    const OwnProgram both = boards.makeProgram("kernel void k(global int *p) { p[0] = 1; }\n");
    REQUIRE(clBuildProgram(both, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
    CHECK(query(makeKernel(both, "k"), nullptr) == CL_INVALID_DEVICE);
  }
  SECTION("CL_INVALID_OPERATION: device does not support sub-groups") {
    CHECK(info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_NUM_SUB_GROUPS) == 0);
    CHECK(query(kernel, device) == CL_INVALID_OPERATION);
  }
}
