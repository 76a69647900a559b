// SPDX-License-Identifier: Apache-2.0
// What a user sees of sources that are wrong or ask for what Weft cannot do.
#include "fixture.h"

TEST_CASE("a syntax error gives a diagnostic with the kernel's line") {
  Weft weft;
  std::string log;
  cl_program program = nullptr;
  CHECK(weft.tryBuild("__kernel void k(__global int *p) {\n  int x = ;\n}\n", log, program) ==
        CL_BUILD_PROGRAM_FAILURE);
  CHECK(log.find(":2:") != std::string::npos);
  CHECK(log.find("error") != std::string::npos);
  clReleaseProgram(program);
}

TEST_CASE("what is not supported is refused by name and line") {
  Weft weft;
  struct Refusal {
    const char *source, *name, *line;
  };
  const auto refusal =
      GENERATE(Refusal{"__kernel void k(__global int *p) {\n  p[0] = 2;\n  __asm__(\"nop\");\n}\n", "assembly", ":3"},
               Refusal{"__kernel void k(__global int *p) {\n  p[0] = 1;\n  printf(\"%y\", p[0]);\n}\n", "printf", ":3"},
               Refusal{"int f(int x) { return x < 2 ? x : f(x - 1) + f(x - 2); }\n__kernel void k(__global int *p) {\n "
                       " p[0] = f(p[1]);\n}\n",
                       "recursi", ":1"});
  std::string log;
  cl_program program = nullptr;
  CHECK(weft.tryBuild(refusal.source, log, program) == CL_BUILD_PROGRAM_FAILURE);
  INFO(log);
  CHECK(log.find(refusal.name) != std::string::npos);
  CHECK(log.find(refusal.line) != std::string::npos);
  clReleaseProgram(program);
}

TEST_CASE("an unknown option is refused") {
  Weft weft;
  std::string log;
  cl_program program = nullptr;
  CHECK(weft.tryBuild("__kernel void k(void) {}\n", log, program, "-cl-no-such-option") == CL_INVALID_BUILD_OPTIONS);
  clReleaseProgram(program);
}

TEST_CASE("a kernel that does nothing runs, also beside others") {
  Weft weft;
  cl_kernel kernel = weft.kernel("__kernel void k(void) {}\n__kernel void other(int x) {}\n", "k");
  CHECK(weft.run(kernel, 100, 0) == CL_COMPLETE);
  clReleaseKernel(kernel);
}

TEST_CASE("kernels that ask for more than the device has are refused at launch") {
  Weft weft;
  cl_kernel kernel = weft.kernel("__kernel void k(__local int *a) { a[0] = 1; }\n", "k");
  REQUIRE(clSetKernelArg(kernel, 0, 1 << 20, nullptr) == CL_SUCCESS);
  size_t global = 64, local = 64;
  CHECK(clEnqueueNDRangeKernel(weft.queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr) ==
        CL_OUT_OF_RESOURCES);
  REQUIRE(clSetKernelArg(kernel, 0, 16, nullptr) == CL_SUCCESS);
  size_t most[3] = {};
  REQUIRE(clGetDeviceInfo(weft.device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof most, most, nullptr) == CL_SUCCESS);
  global = local = most[0] + 1;
  CHECK(clEnqueueNDRangeKernel(weft.queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr) ==
        CL_INVALID_WORK_ITEM_SIZE);
  // Each dimension within its limit, but the group too large.
  CHECK(clEnqueueNDRangeKernel(weft.queue, kernel, 2, nullptr, most, most, 0, nullptr, nullptr) ==
        CL_INVALID_WORK_GROUP_SIZE);
  clReleaseKernel(kernel);
}
