// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Programs, "clReleaseProgram: the program stays while it has kernels") {
  OwnProgram program = built(kTwoKernels);
  const cl_program handle = program;
  OwnKernel kernel = makeKernel(program, "first");
  program.reset();
  CHECK(info<cl_program>(clGetKernelInfo, cl_kernel(kernel), CL_KERNEL_PROGRAM) == handle);
  CHECK(programText(handle, CL_PROGRAM_KERNEL_NAMES) == "first;second");
  CHECK(info<cl_uint>(clGetProgramInfo, handle, CL_PROGRAM_REFERENCE_COUNT) == 0);
}

TEST_CASE_METHOD(Programs, "clReleaseProgram: a program may be released while it is being built") {
  Notified notified;
  OwnProgram program = makeProgram(kTwoKernels);
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, Notified::call, &notified) == CL_SUCCESS);
  program.reset();
  CHECK(notified.wait());
}

TEST_CASE_METHOD(Programs, "clReleaseProgram: the context stays while it has programs") {
  const OwnProgram program = makeProgram(kTwoKernels);
  const cl_context handle = context;
  context.reset();
  CHECK(info<cl_context>(clGetProgramInfo, cl_program(program), CL_PROGRAM_CONTEXT) == handle);
  CHECK(build(program) == CL_SUCCESS);
}

TEST_CASE_METHOD(Programs, "clReleaseProgram: CL_INVALID_PROGRAM: program is not a valid program object") {
  CHECK(clReleaseProgram(nullptr) == CL_INVALID_PROGRAM);
  CHECK(clReleaseProgram(wrong<cl_program>()) == CL_INVALID_PROGRAM);
}
