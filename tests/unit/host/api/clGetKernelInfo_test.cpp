// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Kernels, "clGetKernelInfo: every query") {
  CHECK(kernelText(kernel, CL_KERNEL_FUNCTION_NAME) == "test");
  CHECK(info<cl_uint>(clGetKernelInfo, cl_kernel(kernel), CL_KERNEL_NUM_ARGS) == 4);
  CHECK(info<cl_uint>(clGetKernelInfo, cl_kernel(kernel), CL_KERNEL_REFERENCE_COUNT) == 1);
  CHECK(info<cl_context>(clGetKernelInfo, cl_kernel(kernel), CL_KERNEL_CONTEXT) == context);
  CHECK(info<cl_program>(clGetKernelInfo, cl_kernel(kernel), CL_KERNEL_PROGRAM) == program);
  CHECK(kernelText(kernel, CL_KERNEL_ATTRIBUTES).empty());
  CHECK(kernelText(fixed, CL_KERNEL_ATTRIBUTES) == "reqd_work_group_size(8,4,1)");
}

TEST_CASE_METHOD(Programs, "clGetKernelInfo: attributes are those of the source, and of source only") {
  const char *source = "kernel __attribute__((work_group_size_hint(4, 2, 1))) __attribute__((vec_type_hint(float4))) "
                       "__attribute__((num_simd_work_items(2), max_work_group_size(8, 8, 1))) "
                       "void hinted(global int *p) { p[0] = 1; }\n";
  const OwnProgram program = built(source);
  const std::string text = kernelText(makeKernel(program, "hinted"), CL_KERNEL_ATTRIBUTES);
  CHECK(text.find("work_group_size_hint(4,2,1)") != std::string::npos);
  CHECK(text.find("vec_type_hint(float4)") != std::string::npos);
  CHECK(text.find("num_simd_work_items(2) max_work_group_size(8,8,1)") != std::string::npos);
  const OwnProgram linked = link({compiled(source)});
  CHECK(kernelText(makeKernel(linked, "hinted"), CL_KERNEL_ATTRIBUTES) == text);
  // As the standard has it for programs that were not created from source.
  const OwnProgram loaded = fromBinary(binaryOf(program));
  REQUIRE(build(loaded) == CL_SUCCESS);
  CHECK(kernelText(makeKernel(loaded, "hinted"), CL_KERNEL_ATTRIBUTES).empty());
}

TEST_CASE_METHOD(Kernels, "clGetKernelInfo: errors") {
  size_t size = 0;
  char small[2];
  SECTION("CL_INVALID_VALUE: param_name is not valid") {
    CHECK(clGetKernelInfo(kernel, 0x1, 0, nullptr, &size) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: param_value_size is too small and param_value is not NULL") {
    CHECK(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(small), small, nullptr) == CL_INVALID_VALUE);
    CHECK(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(small), small, nullptr) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_KERNEL: kernel is not a valid kernel object") {
    CHECK(clGetKernelInfo(nullptr, CL_KERNEL_NUM_ARGS, 0, nullptr, &size) == CL_INVALID_KERNEL);
    CHECK(clGetKernelInfo(wrong<cl_kernel>(), CL_KERNEL_NUM_ARGS, 0, nullptr, &size) == CL_INVALID_KERNEL);
  }
}
