// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

namespace {

constexpr const char *kCaller = "int twice(int x);\nkernel void k(global int *p) { p[0] = twice(p[0]); }\n";
constexpr const char *kCallee = "int twice(int x) { return 2 * x; }\n";

}  // namespace

TEST_CASE_METHOD(Programs, "clLinkProgram: objects become an executable") {
  const OwnProgram caller = compiled(kCaller), callee = compiled(kCallee);
  const OwnProgram linked = link({caller, callee});
  REQUIRE(error == CL_SUCCESS);
  CHECK(status(linked) == CL_BUILD_SUCCESS);
  CHECK(type(linked) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK(programText(linked, CL_PROGRAM_KERNEL_NAMES) == "k");
  CHECK(programText(linked, CL_PROGRAM_SOURCE).empty());
  CHECK(info<cl_uint>(clGetProgramInfo, cl_program(linked), CL_PROGRAM_REFERENCE_COUNT) == 1);
  makeKernel(linked, "k");
  CHECK(type(caller) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);  // the inputs stay what they are
}

TEST_CASE_METHOD(Programs, "clLinkProgram: libraries, also of libraries") {
  const OwnProgram library = link({compiled(kCallee)}, "-create-library");
  REQUIRE(error == CL_SUCCESS);
  CHECK(type(library) == CL_PROGRAM_BINARY_TYPE_LIBRARY);
  CHECK(buildText(library, CL_PROGRAM_BUILD_OPTIONS) == "-create-library");
  CHECK(clCreateKernel(library, "k", &error) == nullptr);
  CHECK(error == CL_INVALID_PROGRAM_EXECUTABLE);
  const OwnProgram both = link({compiled(kCaller), library}, "-create-library -enable-link-options");
  REQUIRE(error == CL_SUCCESS);
  const OwnProgram linked = link({both}, "-cl-fast-relaxed-math");
  REQUIRE(error == CL_SUCCESS);
  CHECK(programText(linked, CL_PROGRAM_KERNEL_NAMES) == "k");
}

TEST_CASE_METHOD(Programs, "clLinkProgram: a library may have holes, and kernels") {
  const OwnProgram library = link({compiled(kCaller)}, "-create-library");
  REQUIRE(error == CL_SUCCESS);
  const OwnProgram linked = link({library, compiled(kCallee)});
  REQUIRE(error == CL_SUCCESS);
  CHECK(programText(linked, CL_PROGRAM_KERNEL_NAMES) == "k");
}

TEST_CASE_METHOD(Programs, "clLinkProgram: every option of the standard") {
  const OwnProgram object = compiled(kTwoKernels);
  for (const char *options : {"", "-create-library", "-create-library -enable-link-options", "-cl-denorms-are-zero",
                              "-cl-no-signed-zeros", "-cl-no-signed-zeroes", "-cl-unsafe-math-optimizations",
                              "-cl-finite-math-only", "-cl-fast-relaxed-math", "-cl-no-subgroup-ifp"}) {
    INFO(options);
    const OwnProgram linked = link({object}, options);
    REQUIRE(error == CL_SUCCESS);
    CHECK(buildText(linked, CL_PROGRAM_BUILD_OPTIONS) == options);
  }
}

TEST_CASE_METHOD(Programs, "clLinkProgram with a callback calls once, also on failure") {
  for (const bool whole : {true, false}) {
    Notified notified;
    const OwnProgram caller = compiled(kCaller), callee = compiled(kCallee);
    const cl_program inputs[] = {caller, callee};
    const OwnProgram linked(
        clLinkProgram(context, 0, nullptr, nullptr, whole ? 2 : 1, inputs, Notified::call, &notified, &error));
    REQUIRE(error == CL_SUCCESS);
    REQUIRE(linked != nullptr);
    REQUIRE(notified.wait());
    CHECK(notified.program() == linked);
    CHECK(status(linked) == (whole ? CL_BUILD_SUCCESS : CL_BUILD_ERROR));
    CHECK(notified.calls() == 1);
  }
}

TEST_CASE_METHOD(Programs, "clLinkProgram: errors") {
  const OwnProgram object = compiled(kTwoKernels);
  const cl_program inputs[] = {object};
  int data = 0;
  SECTION("CL_INVALID_CONTEXT: context is not a valid context") {
    CHECK(clLinkProgram(wrongContext(), 0, nullptr, nullptr, 1, inputs, nullptr, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_CONTEXT: an input of another context") {
    const OwnContext foreign = makeContext();
    CHECK(clLinkProgram(foreign, 0, nullptr, nullptr, 1, inputs, nullptr, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_VALUE: device_list is NULL and num_devices is not zero, or the reverse") {
    CHECK(clLinkProgram(context, 1, nullptr, nullptr, 1, inputs, nullptr, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
    CHECK(clLinkProgram(context, 0, &device, nullptr, 1, inputs, nullptr, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: num_input_programs is zero or input_programs is NULL") {
    CHECK(clLinkProgram(context, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
    CHECK(clLinkProgram(context, 0, nullptr, nullptr, 0, inputs, nullptr, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
    CHECK(clLinkProgram(context, 0, nullptr, nullptr, 1, nullptr, nullptr, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_PROGRAM: an input is not a valid program object") {
    CHECK(link({wrong<cl_program>()}) == nullptr);
    CHECK(error == CL_INVALID_PROGRAM);
    CHECK(link({object, nullptr}) == nullptr);
    CHECK(error == CL_INVALID_PROGRAM);
  }
  SECTION("CL_INVALID_VALUE: pfn_notify is NULL but user_data is not") {
    CHECK(clLinkProgram(context, 0, nullptr, nullptr, 1, inputs, nullptr, &data, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_DEVICE: a device is not in the list of devices associated with context") {
    for (cl_device_id wrong : {wrongDevice(), otherDevice()}) {
      CHECK(clLinkProgram(context, 1, &wrong, nullptr, 1, inputs, nullptr, nullptr, &error) == nullptr);
      CHECK(error == CL_INVALID_DEVICE);
    }
  }
  SECTION("CL_INVALID_LINKER_OPTIONS: the linker options are invalid") {
    for (const char *options : {"-no-such-option", "-enable-link-options", "-DX=1", "-cl-std=CL1.2", "-w", "\"open"}) {
      INFO(options);
      CHECK(link({object}, options) == nullptr);
      CHECK(error == CL_INVALID_LINKER_OPTIONS);
    }
  }
  SECTION("CL_INVALID_OPERATION: the compilation of an input has not completed") {
    const OwnProgram large = makeProgram(slowSource(400).c_str());
    Notified notified;
    REQUIRE(clCompileProgram(large, 0, nullptr, nullptr, 0, nullptr, nullptr, Notified::call, &notified) == CL_SUCCESS);
    CHECK(link({object, large}) == nullptr);
    CHECK(error == CL_INVALID_OPERATION);
    CHECK(notified.wait());
    CHECK(link({object, large}, "-create-library") != nullptr);
    CHECK(error == CL_SUCCESS);
  }
  SECTION("CL_INVALID_OPERATION: an input is neither a compiled object nor a library") {
    CHECK(link({makeProgram(kTwoKernels)}) == nullptr);
    CHECK(error == CL_INVALID_OPERATION);
    CHECK(link({object, makeProgram(kTwoKernels)}) == nullptr);
    CHECK(error == CL_INVALID_OPERATION);
    CHECK(link({built(kTwoKernels)}) == nullptr);
    CHECK(error == CL_INVALID_OPERATION);
  }
  SECTION("CL_LINK_PROGRAM_FAILURE: there is a failure to link; the program is there for its log") {
    const OwnProgram missing = link({compiled(kCaller)});
    CHECK(error == CL_LINK_PROGRAM_FAILURE);
    REQUIRE(missing != nullptr);
    CHECK(status(missing) == CL_BUILD_ERROR);
    CHECK(buildText(missing, CL_PROGRAM_BUILD_LOG).find("twice") != std::string::npos);
    const OwnProgram twice = link({compiled(kCallee), compiled(kCallee), compiled(kCaller)});
    CHECK(error == CL_LINK_PROGRAM_FAILURE);
    REQUIRE(twice != nullptr);
    CHECK(buildText(twice, CL_PROGRAM_BUILD_LOG).find("twice") != std::string::npos);
    CHECK(clCreateKernel(twice, "k", &error) == nullptr);
    CHECK(error == CL_INVALID_PROGRAM_EXECUTABLE);
  }
}
