// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Programs, "clCreateProgramWithSource: strings are joined, NULs dropped") {
  const char *parts[] = {"kernel void ", "k(global int *p) {}garbage", "// end"};
  const size_t lengths[] = {0, 19, 0};  // 0: up to the NUL
  const OwnProgram program(clCreateProgramWithSource(context, 3, parts, lengths, &error));
  REQUIRE(error == CL_SUCCESS);
  CHECK(programText(program, CL_PROGRAM_SOURCE) == "kernel void k(global int *p) {}// end");
  const char inner[] = "kernel void\0 k(void) {}";
  const char *one[] = {inner};
  const size_t length = sizeof(inner) - 1;
  const OwnProgram second(clCreateProgramWithSource(context, 1, one, &length, nullptr));  // errcode_ret may be NULL
  CHECK(programText(second, CL_PROGRAM_SOURCE) == "kernel void k(void) {}");
}

TEST_CASE_METHOD(Programs, "clCreateProgramWithSource: a new program is not built") {
  const OwnProgram program = makeProgram(kTwoKernels);
  CHECK(info<cl_uint>(clGetProgramInfo, cl_program(program), CL_PROGRAM_REFERENCE_COUNT) == 1);
  CHECK(status(program) == CL_BUILD_NONE);
  CHECK(type(program) == CL_PROGRAM_BINARY_TYPE_NONE);
  CHECK(buildText(program, CL_PROGRAM_BUILD_OPTIONS).empty());
  CHECK(buildText(program, CL_PROGRAM_BUILD_LOG).empty());
}

TEST_CASE_METHOD(Programs, "clCreateProgramWithSource: errors") {
  const char *source = "kernel void k(void) {}";
  const char *withNull[] = {source, nullptr};
  SECTION("CL_INVALID_CONTEXT: context is not a valid context") {
    CHECK(clCreateProgramWithSource(nullptr, 1, &source, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_CONTEXT);
    CHECK(clCreateProgramWithSource(wrongContext(), 1, &source, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_VALUE: count is zero") {
    CHECK(clCreateProgramWithSource(context, 0, &source, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: strings is NULL") {
    CHECK(clCreateProgramWithSource(context, 1, nullptr, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: an entry in strings is NULL") {
    CHECK(clCreateProgramWithSource(context, 2, withNull, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
  }
}
