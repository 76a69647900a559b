// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

namespace {

struct Arguments : Programs {
  static constexpr const char *kSource =
      "typedef struct { int a; float b[3]; } Pair;\n"
      "kernel void k(global int *out, constant float *restrict c, local float4 *scratch, const unsigned int n,\n"
      "              float4 v, global const volatile unsigned char *bytes, Pair pair, unsigned long fill,\n"
      "              global unsigned long *restrict longs) { out[0] = n; }\n";
  OwnProgram program = built(kSource, "-cl-kernel-arg-info");
  OwnKernel kernel = makeKernel(program, "k");

  std::string text(cl_uint index, cl_kernel_arg_info name) const {
    return textOf(clGetKernelArgInfo, kernel, index, name);
  }
  template <class T> T value(cl_uint index, cl_kernel_arg_info name) const {
    return info<T>(clGetKernelArgInfo, kernel, index, name);
  }
  auto addressSpace(cl_uint index) const {
    return value<cl_kernel_arg_address_qualifier>(index, CL_KERNEL_ARG_ADDRESS_QUALIFIER);
  }
  auto qualifiers(cl_uint index) const {
    return value<cl_kernel_arg_type_qualifier>(index, CL_KERNEL_ARG_TYPE_QUALIFIER);
  }
};

}  // namespace

TEST_CASE_METHOD(Arguments, "clGetKernelArgInfo: address and access qualifiers") {
  CHECK(addressSpace(0) == CL_KERNEL_ARG_ADDRESS_GLOBAL);
  CHECK(addressSpace(1) == CL_KERNEL_ARG_ADDRESS_CONSTANT);
  CHECK(addressSpace(2) == CL_KERNEL_ARG_ADDRESS_LOCAL);
  CHECK(addressSpace(3) == CL_KERNEL_ARG_ADDRESS_PRIVATE);
  CHECK(addressSpace(6) == CL_KERNEL_ARG_ADDRESS_PRIVATE);
  for (cl_uint i = 0; i < 9; ++i)  // of images and pipes only
    CHECK(value<cl_kernel_arg_access_qualifier>(i, CL_KERNEL_ARG_ACCESS_QUALIFIER) == CL_KERNEL_ARG_ACCESS_NONE);
}

TEST_CASE_METHOD(Arguments, "clGetKernelArgInfo: type names have no blanks, and short unsigned forms") {
  const char *types[] = {"int*", "float*", "float4*", "uint", "float4", "uchar*", "Pair", "ulong", "ulong*"};
  for (cl_uint i = 0; i < 9; ++i)
    CHECK(text(i, CL_KERNEL_ARG_TYPE_NAME) == types[i]);
}

TEST_CASE_METHOD(Arguments, "clGetKernelArgInfo: names") {
  const char *names[] = {"out", "c", "scratch", "n", "v", "bytes", "pair", "fill", "longs"};
  for (cl_uint i = 0; i < 9; ++i)
    CHECK(text(i, CL_KERNEL_ARG_NAME) == names[i]);
}

TEST_CASE_METHOD(Arguments, "clGetKernelArgInfo: type qualifiers are those of the pointee, restrict of the pointer") {
  CHECK(qualifiers(0) == CL_KERNEL_ARG_TYPE_NONE);
  CHECK(qualifiers(1) == (CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT));  // __constant is const
  CHECK(qualifiers(2) == CL_KERNEL_ARG_TYPE_NONE);
  CHECK(qualifiers(3) == CL_KERNEL_ARG_TYPE_NONE);  // by value
  CHECK(qualifiers(4) == CL_KERNEL_ARG_TYPE_NONE);
  CHECK(qualifiers(5) == (CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_VOLATILE));
  CHECK(qualifiers(8) == CL_KERNEL_ARG_TYPE_RESTRICT);
}

TEST_CASE_METHOD(Arguments, "clGetKernelArgInfo: linked programs have it if all parts were compiled so") {
  const char *caller = "int f(int x);\nkernel void k(global int *p) { p[0] = f(p[0]); }\n";
  const char *callee = "int f(int x) { return x; }\n";
  const OwnProgram with = compiled(caller, "-cl-kernel-arg-info"), without = compiled(callee);
  const OwnProgram calleeWith = compiled(callee, "-w -cl-kernel-arg-info");
  const OwnProgram all = link({with, calleeWith}), some = link({with, without});
  CHECK(clGetKernelArgInfo(makeKernel(all, "k"), 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(clGetKernelArgInfo(makeKernel(some, "k"), 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr) ==
        CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
}

TEST_CASE_METHOD(Arguments, "clGetKernelArgInfo: errors") {
  size_t size = 0;
  char small[2];
  SECTION("CL_INVALID_ARG_INDEX: arg_indx is not a valid argument index") {
    CHECK(clGetKernelArgInfo(kernel, 9, CL_KERNEL_ARG_NAME, 0, nullptr, &size) == CL_INVALID_ARG_INDEX);
  }
  SECTION("CL_INVALID_VALUE: param_name is not valid") {
    CHECK(clGetKernelArgInfo(kernel, 0, 0x1, 0, nullptr, &size) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: param_value_size is too small and param_value is not NULL") {
    CHECK(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, sizeof(small), small, nullptr) == CL_INVALID_VALUE);
    CHECK(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(small), small, nullptr) ==
          CL_INVALID_VALUE);
  }
  SECTION("CL_KERNEL_ARG_INFO_NOT_AVAILABLE: the program was not built from source with -cl-kernel-arg-info") {
    const OwnProgram plain = built(kSource);
    CHECK(clGetKernelArgInfo(makeKernel(plain, "k"), 0, CL_KERNEL_ARG_NAME, 0, nullptr, &size) ==
          CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    const OwnProgram loaded = fromBinary(binaryOf(program));
    REQUIRE(build(loaded, "-cl-kernel-arg-info") == CL_SUCCESS);
    CHECK(clGetKernelArgInfo(makeKernel(loaded, "k"), 0, CL_KERNEL_ARG_NAME, 0, nullptr, &size) ==
          CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    // The option must be a word of its own.
    const OwnProgram quoted = built(kSource, "-D \"X=1 -cl-kernel-arg-info \"");
    CHECK(clGetKernelArgInfo(makeKernel(quoted, "k"), 0, CL_KERNEL_ARG_NAME, 0, nullptr, &size) ==
          CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
  }
  SECTION("CL_INVALID_KERNEL: kernel is not a valid kernel object") {
    CHECK(clGetKernelArgInfo(nullptr, 0, CL_KERNEL_ARG_NAME, 0, nullptr, &size) == CL_INVALID_KERNEL);
  }
}
