// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

namespace {

struct Compilation : Programs {
  struct Header {
    const char *name;
    cl_program program;
  };
  cl_int compileWith(cl_program program, const std::vector<Header> &headers, const char *options = nullptr) const {
    std::vector<const char *> names;
    std::vector<cl_program> programs;
    for (const Header &header : headers) {
      names.push_back(header.name);
      programs.push_back(header.program);
    }
    return clCompileProgram(program, 0, nullptr, options, cl_uint(headers.size()), programs.data(), names.data(),
                            nullptr, nullptr);
  }
};

}  // namespace

TEST_CASE_METHOD(Compilation, "clCompileProgram makes an object: not yet an executable") {
  const OwnProgram program = makeProgram("int later(int x);\nkernel void k(global int *p) { p[0] = later(p[0]); }\n");
  REQUIRE(compile(program, "-DX=1") == CL_SUCCESS);
  CHECK(status(program) == CL_BUILD_SUCCESS);
  CHECK(type(program) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  CHECK(buildText(program, CL_PROGRAM_BUILD_OPTIONS) == "-DX=1");
  CHECK_FALSE(binaryOf(program).empty());
  CHECK(clCreateKernel(program, "k", &error) == nullptr);
  CHECK(error == CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_CASE_METHOD(Compilation, "clCompileProgram: embedded headers, nested names, headers that include headers") {
  const OwnProgram one = makeProgram("#define ONE 1\n");
  const OwnProgram two = makeProgram("#include <values/deep/one.h>\n#define TWO (ONE + ONE)\n");
  const OwnProgram other = makeProgram("#error the second of a name\n");
  const OwnProgram program = makeProgram("#include \"values/two.h\"\nkernel void k(global int *p) { p[0] = TWO; }\n");
  CHECK(compileWith(program, {{"values/two.h", two}, {"values/deep/one.h", one}}) == CL_SUCCESS);
  // The first of a name is taken.
  CHECK(compileWith(program, {{"values/two.h", two}, {"values/deep/one.h", one}, {"values/two.h", other}}) ==
        CL_SUCCESS);
  CHECK(compileWith(program, {{"values/two.h", two}}) == CL_COMPILE_PROGRAM_FAILURE);
  // Found before directories of -I.
  CHECK(compileWith(program, {{"values/two.h", two}, {"values/deep/one.h", one}}, "-I /usr/include") == CL_SUCCESS);
}

TEST_CASE_METHOD(Compilation, "clCompileProgram with a callback calls once, also on failure") {
  for (const char *source : {kTwoKernels, kBroken}) {
    Notified notified;
    const OwnProgram program = makeProgram(source);
    REQUIRE(clCompileProgram(program, 0, nullptr, nullptr, 0, nullptr, nullptr, Notified::call, &notified) ==
            CL_SUCCESS);
    REQUIRE(notified.wait());
    CHECK(notified.program() == program);
    CHECK(status(program) == (source == kBroken ? CL_BUILD_ERROR : CL_BUILD_SUCCESS));
    compile(program);
    CHECK(notified.calls() == 1);
  }
}

TEST_CASE_METHOD(Compilation, "clCompileProgram: errors") {
  const OwnProgram program = makeProgram(kTwoKernels);
  const OwnProgram header = makeProgram("#define ONE 1\n");
  const cl_program headers[] = {header};
  const char *name = "one.h";
  int data = 0;
  SECTION("CL_INVALID_PROGRAM: program is not a valid program object") {
    CHECK(compile(nullptr) == CL_INVALID_PROGRAM);
    CHECK(compile(wrong<cl_program>()) == CL_INVALID_PROGRAM);
  }
  SECTION("CL_INVALID_VALUE: device_list is NULL and num_devices is not zero, or the reverse") {
    CHECK(clCompileProgram(program, 1, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr) == CL_INVALID_VALUE);
    CHECK(clCompileProgram(program, 0, &device, nullptr, 0, nullptr, nullptr, nullptr, nullptr) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: num_input_headers is zero and a list of headers is not NULL") {
    CHECK(clCompileProgram(program, 0, nullptr, nullptr, 0, headers, nullptr, nullptr, nullptr) == CL_INVALID_VALUE);
    CHECK(clCompileProgram(program, 0, nullptr, nullptr, 0, nullptr, &name, nullptr, nullptr) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: num_input_headers is not zero and a list of headers is NULL") {
    CHECK(clCompileProgram(program, 0, nullptr, nullptr, 1, headers, nullptr, nullptr, nullptr) == CL_INVALID_VALUE);
    CHECK(clCompileProgram(program, 0, nullptr, nullptr, 1, nullptr, &name, nullptr, nullptr) == CL_INVALID_VALUE);
    CHECK(compileWith(program, {{nullptr, header}}) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: pfn_notify is NULL but user_data is not") {
    CHECK(clCompileProgram(program, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, &data) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_PROGRAM: a header is not a program with source") {
    CHECK(compileWith(program, {{"a.h", wrong<cl_program>()}}) == CL_INVALID_PROGRAM);
    CHECK(compileWith(program, {{"a.h", link({compiled(kTwoKernels)})}}) == CL_INVALID_PROGRAM);
  }
  SECTION("CL_INVALID_CONTEXT: a header of another context") {
    const OwnContext foreign = makeContext();
    const char *source = "#define ONE 1\n";
    const OwnProgram other(clCreateProgramWithSource(foreign, 1, &source, nullptr, &error));
    CHECK(compileWith(program, {{"one.h", header}, {"other.h", other}}) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_DEVICE: a device is not in the list of devices associated with program") {
    for (cl_device_id wrong : {wrongDevice(), otherDevice()})
      CHECK(clCompileProgram(program, 1, &wrong, nullptr, 0, nullptr, nullptr, nullptr, nullptr) == CL_INVALID_DEVICE);
  }
  SECTION("CL_INVALID_COMPILER_OPTIONS: the compiler options are invalid") {
    for (const char *options : {"-no-such-option", "-create-library", "-cl-std=CL2.0", "-D"}) {
      INFO(options);
      CHECK(compile(program, options) == CL_INVALID_COMPILER_OPTIONS);
      CHECK(status(program) == CL_BUILD_ERROR);
    }
  }
  SECTION("CL_INVALID_OPERATION: a compilation for a device by a previous call has not completed") {
    const HeldHeader header;
    const OwnProgram held = makeProgram(HeldHeader::kSource);
    Notified notified;
    REQUIRE(clCompileProgram(held, 1, &device, header.option().c_str(), 0, nullptr, nullptr, Notified::call,
                             &notified) == CL_SUCCESS);
    CHECK(compile(held) == CL_INVALID_OPERATION);
    CHECK(build(held) == CL_INVALID_OPERATION);
    CHECK(header.release(notified));
    CHECK(type(held) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  }
  SECTION("CL_INVALID_OPERATION: program has no source") {
    CHECK(compile(fromBinary(binaryOf(built(kTwoKernels)))) == CL_INVALID_OPERATION);
    CHECK(compile(link({compiled(kTwoKernels)})) == CL_INVALID_OPERATION);
  }
  SECTION("CL_COMPILE_PROGRAM_FAILURE: there is a failure to compile the program source") {
    const OwnProgram broken = makeProgram(kBroken);
    CHECK(compile(broken) == CL_COMPILE_PROGRAM_FAILURE);
    CHECK(buildText(broken, CL_PROGRAM_BUILD_LOG).find("no_such_thing") != std::string::npos);
    CHECK(type(broken) == CL_PROGRAM_BINARY_TYPE_NONE);
  }
  SECTION("CL_INVALID_OPERATION: there are kernel objects attached to program") {
    REQUIRE(build(program) == CL_SUCCESS);
    const OwnKernel kernel = makeKernel(program, "first");
    CHECK(compile(program) == CL_INVALID_OPERATION);
  }
}
