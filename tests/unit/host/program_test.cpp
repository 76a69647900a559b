// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>

#include "fixture.h"

using namespace test;

namespace {

constexpr const char *kTwoKernels = "kernel void first(global int *p) { p[get_global_id(0)] = 1; }\n"
                                    "kernel void second(global int *p, int n) { p[get_global_id(0)] += n; }\n";
constexpr const char *kBroken = "kernel void broken(global int *p) { p[0] = no_such_thing; }\n";

struct Programs : Weft {
  cl_int build(cl_program program, const char *options = nullptr) {
    return clBuildProgram(program, 1, &device, options, nullptr, nullptr);
  }
  std::string buildText(cl_program program, cl_program_build_info name) {
    size_t size = 0;
    REQUIRE(clGetProgramBuildInfo(program, device, name, 0, nullptr, &size) == CL_SUCCESS);
    std::string text(size, '\0');
    REQUIRE(clGetProgramBuildInfo(program, device, name, size, text.data(), nullptr) == CL_SUCCESS);
    text.pop_back();
    return text;
  }
  template <class T> T buildValue(cl_program program, cl_program_build_info name) {
    T value{};
    REQUIRE(clGetProgramBuildInfo(program, device, name, sizeof(T), &value, nullptr) == CL_SUCCESS);
    return value;
  }
  std::string programText(cl_program program, cl_program_info name) {
    size_t size = 0;
    REQUIRE(clGetProgramInfo(program, name, 0, nullptr, &size) == CL_SUCCESS);
    std::string text(size, '\0');
    REQUIRE(clGetProgramInfo(program, name, size, text.data(), nullptr) == CL_SUCCESS);
    text.pop_back();
    return text;
  }
  std::vector<unsigned char> binaryOf(cl_program program) {
    const auto size = info<size_t>(clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES);
    std::vector<unsigned char> binary(size);
    unsigned char *pointers[] = {binary.data()};
    REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(pointers), pointers, nullptr) == CL_SUCCESS);
    return binary;
  }
  OwnProgram fromBinary(const std::vector<unsigned char> &binary, cl_int *status, cl_int *error) {
    const unsigned char *pointer = binary.data();
    const size_t length = binary.size();
    return OwnProgram(clCreateProgramWithBinary(context, 1, &device, &length, &pointer, status, error));
  }
};

}  // namespace

TEST_CASE_METHOD(Programs, "clCreateProgramWithSource: strings are joined, NULs dropped") {
  const char *parts[] = {"kernel void ", "k(global int *p) {}garbage", "// end"};
  const size_t lengths[] = {0, 19, 0};
  cl_int error = 1;
  OwnProgram program(clCreateProgramWithSource(context, 3, parts, lengths, &error));
  REQUIRE(error == CL_SUCCESS);
  CHECK(programText(program, CL_PROGRAM_SOURCE) == "kernel void k(global int *p) {}// end");
  CHECK(info<cl_uint>(clGetProgramInfo, (cl_program)program, CL_PROGRAM_NUM_DEVICES) == 1);
  CHECK(info<cl_device_id>(clGetProgramInfo, (cl_program)program, CL_PROGRAM_DEVICES) == device);
  CHECK(info<cl_context>(clGetProgramInfo, (cl_program)program, CL_PROGRAM_CONTEXT) == context);
  CHECK(info<size_t>(clGetProgramInfo, (cl_program)program, CL_PROGRAM_BINARY_SIZES) == 0);
  size_t kernels = 0;
  CHECK(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof(kernels), &kernels, nullptr) ==
        CL_INVALID_PROGRAM_EXECUTABLE);
  CHECK(buildValue<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS) == CL_BUILD_NONE);
  CHECK(clCreateProgramWithSource(context, 0, parts, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_VALUE);
  const char *none[] = {nullptr};
  CHECK(clCreateProgramWithSource(context, 1, none, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Programs, "clBuildProgram: status, options, kernels") {
  const OwnProgram program = makeProgram(kTwoKernels);
  REQUIRE(build(program, "-DX=1 -cl-mad-enable") == CL_SUCCESS);
  CHECK(buildValue<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS) == CL_BUILD_SUCCESS);
  CHECK(buildValue<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK(buildText(program, CL_PROGRAM_BUILD_OPTIONS) == "-DX=1 -cl-mad-enable");
  CHECK(info<size_t>(clGetProgramInfo, (cl_program)program, CL_PROGRAM_NUM_KERNELS) == 2);
  CHECK(programText(program, CL_PROGRAM_KERNEL_NAMES) == "first;second");
  REQUIRE(build(program) == CL_SUCCESS);  // again, while there are no kernels
  cl_int error = 1;
  OwnKernel kernel(clCreateKernel(program, "first", &error));
  REQUIRE(error == CL_SUCCESS);
  CHECK(build(program) == CL_INVALID_OPERATION);
  kernel.reset();
  CHECK(build(program) == CL_SUCCESS);
}

TEST_CASE_METHOD(Programs, "clBuildProgram: a broken program says where") {
  const OwnProgram program = makeProgram(kBroken);
  CHECK(build(program) == CL_BUILD_PROGRAM_FAILURE);
  CHECK(buildValue<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS) == CL_BUILD_ERROR);
  const std::string log = buildText(program, CL_PROGRAM_BUILD_LOG);
  CHECK(log.find("no_such_thing") != std::string::npos);
  CHECK(log.find(":1:") != std::string::npos);
  cl_int error = 1;
  CHECK(clCreateKernel(program, "broken", &error) == nullptr);
  CHECK(error == CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_CASE_METHOD(Programs, "clBuildProgram: errors in the arguments") {
  const OwnProgram program = makeProgram(kTwoKernels);
  CHECK(build(program, "-no-such-option") == CL_INVALID_BUILD_OPTIONS);
  CHECK(clBuildProgram(program, 0, &device, nullptr, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clBuildProgram(program, 1, nullptr, nullptr, nullptr, nullptr) == CL_INVALID_VALUE);
  int data = 0;
  CHECK(clBuildProgram(program, 0, nullptr, nullptr, nullptr, &data) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Programs, "clBuildProgram with a callback returns first and calls once") {
  struct Call {
    std::mutex mutex;
    unsigned calls = 0;
    cl_program program = nullptr;
  } call;
  const OwnProgram program = makeProgram(kTwoKernels);
  REQUIRE(clBuildProgram(
              program, 0, nullptr, nullptr,
              [](cl_program built, void *data) {
                auto &self = *static_cast<Call *>(data);
                std::lock_guard lock(self.mutex);
                ++self.calls;
                self.program = built;
              },
              &call) == CL_SUCCESS);
  for (int tries = 0; tries < 5000; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::lock_guard lock(call.mutex);
    if (call.calls)
      break;
  }
  std::lock_guard lock(call.mutex);
  CHECK(call.calls == 1);
  CHECK(call.program == program);
  CHECK(buildValue<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS) == CL_BUILD_SUCCESS);
}

TEST_CASE_METHOD(Programs, "binaries load again; damaged ones do not") {
  const OwnProgram program = makeProgram(kTwoKernels);
  REQUIRE(build(program, "-cl-mad-enable") == CL_SUCCESS);
  auto binary = binaryOf(program);
  REQUIRE(!binary.empty());
  cl_int status = 1, error = 1;
  {
    const OwnProgram loaded = fromBinary(binary, &status, &error);
    REQUIRE(error == CL_SUCCESS);
    CHECK(status == CL_SUCCESS);
    CHECK(buildValue<cl_program_binary_type>(loaded, CL_PROGRAM_BINARY_TYPE) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    REQUIRE(build(loaded) == CL_SUCCESS);
    CHECK(programText(loaded, CL_PROGRAM_KERNEL_NAMES) == "first;second");
    CHECK((binaryOf(loaded) == binary));
  }
  for (const size_t at : {size_t(0), size_t(9), binary.size() / 2, binary.size() - 1}) {
    auto damaged = binary;
    damaged[at] ^= 0x10;
    const OwnProgram none = fromBinary(damaged, &status, &error);
    CHECK(error == CL_INVALID_BINARY);
    CHECK(status == CL_INVALID_BINARY);
  }
  binary.resize(binary.size() - 1);
  const OwnProgram none = fromBinary(binary, &status, &error);
  CHECK(error == CL_INVALID_BINARY);
  const OwnProgram empty = fromBinary({}, &status, &error);
  CHECK(error == CL_INVALID_VALUE);
  CHECK(status == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Programs, "compile and link: embedded headers, objects, libraries") {
  const OwnProgram header = makeProgram("int twice(int x);\n");
  const OwnProgram caller = makeProgram(
      "#include \"twice.h\"\nkernel void k(global int *p) { p[get_global_id(0)] = twice(p[get_global_id(0)]); }\n");
  const OwnProgram callee = makeProgram("int twice(int x) { return 2 * x; }\n");
  const char *name = "twice.h";
  const cl_program headers[] = {header};
  REQUIRE(clCompileProgram(caller, 0, nullptr, nullptr, 1, headers, &name, nullptr, nullptr) == CL_SUCCESS);
  CHECK(buildValue<cl_program_binary_type>(caller, CL_PROGRAM_BINARY_TYPE) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  REQUIRE(clCompileProgram(callee, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  cl_int error = 1;
  const cl_program calleeOnly[] = {callee};
  const OwnProgram library(
      clLinkProgram(context, 0, nullptr, "-create-library", 1, calleeOnly, nullptr, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  CHECK(buildValue<cl_program_binary_type>(library, CL_PROGRAM_BINARY_TYPE) == CL_PROGRAM_BINARY_TYPE_LIBRARY);
  const cl_program both[] = {caller, library};
  const OwnProgram linked(clLinkProgram(context, 0, nullptr, nullptr, 2, both, nullptr, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  CHECK(buildValue<cl_program_binary_type>(linked, CL_PROGRAM_BINARY_TYPE) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK(programText(linked, CL_PROGRAM_KERNEL_NAMES) == "k");
  CHECK(programText(linked, CL_PROGRAM_SOURCE).empty());
}

TEST_CASE_METHOD(Programs, "compile and link: errors") {
  const OwnProgram broken = makeProgram(kBroken);
  CHECK(clCompileProgram(broken, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr) ==
        CL_COMPILE_PROGRAM_FAILURE);
  const OwnProgram good = makeProgram("int missing(int x);\nkernel void k(global int *p) { p[0] = missing(p[0]); }\n");
  CHECK(clCompileProgram(good, 0, nullptr, "-no-such-option", 0, nullptr, nullptr, nullptr, nullptr) ==
        CL_INVALID_COMPILER_OPTIONS);
  REQUIRE(clCompileProgram(good, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  const char *name = "a.h";
  CHECK(clCompileProgram(good, 0, nullptr, nullptr, 1, nullptr, &name, nullptr, nullptr) == CL_INVALID_VALUE);
  cl_int error = 1;
  const cl_program inputs[] = {good};
  const OwnProgram failed(clLinkProgram(context, 0, nullptr, nullptr, 1, inputs, nullptr, nullptr, &error));
  CHECK(error == CL_LINK_PROGRAM_FAILURE);
  REQUIRE(failed != nullptr);  // for its log
  CHECK(buildText(failed, CL_PROGRAM_BUILD_LOG).find("missing") != std::string::npos);
  const OwnProgram fresh = makeProgram(kTwoKernels);
  const cl_program uncompiled[] = {fresh};
  CHECK(clLinkProgram(context, 0, nullptr, nullptr, 1, uncompiled, nullptr, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_OPERATION);
  CHECK(clLinkProgram(context, 0, nullptr, "-no-such-option", 1, inputs, nullptr, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_LINKER_OPTIONS);
  CHECK(clLinkProgram(context, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_VALUE);
}
