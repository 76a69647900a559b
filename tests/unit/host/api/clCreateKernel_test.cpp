// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Kernels, "clCreateKernel: kernels of one program are independent") {
  const OwnKernel again = makeKernel(program, "test");
  CHECK(cl_kernel(again) != cl_kernel(kernel));
  REQUIRE(clSetKernelArg(again, 1, 100, nullptr) == CL_SUCCESS);
  CHECK(workGroup<cl_ulong>(again, CL_KERNEL_LOCAL_MEM_SIZE) == 100);
  CHECK(workGroup<cl_ulong>(kernel, CL_KERNEL_LOCAL_MEM_SIZE) == 0);
  const OwnKernel third(clCreateKernel(program, "test", nullptr));  // errcode_ret may be NULL
  CHECK(third != nullptr);
}

TEST_CASE_METHOD(Kernels, "clCreateKernel: errors") {
  SECTION("CL_INVALID_PROGRAM: program is not a valid program object") {
    CHECK(clCreateKernel(nullptr, "test", &error) == nullptr);
    CHECK(error == CL_INVALID_PROGRAM);
    CHECK(clCreateKernel(wrong<cl_program>(), "test", &error) == nullptr);
    CHECK(error == CL_INVALID_PROGRAM);
  }
  SECTION("CL_INVALID_PROGRAM_EXECUTABLE: there is no successfully built executable for program") {
    CHECK(clCreateKernel(makeProgram(kTwoKernels), "first", &error) == nullptr);
    CHECK(error == CL_INVALID_PROGRAM_EXECUTABLE);
    const OwnProgram broken = makeProgram(kBroken);
    build(broken);
    CHECK(clCreateKernel(broken, "broken", &error) == nullptr);
    CHECK(error == CL_INVALID_PROGRAM_EXECUTABLE);
  }
  SECTION("CL_INVALID_KERNEL_NAME: kernel_name is not found in program") {
    CHECK(clCreateKernel(program, "none", &error) == nullptr);
    CHECK(error == CL_INVALID_KERNEL_NAME);
    CHECK(clCreateKernel(program, "", &error) == nullptr);
    CHECK(error == CL_INVALID_KERNEL_NAME);
  }
  SECTION("CL_INVALID_KERNEL_DEFINITION: the arguments are not the same for all devices") {
    UnevenBoards boards(platform);
    const OwnProgram both = boards.makeProgram("kernel void k(global int *p, T x) { p[0] = x; }\n"
                                               "kernel void same(global int *p) { p[0] = 1; }\n");
    REQUIRE(clBuildProgram(both, 1, &boards.roomy, "-DT=int", nullptr, nullptr) == CL_SUCCESS);
    REQUIRE(clBuildProgram(both, 1, &boards.tight, "-DT=short", nullptr, nullptr) == CL_SUCCESS);
    CHECK(clCreateKernel(both, "k", &error) == nullptr);
    CHECK(error == CL_INVALID_KERNEL_DEFINITION);
    makeKernel(both, "same");
    cl_uint count = 0;
    CHECK(clCreateKernelsInProgram(both, 0, nullptr, &count) == CL_SUCCESS);
    CHECK(count == 1);  // the other is left out
  }
  SECTION("CL_INVALID_VALUE: kernel_name is NULL") {
    CHECK(clCreateKernel(program, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
  }
}
