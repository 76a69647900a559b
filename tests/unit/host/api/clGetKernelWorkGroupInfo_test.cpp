// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Kernels, "clGetKernelWorkGroupInfo: sizes of a group") {
  using Sizes = std::array<size_t, 3>;
  CHECK(workGroup<size_t>(kernel, CL_KERNEL_WORK_GROUP_SIZE) ==
        info<size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
  CHECK(workGroup<size_t>(fixed, CL_KERNEL_WORK_GROUP_SIZE) == 32);
  CHECK(workGroup<Sizes>(kernel, CL_KERNEL_COMPILE_WORK_GROUP_SIZE) == Sizes{0, 0, 0});
  CHECK(workGroup<Sizes>(fixed, CL_KERNEL_COMPILE_WORK_GROUP_SIZE) == Sizes{8, 4, 1});
  const auto multiple = workGroup<size_t>(kernel, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
  CHECK(multiple >= 1);
  CHECK(multiple <= workGroup<size_t>(kernel, CL_KERNEL_WORK_GROUP_SIZE));
}

TEST_CASE_METHOD(Kernels, "clGetKernelWorkGroupInfo: the largest group is what max_work_group_size says") {
  const char *const source = "kernel __attribute__((max_work_group_size(8, 6, 1))) void k(global int *p) { p[0] = 1; }";
  const OwnProgram small = built(source), linked = link({compiled(source)}), loaded = fromBinary(binaryOf(small));
  REQUIRE(build(loaded) == CL_SUCCESS);
  for (cl_program each : {cl_program(small), cl_program(linked), cl_program(loaded)})
    CHECK(workGroup<size_t>(makeKernel(each, "k"), CL_KERNEL_WORK_GROUP_SIZE) == 48);
}

TEST_CASE_METHOD(Kernels, "clGetKernelWorkGroupInfo: local memory, of variables and of arguments") {
  CHECK(workGroup<cl_ulong>(kernel, CL_KERNEL_LOCAL_MEM_SIZE) == 0);
  REQUIRE(clSetKernelArg(kernel, 1, 1000, nullptr) == CL_SUCCESS);
  CHECK(workGroup<cl_ulong>(kernel, CL_KERNEL_LOCAL_MEM_SIZE) == 1000);
  CHECK(workGroup<cl_ulong>(fixed, CL_KERNEL_LOCAL_MEM_SIZE) == 32 * sizeof(float));
}

TEST_CASE_METHOD(Kernels, "clGetKernelWorkGroupInfo: private memory is what a work-item has in block RAM") {
  CHECK(workGroup<cl_ulong>(kernel, CL_KERNEL_PRIVATE_MEM_SIZE) == 0);
  const OwnProgram arrays = built("kernel void k(global int *p) {\n"
                                  "  int a[64];\n"
                                  "  for (int i = 0; i < 64; ++i) a[i] = p[i];\n"
                                  "  p[0] = a[p[1] & 63];\n"
                                  "}\n");
  CHECK(workGroup<cl_ulong>(makeKernel(arrays, "k"), CL_KERNEL_PRIVATE_MEM_SIZE) >= 64 * sizeof(int));
}

TEST_CASE_METHOD(Kernels, "clGetKernelWorkGroupInfo: the device may be left out if there is one only") {
  size_t size = 0;
  CHECK(clGetKernelWorkGroupInfo(kernel, nullptr, CL_KERNEL_WORK_GROUP_SIZE, sizeof(size), &size, nullptr) ==
        CL_SUCCESS);
  CHECK(size == workGroup<size_t>(kernel, CL_KERNEL_WORK_GROUP_SIZE));
}

TEST_CASE_METHOD(Kernels, "clGetKernelWorkGroupInfo: a binary tells the same as the source it was made from") {
  const OwnProgram loaded = fromBinary(binaryOf(program));
  REQUIRE(build(loaded) == CL_SUCCESS);
  const OwnKernel again = makeKernel(loaded, "fixed");
  using Sizes = std::array<size_t, 3>;
  CHECK(workGroup<Sizes>(again, CL_KERNEL_COMPILE_WORK_GROUP_SIZE) == Sizes{8, 4, 1});
  CHECK(workGroup<size_t>(again, CL_KERNEL_WORK_GROUP_SIZE) == 32);
  CHECK(workGroup<cl_ulong>(again, CL_KERNEL_LOCAL_MEM_SIZE) == 32 * sizeof(float));
  CHECK(workGroup<cl_ulong>(again, CL_KERNEL_PRIVATE_MEM_SIZE) ==
        workGroup<cl_ulong>(fixed, CL_KERNEL_PRIVATE_MEM_SIZE));
}

TEST_CASE_METHOD(Kernels, "clGetKernelWorkGroupInfo: errors") {
  size_t size = 0;
  char small[2];
  SECTION("CL_INVALID_DEVICE: device is not in the list of devices associated with kernel") {
    for (cl_device_id wrong : {wrongDevice(), otherDevice()})
      CHECK(clGetKernelWorkGroupInfo(kernel, wrong, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, &size) == CL_INVALID_DEVICE);
  }
  SECTION("CL_INVALID_DEVICE: device is NULL and there is more than one device associated with kernel") {
    UnevenBoards boards(platform);
    const OwnProgram both = boards.makeProgram("kernel void k(global int *p) { p[0] = 1; }\n");
    REQUIRE(clBuildProgram(both, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
    const OwnKernel of = makeKernel(both, "k");
    CHECK(clGetKernelWorkGroupInfo(of, nullptr, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, &size) == CL_INVALID_DEVICE);
    CHECK(clGetKernelWorkGroupInfo(of, boards.tight, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, &size) == CL_SUCCESS);
  }
  SECTION("CL_INVALID_VALUE: param_name is not valid") {
    CHECK(clGetKernelWorkGroupInfo(kernel, device, 0x1, 0, nullptr, &size) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: param_value_size is too small and param_value is not NULL") {
    CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof(small), small, nullptr) ==
          CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: CL_KERNEL_GLOBAL_WORK_SIZE of a kernel that is not built-in on a device that is not "
          "custom") {
    CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_GLOBAL_WORK_SIZE, 0, nullptr, &size) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_KERNEL: kernel is not a valid kernel object") {
    CHECK(clGetKernelWorkGroupInfo(nullptr, device, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, &size) == CL_INVALID_KERNEL);
  }
}
