// SPDX-License-Identifier: Apache-2.0
// A device of the embedded profile with 32-bit addresses; run by name on such a board (see CMakeLists.txt).
#include "fixture.h"

#include <algorithm>

namespace {

template <class T> T info(const Weft &weft, cl_device_info name) {
  T value{};
  REQUIRE(clGetDeviceInfo(weft.device, name, sizeof value, &value, nullptr) == CL_SUCCESS);
  return value;
}

std::string text(const Weft &weft, cl_device_info name) {
  size_t size = 0;
  REQUIRE(clGetDeviceInfo(weft.device, name, 0, nullptr, &size) == CL_SUCCESS);
  std::string value(size, '\0');
  REQUIRE(clGetDeviceInfo(weft.device, name, size, value.data(), nullptr) == CL_SUCCESS);
  value.resize(size - 1);
  return value;
}

/// A struct argument: size_t itself is not allowed in one, since host and device may differ in its size.
struct Sized {
  cl_uint size;
  cl_int difference;
  cl_long wide;
  cl_uint last;
};

const char *const kSource =
    "#if __EMBEDDED_PROFILE__ != 1\n"
    "#error \"not embedded\"\n"
    "#endif\n"
    "struct Sized { uint size; int difference; long wide; uint last; };\n"
    "__kernel void sizes(__global uint *out, __local char *l, struct Sized s) {\n"
    "  out[0] = sizeof(size_t); out[1] = sizeof(ptrdiff_t); out[2] = sizeof(intptr_t); out[3] = sizeof(uintptr_t);\n"
    "  out[4] = sizeof(out); out[5] = sizeof(l); out[6] = sizeof(long); out[7] = sizeof(struct Sized);\n"
    "  out[8] = s.size; out[9] = s.difference; out[10] = (uint)(s.wide >> 32); out[11] = s.last;\n"
    "}\n"
    // The same products and shifts in size_t and in ulong differ in their upper halves.
    "__kernel void arithmetic(__global uint *out) {\n"
    "  size_t i = get_global_id(0) + 0xfffffff0u;\n"
    "  ulong l = (ulong)get_global_id(0) + 0xfffffff0u;\n"
    "  size_t square = i * i;\n"
    "  ulong longSquare = l * l;\n"
    "  __global uint *o = out + get_global_id(0) * 6;\n"
    "  o[0] = square > 0x7fffffffu; o[1] = square; o[2] = (uint)longSquare; o[3] = (uint)(longSquare >> 32);\n"
    "  o[4] = (size_t)0 - i; o[5] = (uint)((0ul - l) >> 32);\n"
    "}\n"
    // Addresses go backwards and forwards, also by way of integers.
    "__kernel void pointers(__global uint *out, __global const uint *in) {\n"
    "  size_t i = get_global_id(0), n = get_global_size(0);\n"
    "  __global const uint *end = in + n;\n"
    "  __global uint *o = out + i * 4;\n"
    "  o[0] = end[-(ptrdiff_t)i - 1];\n"
    "  o[1] = end - (in + i);\n"
    "  o[2] = ((uintptr_t)(in + i) & 63u) == (((uintptr_t)in + i * 4) & 63u);\n"
    "  o[3] = (in + i)[-1 + (size_t)1];\n"
    "}\n";

}  // namespace

TEST_CASE("embedded: the device says what it is", "[.embedded]") {
  Weft weft;
  CHECK(text(weft, CL_DEVICE_PROFILE) == "EMBEDDED_PROFILE");
  CHECK(info<cl_uint>(weft, CL_DEVICE_ADDRESS_BITS) == 32);
  CHECK(info<cl_bool>(weft, CL_DEVICE_COMPILER_AVAILABLE) == CL_TRUE);
  CHECK(info<cl_bool>(weft, CL_DEVICE_HOST_UNIFIED_MEMORY) == CL_TRUE);
  // The embedded profile has no 64-bit integers without this extension.
  const std::string extensions = " " + text(weft, CL_DEVICE_EXTENSIONS) + " ";
  CHECK(extensions.find(" cles_khr_int64 ") != std::string::npos);
}

TEST_CASE("embedded: no limit is below the profile's least", "[.embedded]") {
  Weft weft;
  const cl_ulong memory = info<cl_ulong>(weft, CL_DEVICE_GLOBAL_MEM_SIZE);
  CHECK(memory < cl_ulong(1) << 32);
  CHECK(info<cl_ulong>(weft, CL_DEVICE_MAX_MEM_ALLOC_SIZE) >= std::max<cl_ulong>(memory / 4, 1 << 20));
  CHECK(info<size_t>(weft, CL_DEVICE_MAX_PARAMETER_SIZE) >= 256);
  CHECK(info<cl_ulong>(weft, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE) >= 1024);
  CHECK(info<cl_uint>(weft, CL_DEVICE_MAX_CONSTANT_ARGS) >= 4);
  CHECK(info<cl_ulong>(weft, CL_DEVICE_LOCAL_MEM_SIZE) >= 1024);
  CHECK(info<cl_uint>(weft, CL_DEVICE_MAX_COMPUTE_UNITS) >= 1);
  CHECK(info<cl_uint>(weft, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS) >= 3);
  CHECK(info<size_t>(weft, CL_DEVICE_MAX_WORK_GROUP_SIZE) >= 1);
  CHECK(info<cl_uint>(weft, CL_DEVICE_MEM_BASE_ADDR_ALIGN) >= 1024);
  const cl_device_fp_config rounding = CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_NEAREST;
  CHECK((info<cl_device_fp_config>(weft, CL_DEVICE_SINGLE_FP_CONFIG) & rounding) != 0);
}

TEST_CASE("embedded: size_t and pointers have 4 bytes, long has 8", "[.embedded]") {
  Weft weft;
  cl_kernel kernel = weft.kernel(kSource, "sizes");
  cl_mem out = weft.buffer(std::vector<cl_uint>(12, 0xdead));
  static_assert(sizeof(Sized) == 24);
  const Sized s = {0xfedcba98u, -77, -5000000000, 0x12345678};
  setArg(kernel, 0, out);
  REQUIRE(clSetKernelArg(kernel, 1, 64, nullptr) == CL_SUCCESS);
  setArg(kernel, 2, s);
  REQUIRE(weft.run(kernel, 1, 1) == CL_COMPLETE);
  CHECK(weft.read(out, 12) ==
        std::vector<cl_uint>{4, 4, 4, 4, 4, 4, 8, 24, 0xfedcba98u, cl_uint(-77), cl_uint(-2), 0x12345678});
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

TEST_CASE("embedded: size_t wraps at 32 bits, ulong does not", "[.embedded]") {
  Weft weft;
  constexpr size_t kItems = 32;
  cl_kernel kernel = weft.kernel(kSource, "arithmetic");
  cl_mem out = weft.buffer(std::vector<cl_uint>(kItems * 6, 0xdead));
  setArg(kernel, 0, out);
  REQUIRE(weft.run(kernel, kItems, 8) == CL_COMPLETE);
  const auto found = weft.read(out, kItems * 6);
  for (cl_uint id = 0; id < kItems; ++id) {
    const cl_uint i = id + 0xfffffff0u, square = i * i;
    const cl_ulong l = cl_ulong(id) + 0xfffffff0u, longSquare = l * l;
    const std::vector<cl_uint> expected = {square > 0x7fffffffu,      square, cl_uint(longSquare),
                                           cl_uint(longSquare >> 32), 0 - i,  cl_uint((0 - l) >> 32)};
    INFO(id);
    CHECK(std::vector<cl_uint>(found.begin() + id * 6, found.begin() + id * 6 + 6) == expected);
  }
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

TEST_CASE("embedded: pointer differences and addresses as integers", "[.embedded]") {
  Weft weft;
  constexpr cl_uint kItems = 48;
  std::vector<cl_uint> data(kItems);
  for (cl_uint i = 0; i < kItems; ++i)
    data[i] = i * 2654435761u;
  cl_kernel kernel = weft.kernel(kSource, "pointers");
  cl_mem in = weft.buffer(data), out = weft.buffer(std::vector<cl_uint>(kItems * 4, 0xdead));
  setArg(kernel, 0, out);
  setArg(kernel, 1, in);
  REQUIRE(weft.run(kernel, kItems, 16) == CL_COMPLETE);
  const auto found = weft.read(out, kItems * 4);
  for (cl_uint i = 0; i < kItems; ++i) {
    INFO(i);
    CHECK(std::vector<cl_uint>(found.begin() + i * 4, found.begin() + i * 4 + 4) ==
          std::vector<cl_uint>{data[kItems - 1 - i], kItems - i, 1, data[i]});
  }
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

TEST_CASE("embedded: allocations end where the memory does", "[.embedded]") {
  Weft weft;
  const cl_ulong most = info<cl_ulong>(weft, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  cl_int status = CL_SUCCESS;
  cl_mem memory = clCreateBuffer(weft.context, CL_MEM_READ_WRITE, most, nullptr, &status);
  CHECK(status == CL_SUCCESS);
  clReleaseMemObject(memory);
  CHECK(clCreateBuffer(weft.context, CL_MEM_READ_WRITE, most + 1, nullptr, &status) == nullptr);
  CHECK(status == CL_INVALID_BUFFER_SIZE);
}
