// SPDX-License-Identifier: Apache-2.0
// Programs from binaries, linked programs and built-in kernels, run on the device.
#include <cstring>
#include <numeric>

#include "fixture.h"

namespace {

std::vector<unsigned char> binaryOf(cl_program program) {
  size_t size = 0;
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) == CL_SUCCESS);
  std::vector<unsigned char> binary(size);
  unsigned char *pointer = binary.data();
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointer, &pointer, nullptr) == CL_SUCCESS);
  return binary;
}

cl_program compiled(const Weft &weft, const char *source) {
  cl_int status = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(weft.context, 1, &source, nullptr, &status);
  REQUIRE(status == CL_SUCCESS);
  REQUIRE(clCompileProgram(program, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  return program;
}

cl_program loaded(const Weft &weft, const std::vector<unsigned char> &binary) {
  const unsigned char *pointer = binary.data();
  const size_t size = binary.size();
  cl_int binaryStatus = 1, status = 1;
  cl_program program =
      clCreateProgramWithBinary(weft.context, 1, &weft.device, &size, &pointer, &binaryStatus, &status);
  REQUIRE(status == CL_SUCCESS);
  REQUIRE(binaryStatus == CL_SUCCESS);
  return program;
}

std::vector<cl_uint> numbers(size_t count) {
  std::vector<cl_uint> result(count);
  std::iota(result.begin(), result.end(), 1u);
  return result;
}

}  // namespace

TEST_CASE("a kernel from a binary computes what the kernel from source does, and tells of faults as it does") {
  Weft weft;
  const char *source = "__kernel void scale(__global uint *p, uint by, __local uint *s) {\n"
                       "  s[get_local_id(0)] = p[get_global_id(0)];\n"
                       "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                       "  p[get_global_id(0)] = s[get_local_size(0) - 1 - get_local_id(0)] * by;\n"
                       "}\n";
  std::string log;
  cl_program program = nullptr;
  REQUIRE(weft.tryBuild(source, log, program) == CL_SUCCESS);
  cl_program again = loaded(weft, binaryOf(program));
  REQUIRE(clBuildProgram(again, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  const auto input = numbers(64);
  std::vector<std::vector<cl_uint>> results;
  std::vector<std::string> faults;
  for (cl_program one : {program, again}) {
    cl_int status = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(one, "scale", &status);
    REQUIRE(status == CL_SUCCESS);
    cl_mem buffer = weft.buffer(input);
    setArg(kernel, 0, buffer);
    setArg(kernel, 1, cl_uint(3));
    REQUIRE(clSetKernelArg(kernel, 2, 16 * 4, nullptr) == CL_SUCCESS);
    CHECK(weft.run(kernel, 64, 16) == CL_COMPLETE);
    results.push_back(weft.read(buffer, 64));
    CHECK(weft.run(kernel, 128, 16) == CL_OUT_OF_RESOURCES);
    REQUIRE_FALSE(weft.messages.empty());
    faults.push_back(weft.messages.back().substr(0, weft.messages.back().find("; device address")));
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(one);
  }
  for (size_t i = 0; i < 64; ++i)
    CHECK(results[0][i] == input[i / 16 * 16 + 15 - i % 16] * 3);
  CHECK(results[0] == results[1]);
  CHECK(faults[0] == faults[1]);
  CHECK(faults[1].find(":2:") != std::string::npos);
}

TEST_CASE("a program linked from an object, a loaded object and a library runs") {
  Weft weft;
  cl_program kernel =
      compiled(weft, "uint twice(uint x);\nuint plusOne(uint x);\n__kernel void k(__global uint *p) {\n  "
                     "p[get_global_id(0)] = plusOne(twice(p[get_global_id(0)]));\n}\n");
  cl_program twice = compiled(weft, "uint twice(uint x) { return 2 * x; }\n");
  cl_program loadedTwice = loaded(weft, binaryOf(twice));
  cl_program plusOne = compiled(weft, "uint plusOne(uint x) { return x + 1; }\n");
  cl_int status = CL_SUCCESS;
  cl_program library =
      clLinkProgram(weft.context, 0, nullptr, "-create-library", 1, &plusOne, nullptr, nullptr, &status);
  REQUIRE(status == CL_SUCCESS);
  const cl_program inputs[] = {kernel, loadedTwice, library};
  cl_program linked = clLinkProgram(weft.context, 0, nullptr, nullptr, 3, inputs, nullptr, nullptr, &status);
  REQUIRE(status == CL_SUCCESS);
  cl_kernel k = clCreateKernel(linked, "k", &status);
  REQUIRE(status == CL_SUCCESS);
  const auto input = numbers(32);
  cl_mem buffer = weft.buffer(input);
  setArg(k, 0, buffer);
  CHECK(weft.run(k, 32, 0) == CL_COMPLETE);
  const auto output = weft.read(buffer, 32);
  for (size_t i = 0; i < 32; ++i)
    CHECK(output[i] == 2 * input[i] + 1);
  clReleaseMemObject(buffer);
  clReleaseKernel(k);
  for (cl_program program : {kernel, twice, loadedTwice, plusOne, library, linked})
    clReleaseProgram(program);
}

TEST_CASE("built-in kernels run on the device's DMA engine, in order with kernels") {
  Weft weft;
  cl_int status = CL_SUCCESS;
  cl_program builtIn = clCreateProgramWithBuiltInKernels(weft.context, 1, &weft.device, "weft_copy;weft_fill", &status);
  REQUIRE(status == CL_SUCCESS);
  cl_kernel copy = clCreateKernel(builtIn, "weft_copy", &status);
  REQUIRE(status == CL_SUCCESS);
  cl_kernel fill = clCreateKernel(builtIn, "weft_fill", &status);
  REQUIRE(status == CL_SUCCESS);
  cl_kernel add = weft.kernel("__kernel void add(__global uint *p) { p[get_global_id(0)] += 1; }\n", "add");
  const auto input = numbers(1000);
  cl_mem from = weft.buffer(input), to = weft.buffer(std::vector<cl_uint>(1000, 0));
  setArg(fill, 0, from);
  setArg(fill, 1, cl_uint(0x89abcdef));
  setArg(add, 0, from);
  setArg(copy, 0, to);
  setArg(copy, 1, from);
  const size_t fillAt = 700, fillCount = 200, all = 1000, copyAt = 401, copyCount = 3003;
  cl_event event = nullptr;
  const auto enqueue = [&](cl_kernel kernel, const size_t *offset, size_t count, cl_event *done) {
    REQUIRE(clEnqueueNDRangeKernel(weft.queue, kernel, 1, offset, &count, nullptr, 0, nullptr, done) == CL_SUCCESS);
  };
  enqueue(fill, &fillAt, fillCount, nullptr);
  enqueue(add, nullptr, all, nullptr);
  enqueue(copy, &copyAt, copyCount, &event);
  REQUIRE(clWaitForEvents(1, &event) == CL_SUCCESS);
  cl_ulong start = 0, end = 0;
  CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr) == CL_SUCCESS);
  CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr) == CL_SUCCESS);
  CHECK(end > start);
  cl_command_type type = 0;
  CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr) == CL_SUCCESS);
  CHECK(type == CL_COMMAND_NDRANGE_KERNEL);
  clReleaseEvent(event);

  std::vector<cl_uint> expectedFrom = input, expectedTo(1000, 0);
  for (size_t i = 0; i < 1000; ++i)
    expectedFrom[i] = (i >= fillAt && i < fillAt + fillCount ? 0x89abcdef : input[i]) + 1;
  std::memcpy(reinterpret_cast<char *>(expectedTo.data()) + copyAt,
              reinterpret_cast<const char *>(expectedFrom.data()) + copyAt, copyCount);
  CHECK(weft.read(from, 1000) == expectedFrom);
  CHECK(weft.read(to, 1000) == expectedTo);

  // Outside the buffer: nothing is written.
  CHECK(weft.run(fill, 1001, 0) == CL_OUT_OF_RESOURCES);
  REQUIRE_FALSE(weft.messages.empty());
  CHECK(weft.messages.back().find("weft_fill") != std::string::npos);
  CHECK(weft.messages.back().find("dst") != std::string::npos);
  CHECK(weft.read(from, 1000) == expectedFrom);
  for (cl_mem buffer : {from, to})
    clReleaseMemObject(buffer);
  for (cl_kernel kernel : {copy, fill, add})
    clReleaseKernel(kernel);
  clReleaseProgram(builtIn);
}
