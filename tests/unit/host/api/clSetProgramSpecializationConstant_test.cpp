// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Programs, "clSetProgramSpecializationConstant: errors") {
  const OwnProgram program = makeProgram(kTwoKernels);
  const cl_int value = 1;
  SECTION("CL_INVALID_PROGRAM: program is not a valid program object") {
    CHECK(clSetProgramSpecializationConstant(nullptr, 0, sizeof(value), &value) == CL_INVALID_PROGRAM);
    CHECK(clSetProgramSpecializationConstant(wrong<cl_program>(), 0, sizeof(value), &value) == CL_INVALID_PROGRAM);
  }
  SECTION("CL_INVALID_OPERATION: no device supports intermediate languages") {
    CHECK(clSetProgramSpecializationConstant(program, 0, sizeof(value), &value) == CL_INVALID_OPERATION);
  }
}
