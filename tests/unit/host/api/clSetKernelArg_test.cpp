// SPDX-License-Identifier: Apache-2.0
#include <thread>

#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Kernels, "clSetKernelArg: buffers, also NULL, local sizes, values of any type") {
  const OwnMem buffer = makeBuffer(64);
  const cl_mem handle = buffer, none = nullptr;
  CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &handle) == CL_SUCCESS);
  CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &none) == CL_SUCCESS);    // a pointer to NULL
  CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr) == CL_SUCCESS);  // NULL itself
  CHECK(clSetKernelArg(fixed, 0, sizeof(cl_mem), &handle) == CL_SUCCESS);   // __constant
  CHECK(clSetKernelArg(kernel, 1, 256, nullptr) == CL_SUCCESS);
  CHECK(clSetKernelArg(kernel, 1, 1, nullptr) == CL_SUCCESS);
  const cl_int n = 3;
  const cl_float4 v{};
  const char structure[16] = {};
  CHECK(clSetKernelArg(kernel, 2, sizeof(n), &n) == CL_SUCCESS);
  CHECK(clSetKernelArg(kernel, 3, sizeof(v), &v) == CL_SUCCESS);
  CHECK(clSetKernelArg(fixed, 2, sizeof(structure), structure) == CL_SUCCESS);
}

TEST_CASE_METHOD(Kernels, "clSetKernelArg: the last value stays when a later one is refused") {
  REQUIRE(clSetKernelArg(kernel, 1, 256, nullptr) == CL_SUCCESS);
  CHECK(clSetKernelArg(kernel, 1, 0, nullptr) == CL_INVALID_ARG_SIZE);
  CHECK(workGroup<cl_ulong>(kernel, CL_KERNEL_LOCAL_MEM_SIZE) == 256);
}

TEST_CASE_METHOD(Kernels, "clSetKernelArg: a launch that is enqueued keeps the values it was enqueued with") {
  const OwnProgram program(clCreateProgramWithBuiltInKernels(context, 1, &device, "weft_fill", &error));
  REQUIRE(error == CL_SUCCESS);
  const OwnKernel fill = makeKernel(program, "weft_fill");
  const OwnQueue queue = makeQueue();
  const OwnEvent gate = makeUserEvent();
  const OwnMem first = makeBuffer(16), second = makeBuffer(16);
  const size_t global = 4;
  cl_uint value = 0x11111111;
  for (cl_mem to : {cl_mem(first), cl_mem(second)}) {
    REQUIRE(clSetKernelArg(fill, 0, sizeof(cl_mem), &to) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(fill, 1, sizeof(value), &value) == CL_SUCCESS);
    REQUIRE(clEnqueueNDRangeKernel(queue, fill, 1, nullptr, &global, nullptr, 1, &gate, nullptr) == CL_SUCCESS);
    value *= 2;
  }
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  const auto words = [&](cl_mem of) {
    std::vector<cl_uint> data(4);
    REQUIRE(clEnqueueReadBuffer(queue, of, CL_TRUE, 0, 16, data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
    return data;
  };
  CHECK(words(first) == std::vector<cl_uint>(4, 0x11111111));
  CHECK(words(second) == std::vector<cl_uint>(4, 0x22222222));
}

TEST_CASE_METHOD(Kernels, "clSetKernelArg: threads set the arguments of different kernels") {
  std::vector<OwnKernel> kernels;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    kernels.push_back(makeKernel(program, "test"));
  for (size_t t = 0; t < kernels.size(); ++t)
    threads.emplace_back([&, t] {
      for (size_t round = 1; round <= 1000; ++round)
        clSetKernelArg(kernels[t], 1, round * (t + 1), nullptr);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t t = 0; t < kernels.size(); ++t)
    CHECK(workGroup<cl_ulong>(kernels[t], CL_KERNEL_LOCAL_MEM_SIZE) == 1000 * (t + 1));
}

TEST_CASE_METHOD(Kernels, "clSetKernelArg: errors") {
  const OwnMem buffer = makeBuffer(64);
  const cl_mem handle = buffer;
  const cl_int n = 3;
  const cl_float4 v{};
  SECTION("CL_INVALID_KERNEL: kernel is not a valid kernel object") {
    CHECK(clSetKernelArg(nullptr, 0, sizeof(handle), &handle) == CL_INVALID_KERNEL);
    CHECK(clSetKernelArg(wrong<cl_kernel>(), 0, sizeof(handle), &handle) == CL_INVALID_KERNEL);
  }
  SECTION("CL_INVALID_ARG_INDEX: arg_index is not a valid argument index") {
    CHECK(clSetKernelArg(kernel, 4, sizeof(n), &n) == CL_INVALID_ARG_INDEX);
    CHECK(clSetKernelArg(kernel, ~0u, sizeof(n), &n) == CL_INVALID_ARG_INDEX);
  }
  SECTION("CL_INVALID_ARG_VALUE: arg_value is NULL for a value, or not NULL for a __local argument") {
    CHECK(clSetKernelArg(kernel, 2, sizeof(n), nullptr) == CL_INVALID_ARG_VALUE);
    CHECK(clSetKernelArg(kernel, 1, 256, &handle) == CL_INVALID_ARG_VALUE);
  }
  SECTION("CL_INVALID_MEM_OBJECT: arg_value is not a valid memory object") {
    const cl_mem other = wrong<cl_mem>();
    CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &other) == CL_INVALID_MEM_OBJECT);
  }
  SECTION("CL_INVALID_CONTEXT: a memory object of another context") {
    const OwnContext second = makeContext();
    const OwnMem foreign(clCreateBuffer(second, 0, 64, nullptr, &error));
    const cl_mem foreignHandle = foreign;
    CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &foreignHandle) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_ARG_SIZE: arg_size is not that of the data type") {
    CHECK(clSetKernelArg(kernel, 2, 8, &v) == CL_INVALID_ARG_SIZE);
    CHECK(clSetKernelArg(kernel, 2, 0, &v) == CL_INVALID_ARG_SIZE);
    CHECK(clSetKernelArg(kernel, 3, 12, &v) == CL_INVALID_ARG_SIZE);
    CHECK(clSetKernelArg(fixed, 2, 15, &v) == CL_INVALID_ARG_SIZE);
  }
  SECTION("CL_INVALID_ARG_SIZE: the argument is a memory object and arg_size is not sizeof(cl_mem)") {
    CHECK(clSetKernelArg(kernel, 0, 4, &handle) == CL_INVALID_ARG_SIZE);
    CHECK(clSetKernelArg(kernel, 0, 64, &handle) == CL_INVALID_ARG_SIZE);
    CHECK(clSetKernelArg(kernel, 0, 4, nullptr) == CL_INVALID_ARG_SIZE);
  }
  SECTION("CL_INVALID_ARG_SIZE: arg_size is zero and the argument is __local") {
    CHECK(clSetKernelArg(kernel, 1, 0, nullptr) == CL_INVALID_ARG_SIZE);
  }
}

TEST_CASE_METHOD(Programs,
                 "clSetKernelArg: CL_INVALID_ARG_SIZE, values of every type have the size of the host's type") {
  const std::pair<const char *, size_t> scalars[] = {
      {"char", sizeof(cl_char)},     {"uchar", sizeof(cl_uchar)}, {"short", sizeof(cl_short)},
      {"ushort", sizeof(cl_ushort)}, {"int", sizeof(cl_int)},     {"uint", sizeof(cl_uint)},
      {"long", sizeof(cl_long)},     {"ulong", sizeof(cl_ulong)}, {"float", sizeof(cl_float)}};
  std::string source = "typedef struct { char c; long l; float4 v; } Mixed;\n"
                       "typedef struct { short s[3]; } Small;\n"
                       "typedef union { int i; char c[6]; } Either;\n"
                       "typedef enum { first, second } Choice;\n"
                       "kernel void others(global int *p, Mixed a, Small b, Either c, Choice d) { p[0] = b.s[1]; }\n";
  for (const auto &[name, bytes] : scalars) {
    source += std::string("kernel void of_") + name + "(global int *p";
    for (const char *width : {"", "2", "3", "4", "8", "16"})
      source += std::string(", ") + name + width + " a" + width;
    source += ") { p[0] = 1; }\n";
  }
  const OwnProgram program = built(source.c_str());
  const std::vector<uint8_t> value(256);
  const auto check = [&](cl_kernel kernel, cl_uint index, size_t bytes) {
    INFO("argument " << index << " of " << kernelText(kernel, CL_KERNEL_FUNCTION_NAME));
    CHECK(clSetKernelArg(kernel, index, bytes, value.data()) == CL_SUCCESS);
    for (const size_t wrong : {size_t(0), bytes - 1, bytes + 1, 2 * bytes, SIZE_MAX})
      CHECK(clSetKernelArg(kernel, index, wrong, value.data()) == CL_INVALID_ARG_SIZE);
    CHECK(clSetKernelArg(kernel, index, bytes, nullptr) == CL_INVALID_ARG_VALUE);
  };
  for (const auto &[name, bytes] : scalars) {
    const OwnKernel kernel = makeKernel(program, (std::string("of_") + name).c_str());
    cl_uint index = 1;
    for (const size_t elements : {1, 2, 4, 4, 8, 16})  // three elements take the room of four
      check(kernel, index++, elements * bytes);
  }
  struct Mixed {
    cl_char c;
    cl_long l;
    cl_float4 v;
  };
  const OwnKernel others = makeKernel(program, "others");
  check(others, 1, sizeof(Mixed));
  check(others, 2, 3 * sizeof(cl_short));
  check(others, 3, 8);
  check(others, 4, sizeof(cl_int));
}

TEST_CASE_METHOD(Kernels, "clSetKernelArg: kernels with samplers or images are refused by the build") {
  CHECK(build(makeProgram("kernel void k(sampler_t s, global int *p) { p[0] = 1; }\n")) == CL_BUILD_PROGRAM_FAILURE);
  CHECK(build(makeProgram("kernel void k(read_only image2d_t i, global int *p) { p[0] = 1; }\n")) ==
        CL_BUILD_PROGRAM_FAILURE);
}
