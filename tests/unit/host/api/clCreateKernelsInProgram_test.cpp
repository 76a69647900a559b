// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Programs, "clCreateKernelsInProgram: the count, then the kernels") {
  const OwnProgram program = built(kTwoKernels);
  cl_uint count = 0;
  REQUIRE(clCreateKernelsInProgram(program, 0, nullptr, &count) == CL_SUCCESS);
  REQUIRE(count == 2);
  cl_kernel made[3] = {};
  REQUIRE(clCreateKernelsInProgram(program, 3, made, &count) == CL_SUCCESS);
  CHECK(count == 2);
  CHECK(made[2] == nullptr);
  CHECK(kernelText(made[0], CL_KERNEL_FUNCTION_NAME) == "first");
  CHECK(kernelText(made[1], CL_KERNEL_FUNCTION_NAME) == "second");
  CHECK(build(program) == CL_INVALID_OPERATION);  // they are attached
  for (cl_kernel one : {made[0], made[1]})
    CHECK(clReleaseKernel(one) == CL_SUCCESS);
  CHECK(build(program) == CL_SUCCESS);
}

TEST_CASE_METHOD(Programs, "clCreateKernelsInProgram: errors") {
  cl_kernel made[2] = {};
  cl_uint count = 0;
  SECTION("CL_INVALID_PROGRAM: program is not a valid program object") {
    CHECK(clCreateKernelsInProgram(nullptr, 2, made, &count) == CL_INVALID_PROGRAM);
    CHECK(clCreateKernelsInProgram(wrong<cl_program>(), 2, made, &count) == CL_INVALID_PROGRAM);
  }
  SECTION("CL_INVALID_PROGRAM_EXECUTABLE: there is no successfully built executable for any device") {
    CHECK(clCreateKernelsInProgram(makeProgram(kTwoKernels), 2, made, &count) == CL_INVALID_PROGRAM_EXECUTABLE);
    CHECK(clCreateKernelsInProgram(compiled(kTwoKernels), 2, made, &count) == CL_INVALID_PROGRAM_EXECUTABLE);
  }
  SECTION("CL_INVALID_VALUE: kernels is not NULL and num_kernels is less than the number of kernels") {
    const OwnProgram program = built(kTwoKernels);
    CHECK(clCreateKernelsInProgram(program, 1, made, &count) == CL_INVALID_VALUE);
    CHECK(made[0] == nullptr);
    CHECK(build(program) == CL_SUCCESS);  // none was made
  }
}
