// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "fixture.h"

using namespace test;

namespace {

constexpr const char *kSource = "typedef struct { int a; float b[3]; } Pair;\n"
                                "kernel void test(global int *out, local float *scratch, int n, float4 v) {\n"
                                "  scratch[get_local_id(0)] = v.x;\n"
                                "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                "  out[get_global_id(0)] = n + (int)scratch[0];\n"
                                "}\n"
                                "kernel __attribute__((reqd_work_group_size(8, 4, 1))) void fixed(constant float "
                                "*restrict c, global float *o, Pair p) {\n"
                                "  local float tile[32];\n"
                                "  tile[get_local_id(1) * 8 + get_local_id(0)] = c[p.a];\n"
                                "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                "  o[get_global_id(0)] = tile[get_local_id(0)];\n"
                                "}\n";

struct Kernels : Weft {
  OwnProgram program = makeProgram(kSource);
  OwnKernel kernel, fixed;
  cl_int error = 1;

  Kernels() {
    REQUIRE(clBuildProgram(program, 0, nullptr, "-cl-kernel-arg-info", nullptr, nullptr) == CL_SUCCESS);
    kernel = OwnKernel(clCreateKernel(program, "test", &error));
    REQUIRE(error == CL_SUCCESS);
    fixed = OwnKernel(clCreateKernel(program, "fixed", &error));
    REQUIRE(error == CL_SUCCESS);
  }
  template <class T> T workGroup(cl_kernel of, cl_kernel_work_group_info name) {
    T value{};
    size_t size = 0;
    REQUIRE(clGetKernelWorkGroupInfo(of, device, name, sizeof(T), &value, &size) == CL_SUCCESS);
    REQUIRE(size == sizeof(T));
    return value;
  }
  std::string argumentText(cl_kernel of, cl_uint index, cl_kernel_arg_info name) {
    size_t size = 0;
    REQUIRE(clGetKernelArgInfo(of, index, name, 0, nullptr, &size) == CL_SUCCESS);
    std::string text(size, '\0');
    REQUIRE(clGetKernelArgInfo(of, index, name, size, text.data(), nullptr) == CL_SUCCESS);
    text.pop_back();
    return text;
  }
};

}  // namespace

TEST_CASE_METHOD(Kernels, "clCreateKernel and clGetKernelInfo") {
  const cl_kernel raw = kernel;
  CHECK(info<cl_uint>(clGetKernelInfo, raw, CL_KERNEL_NUM_ARGS) == 4);
  CHECK(info<cl_program>(clGetKernelInfo, raw, CL_KERNEL_PROGRAM) == program);
  CHECK(info<cl_context>(clGetKernelInfo, raw, CL_KERNEL_CONTEXT) == context);
  CHECK(info<cl_uint>(clGetKernelInfo, raw, CL_KERNEL_REFERENCE_COUNT) == 1);
  char name[8] = {};
  CHECK(clGetKernelInfo(raw, CL_KERNEL_FUNCTION_NAME, sizeof(name), name, nullptr) == CL_SUCCESS);
  CHECK(std::string(name) == "test");
  CHECK(clCreateKernel(program, "none", &error) == nullptr);
  CHECK(error == CL_INVALID_KERNEL_NAME);
  CHECK(clCreateKernel(program, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Kernels, "clCreateKernelsInProgram") {
  cl_uint count = 0;
  REQUIRE(clCreateKernelsInProgram(program, 0, nullptr, &count) == CL_SUCCESS);
  REQUIRE(count == 2);
  cl_kernel made[2] = {};
  CHECK(clCreateKernelsInProgram(program, 1, made, nullptr) == CL_INVALID_VALUE);
  REQUIRE(clCreateKernelsInProgram(program, 2, made, nullptr) == CL_SUCCESS);
  for (cl_kernel one : made)
    CHECK(clReleaseKernel(one) == CL_SUCCESS);
}

TEST_CASE_METHOD(Kernels, "clSetKernelArg: sizes and values are checked exactly") {
  const OwnMem buffer = makeBuffer(64);
  const cl_mem handle = buffer, none = nullptr;
  CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &handle) == CL_SUCCESS);
  CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &none) == CL_SUCCESS);
  CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr) == CL_SUCCESS);
  CHECK(clSetKernelArg(kernel, 0, 4, &handle) == CL_INVALID_ARG_SIZE);
  const cl_mem wrong = reinterpret_cast<cl_mem>(cl_context(context));
  CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &wrong) == CL_INVALID_MEM_OBJECT);

  CHECK(clSetKernelArg(kernel, 1, 256, nullptr) == CL_SUCCESS);
  CHECK(clSetKernelArg(kernel, 1, 0, nullptr) == CL_INVALID_ARG_SIZE);
  CHECK(clSetKernelArg(kernel, 1, 256, &handle) == CL_INVALID_ARG_VALUE);

  const cl_int n = 3;
  const cl_float4 v{};
  CHECK(clSetKernelArg(kernel, 2, sizeof(n), &n) == CL_SUCCESS);
  CHECK(clSetKernelArg(kernel, 2, 8, &v) == CL_INVALID_ARG_SIZE);
  CHECK(clSetKernelArg(kernel, 2, sizeof(n), nullptr) == CL_INVALID_ARG_VALUE);
  CHECK(clSetKernelArg(kernel, 3, sizeof(v), &v) == CL_SUCCESS);
  CHECK(clSetKernelArg(kernel, 3, 12, &v) == CL_INVALID_ARG_SIZE);
  CHECK(clSetKernelArg(kernel, 4, sizeof(n), &n) == CL_INVALID_ARG_INDEX);
  const char structure[16] = {};
  CHECK(clSetKernelArg(fixed, 2, sizeof(structure), structure) == CL_SUCCESS);
}

TEST_CASE_METHOD(Kernels, "clGetKernelWorkGroupInfo") {
  CHECK(workGroup<size_t>(kernel, CL_KERNEL_WORK_GROUP_SIZE) == 256);
  CHECK(workGroup<std::array<size_t, 3>>(kernel, CL_KERNEL_COMPILE_WORK_GROUP_SIZE) == std::array<size_t, 3>{0, 0, 0});
  CHECK(workGroup<std::array<size_t, 3>>(fixed, CL_KERNEL_COMPILE_WORK_GROUP_SIZE) == std::array<size_t, 3>{8, 4, 1});
  CHECK(workGroup<size_t>(kernel, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE) >= 1);
  workGroup<cl_ulong>(kernel, CL_KERNEL_PRIVATE_MEM_SIZE);
  CHECK(workGroup<cl_ulong>(kernel, CL_KERNEL_LOCAL_MEM_SIZE) == 0);
  REQUIRE(clSetKernelArg(kernel, 1, 1000, nullptr) == CL_SUCCESS);
  CHECK(workGroup<cl_ulong>(kernel, CL_KERNEL_LOCAL_MEM_SIZE) == 1000);
  CHECK(workGroup<cl_ulong>(fixed, CL_KERNEL_LOCAL_MEM_SIZE) == 128);
  size_t sizes[3];
  CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof(sizes), sizes, nullptr) ==
        CL_INVALID_VALUE);
  size_t one = 0;
  CHECK(clGetKernelWorkGroupInfo(kernel, nullptr, CL_KERNEL_WORK_GROUP_SIZE, sizeof(one), &one, nullptr) == CL_SUCCESS);
}

TEST_CASE_METHOD(Kernels, "clGetKernelArgInfo") {
  const auto value = [&](cl_kernel of, cl_uint index, cl_kernel_arg_info name) {
    cl_ulong result = 0;  // the widest of the results
    REQUIRE(clGetKernelArgInfo(of, index, name, sizeof(result), &result, nullptr) == CL_SUCCESS);
    return result;
  };
  CHECK(argumentText(kernel, 0, CL_KERNEL_ARG_NAME) == "out");
  CHECK(argumentText(kernel, 0, CL_KERNEL_ARG_TYPE_NAME) == "int*");
  CHECK(argumentText(kernel, 3, CL_KERNEL_ARG_TYPE_NAME) == "float4");
  CHECK(value(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER) == CL_KERNEL_ARG_ADDRESS_GLOBAL);
  CHECK(value(kernel, 1, CL_KERNEL_ARG_ADDRESS_QUALIFIER) == CL_KERNEL_ARG_ADDRESS_LOCAL);
  CHECK(value(kernel, 2, CL_KERNEL_ARG_ADDRESS_QUALIFIER) == CL_KERNEL_ARG_ADDRESS_PRIVATE);
  CHECK(value(fixed, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER) == CL_KERNEL_ARG_ADDRESS_CONSTANT);
  CHECK(value(kernel, 0, CL_KERNEL_ARG_ACCESS_QUALIFIER) == CL_KERNEL_ARG_ACCESS_NONE);
  CHECK((value(fixed, 0, CL_KERNEL_ARG_TYPE_QUALIFIER) & CL_KERNEL_ARG_TYPE_RESTRICT) != 0);
  CHECK(value(kernel, 2, CL_KERNEL_ARG_TYPE_QUALIFIER) == CL_KERNEL_ARG_TYPE_NONE);
  CHECK(clGetKernelArgInfo(kernel, 4, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr) == CL_INVALID_ARG_INDEX);
  CHECK(clGetKernelArgInfo(kernel, 0, 0x1, 0, nullptr, nullptr) == CL_INVALID_VALUE);

  const OwnProgram plain = makeProgram(kSource);
  REQUIRE(clBuildProgram(plain, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  const OwnKernel without(clCreateKernel(plain, "test", &error));
  CHECK(clGetKernelArgInfo(without, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr) == CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
}

TEST_CASE_METHOD(Kernels, "a kernel keeps its program, and no argument") {
  program.reset();
  OwnMem buffer = makeBuffer(64);
  static bool destroyed;
  destroyed = false;
  REQUIRE(clSetMemObjectDestructorCallback(buffer, [](cl_mem, void *) { destroyed = true; }, nullptr) == CL_SUCCESS);
  const cl_mem handle = buffer;
  REQUIRE(clSetKernelArg(kernel, 0, sizeof(handle), &handle) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetMemObjectInfo, handle, CL_MEM_REFERENCE_COUNT) == 1);
  buffer.reset();
  CHECK(destroyed);
}

TEST_CASE_METHOD(Kernels, "clCloneKernel copies arguments") {
  REQUIRE(clSetKernelArg(kernel, 1, 500, nullptr) == CL_SUCCESS);
  const OwnKernel clone(clCloneKernel(kernel, &error));
  REQUIRE(error == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 1, 100, nullptr) == CL_SUCCESS);
  CHECK(workGroup<cl_ulong>(clone, CL_KERNEL_LOCAL_MEM_SIZE) == 500);
  CHECK(workGroup<cl_ulong>(kernel, CL_KERNEL_LOCAL_MEM_SIZE) == 100);
}
