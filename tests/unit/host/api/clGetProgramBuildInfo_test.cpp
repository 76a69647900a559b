// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Programs, "clGetProgramBuildInfo follows the last build, compilation or link") {
  const OwnProgram program = makeProgram(kTwoKernels);
  CHECK(status(program) == CL_BUILD_NONE);
  CHECK(type(program) == CL_PROGRAM_BINARY_TYPE_NONE);
  REQUIRE(compile(program, "-DX") == CL_SUCCESS);
  CHECK(status(program) == CL_BUILD_SUCCESS);
  CHECK(type(program) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  CHECK(buildText(program, CL_PROGRAM_BUILD_OPTIONS) == "-DX");
  REQUIRE(build(program, "-DY") == CL_SUCCESS);
  CHECK(type(program) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK(buildText(program, CL_PROGRAM_BUILD_OPTIONS) == "-DY");
  CHECK(buildValue<size_t>(program, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE) == 0);
}

TEST_CASE_METHOD(Programs, "clGetProgramBuildInfo: the log names file, line and column") {
  const OwnProgram program = makeProgram("kernel void k(global int *p) {\n  p[0] = ;\n}\n");
  REQUIRE(build(program) == CL_BUILD_PROGRAM_FAILURE);
  const std::string log = buildText(program, CL_PROGRAM_BUILD_LOG);
  CHECK(log.find(":2:10: error") != std::string::npos);
  CHECK(log.find('\0') == std::string::npos);
}

TEST_CASE_METHOD(Programs, "clGetProgramBuildInfo: errors") {
  const OwnProgram program = makeProgram(kTwoKernels);
  size_t size = 0;
  SECTION("CL_INVALID_DEVICE: device is not in the list of devices associated with program") {
    CHECK(clGetProgramBuildInfo(program, nullptr, CL_PROGRAM_BUILD_STATUS, 0, nullptr, &size) == CL_INVALID_DEVICE);
    for (cl_device_id wrong : {wrongDevice(), otherDevice()})
      CHECK(clGetProgramBuildInfo(program, wrong, CL_PROGRAM_BUILD_STATUS, 0, nullptr, &size) == CL_INVALID_DEVICE);
  }
  SECTION("CL_INVALID_VALUE: param_name is not valid") {
    CHECK(clGetProgramBuildInfo(program, device, 0x1, 0, nullptr, &size) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: param_value_size is too small and param_value is not NULL") {
    REQUIRE(build(program, "-DX") == CL_SUCCESS);
    char small[2];
    CHECK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof(small), small, nullptr) ==
          CL_INVALID_VALUE);
    CHECK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, sizeof(small), small, nullptr) ==
          CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_PROGRAM: program is not a valid program object") {
    CHECK(clGetProgramBuildInfo(nullptr, device, CL_PROGRAM_BUILD_STATUS, 0, nullptr, &size) == CL_INVALID_PROGRAM);
  }
}
