// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Programs, "clRetainProgram counts") {
  const OwnProgram program = makeProgram(kTwoKernels);
  REQUIRE(clRetainProgram(program) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetProgramInfo, cl_program(program), CL_PROGRAM_REFERENCE_COUNT) == 2);
  REQUIRE(clReleaseProgram(program) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetProgramInfo, cl_program(program), CL_PROGRAM_REFERENCE_COUNT) == 1);
}

TEST_CASE_METHOD(Programs, "clRetainProgram: CL_INVALID_PROGRAM: program is not a valid program object") {
  CHECK(clRetainProgram(nullptr) == CL_INVALID_PROGRAM);
  CHECK(clRetainProgram(wrong<cl_program>()) == CL_INVALID_PROGRAM);
}
