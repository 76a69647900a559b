// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Programs, "clGetProgramInfo: what every program tells") {
  const OwnProgram program = makeProgram(kTwoKernels);
  const cl_program handle = program;
  CHECK(info<cl_uint>(clGetProgramInfo, handle, CL_PROGRAM_REFERENCE_COUNT) == 1);
  CHECK(info<cl_context>(clGetProgramInfo, handle, CL_PROGRAM_CONTEXT) == context);
  CHECK(info<cl_uint>(clGetProgramInfo, handle, CL_PROGRAM_NUM_DEVICES) == 1);
  CHECK(info<cl_device_id>(clGetProgramInfo, handle, CL_PROGRAM_DEVICES) == device);
  CHECK(programText(program, CL_PROGRAM_SOURCE) == kTwoKernels);
  CHECK(info<size_t>(clGetProgramInfo, handle, CL_PROGRAM_BINARY_SIZES) == 0);
}

TEST_CASE_METHOD(Programs, "clGetProgramInfo: no program has constructors or destructors of program-scope variables") {
  const OwnProgram program = built(kTwoKernels);
  CHECK(info<cl_bool>(clGetProgramInfo, cl_program(program), CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT) == CL_FALSE);
  CHECK(info<cl_bool>(clGetProgramInfo, cl_program(program), CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT) == CL_FALSE);
}

TEST_CASE_METHOD(Programs, "clGetProgramInfo: CL_PROGRAM_IL is empty and touches nothing") {
  const OwnProgram program = makeProgram(kTwoKernels);
  char untouched = 'x';
  size_t size = 1;
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_IL, sizeof(untouched), &untouched, &size) == CL_SUCCESS);
  CHECK(size == 0);
  CHECK(untouched == 'x');
}

TEST_CASE_METHOD(Programs, "clGetProgramInfo: binaries go where the application says, or nowhere") {
  const OwnProgram program = built(kTwoKernels);
  const auto binary = binaryOf(program);
  REQUIRE_FALSE(binary.empty());
  unsigned char *nowhere[] = {nullptr};
  size_t size = 0;
  CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(nowhere), nowhere, &size) == CL_SUCCESS);
  CHECK(size == sizeof(unsigned char *));
  CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, 0, nullptr, &size) == CL_SUCCESS);
  CHECK(size == sizeof(unsigned char *));
  // Without a binary nothing is written.
  unsigned char untouched = 'x';
  unsigned char *pointers[] = {&untouched};
  CHECK(clGetProgramInfo(makeProgram(kTwoKernels), CL_PROGRAM_BINARIES, sizeof(pointers), pointers, nullptr) ==
        CL_SUCCESS);
  CHECK(untouched == 'x');
}

TEST_CASE_METHOD(Programs, "clGetProgramInfo: the same source gives the same binary") {
  CHECK((binaryOf(built(kTwoKernels)) == binaryOf(built(kTwoKernels))));
  CHECK((binaryOf(built(kTwoKernels)) != binaryOf(built(kTwoKernels, "-cl-mad-enable"))));
}

TEST_CASE_METHOD(Programs, "clGetProgramInfo: kernels in the order of the source") {
  const OwnProgram program = built(kTwoKernels);
  CHECK(info<size_t>(clGetProgramInfo, cl_program(program), CL_PROGRAM_NUM_KERNELS) == 2);
  CHECK(programText(program, CL_PROGRAM_KERNEL_NAMES) == "first;second");
  const OwnProgram none = built("int f(int x) { return x; }\n");
  CHECK(info<size_t>(clGetProgramInfo, cl_program(none), CL_PROGRAM_NUM_KERNELS) == 0);
  CHECK(programText(none, CL_PROGRAM_KERNEL_NAMES).empty());
}

TEST_CASE_METHOD(Programs, "clGetProgramInfo: errors") {
  const OwnProgram program = makeProgram(kTwoKernels);
  size_t size = 0;
  SECTION("CL_INVALID_VALUE: param_name is not valid") {
    CHECK(clGetProgramInfo(program, 0x1, 0, nullptr, &size) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: param_value_size is too small and param_value is not NULL") {
    char small[4];
    CHECK(clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof(small), small, nullptr) == CL_INVALID_VALUE);
    CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(small), small, nullptr) == CL_INVALID_VALUE);
    CHECK(clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof(small), small, nullptr) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_PROGRAM: program is not a valid program object") {
    CHECK(clGetProgramInfo(nullptr, CL_PROGRAM_CONTEXT, 0, nullptr, &size) == CL_INVALID_PROGRAM);
    CHECK(clGetProgramInfo(wrong<cl_program>(), CL_PROGRAM_CONTEXT, 0, nullptr, &size) == CL_INVALID_PROGRAM);
  }
  SECTION("CL_INVALID_PROGRAM_EXECUTABLE: what is in an executable is asked for and none was built") {
    const OwnProgram object = compiled(kTwoKernels);
    for (const cl_program_info name : {CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES,
                                       CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT}) {
      INFO("query " << std::hex << name);
      CHECK(clGetProgramInfo(program, name, 0, nullptr, &size) == CL_INVALID_PROGRAM_EXECUTABLE);
      CHECK(clGetProgramInfo(object, name, 0, nullptr, &size) == CL_INVALID_PROGRAM_EXECUTABLE);
    }
  }
}
