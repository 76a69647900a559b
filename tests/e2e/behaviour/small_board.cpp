// SPDX-License-Identifier: Apache-2.0
// Boards with the small shell at the end of a serial line, which some runs damage. [.serial]: what all of them do;
// [.hx8k], [.ecp5], [.icebreaker], [.ulx3s]: what each of them says it is.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "fixture.h"

namespace {

/// A custom device is found only as one.
cl_device_type typeOfDevice() {
  cl_platform_id platform = nullptr;
  REQUIRE(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS);
  cl_uint count = 0;
  return clGetDeviceIDs(platform, CL_DEVICE_TYPE_CUSTOM, 0, nullptr, &count) == CL_SUCCESS ? CL_DEVICE_TYPE_CUSTOM
                                                                                           : CL_DEVICE_TYPE_DEFAULT;
}

struct Small : Weft {
  Small() : Weft(typeOfDevice()) {}

  template <class T> T info(cl_device_info name) const {
    T value{};
    REQUIRE(clGetDeviceInfo(device, name, sizeof value, &value, nullptr) == CL_SUCCESS);
    return value;
  }
  std::string text(cl_device_info name) const {
    char value[4096] = {};
    REQUIRE(clGetDeviceInfo(device, name, sizeof value, value, nullptr) == CL_SUCCESS);
    return value;
  }
};

std::vector<cl_uint> numbers(size_t count, cl_uint factor) {
  std::vector<cl_uint> result(count);
  for (size_t i = 0; i < count; ++i)
    result[i] = cl_uint(i) * factor + 0x7d7e0000u;  // flags and escapes of the line among them
  return result;
}

constexpr const char *kTwo = R"(
kernel void add(global const uint *a, global const uint *b, global uint *c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}
kernel void reverse(global uint *c) {
  local uint group[32];
  size_t l = get_local_id(0), n = get_local_size(0);
  group[l] = c[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  c[get_global_id(0)] = group[n - 1 - l];
})";

}  // namespace

TEST_CASE_METHOD(Small, "hx8k-evn: a custom device, found only as one", "[.hx8k]") {
  CHECK(info<cl_device_type>(CL_DEVICE_TYPE) == CL_DEVICE_TYPE_CUSTOM);
  const auto platform = info<cl_platform_id>(CL_DEVICE_PLATFORM);
  cl_uint count = 0;
  for (cl_device_type type : {cl_device_type(CL_DEVICE_TYPE_ALL), cl_device_type(CL_DEVICE_TYPE_DEFAULT),
                              cl_device_type(CL_DEVICE_TYPE_ACCELERATOR)})
    CHECK(clGetDeviceIDs(platform, type, 0, nullptr, &count) == CL_DEVICE_NOT_FOUND);
  CHECK(text(CL_DEVICE_NAME) == "hx8k-evn");
  CHECK(info<cl_uint>(CL_DEVICE_MAX_CLOCK_FREQUENCY) == 12);
  CHECK(info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE) > 3500);
  CHECK(info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE) < 4096);
  CHECK(info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE) == 2048);
  CHECK(text(CL_DEVICE_EXTENSIONS).find("cl_khr_global_int32") == std::string::npos);
  CHECK(text(CL_DEVICE_EXTENSIONS).find("cl_khr_local_int32_base_atomics") != std::string::npos);
}

TEST_CASE_METHOD(Small, "ecp5-evn: a custom device, because of its memory", "[.ecp5]") {
  CHECK(info<cl_device_type>(CL_DEVICE_TYPE) == CL_DEVICE_TYPE_CUSTOM);
  CHECK(text(CL_DEVICE_NAME) == "ecp5-evn");
  CHECK(info<cl_uint>(CL_DEVICE_MAX_CLOCK_FREQUENCY) == 60);
  CHECK(info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE) == 65536);
  CHECK(info<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE) == 32768);
}

TEST_CASE_METHOD(Small, "ulx3s-85f: an accelerator of the embedded profile", "[.ulx3s]") {
  CHECK(info<cl_device_type>(CL_DEVICE_TYPE) == CL_DEVICE_TYPE_ACCELERATOR);
  CHECK(text(CL_DEVICE_NAME) == "ulx3s-85f");
  CHECK(text(CL_DEVICE_PROFILE) == "EMBEDDED_PROFILE");
  CHECK(info<cl_uint>(CL_DEVICE_MAX_CLOCK_FREQUENCY) == 50);
  CHECK(info<cl_uint>(CL_DEVICE_ADDRESS_BITS) == 32);
  CHECK(info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE) > 33'000'000);
  CHECK(info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE) <= 33'554'432);
  CHECK(info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE) == 16'777'216);
  CHECK(info<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE) == 32768);
  CHECK(text(CL_DEVICE_EXTENSIONS).find("cl_khr_global_int32") == std::string::npos);
}

TEST_CASE_METHOD(Small, "icebreaker: a custom device, because of its memory", "[.icebreaker]") {
  CHECK(info<cl_device_type>(CL_DEVICE_TYPE) == CL_DEVICE_TYPE_CUSTOM);
  CHECK(text(CL_DEVICE_NAME) == "icebreaker");
  CHECK(info<cl_uint>(CL_DEVICE_MAX_CLOCK_FREQUENCY) == 12);
  CHECK(info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE) > 120'000);
  CHECK(info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE) == 65536);
}

TEST_CASE_METHOD(Small, "serial boards: all of a large memory, far apart", "[.ulx3s][.icebreaker]") {
  // Two buffers of 3/4 of the largest size, 3/8 of memory each, of which a kernel takes a few words: only those go over
  // the line.
  const size_t words = info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE) / 16 * 3;
  cl_int status = CL_SUCCESS;
  cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY, 4 * words, nullptr, &status);
  REQUIRE(status == CL_SUCCESS);
  cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * words, nullptr, &status);
  REQUIRE(status == CL_SUCCESS);
  const std::vector<cl_uint> values = numbers(32, 0x10203);
  const size_t stride = words / 32;
  for (size_t i = 0; i < values.size(); ++i)
    REQUIRE(clEnqueueWriteBuffer(queue, in, CL_TRUE, 4 * stride * i, 4, &values[i], 0, nullptr, nullptr) == CL_SUCCESS);
  cl_kernel scatter = kernel(R"(kernel void scatter(global const uint *in, global uint *out, uint stride) {
    size_t i = get_global_id(0);
    out[(31 - i) * stride + i] = in[i * stride] * 3;
  })",
                             "scatter");
  setArg(scatter, 0, in), setArg(scatter, 1, out), setArg(scatter, 2, cl_uint(stride));
  REQUIRE(run(scatter, 32, 32) == CL_COMPLETE);
  for (size_t i = 0; i < values.size(); ++i) {
    cl_uint value = 0;
    REQUIRE(clEnqueueReadBuffer(queue, out, CL_TRUE, 4 * ((31 - i) * stride + i), 4, &value, 0, nullptr, nullptr) ==
            CL_SUCCESS);
    CHECK(value == values[i] * 3);
  }
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clReleaseKernel(scatter);
}

TEST_CASE_METHOD(Small, "serial boards: two kernels of a program work on the same memory", "[.serial]") {
  constexpr size_t kCount = 256;
  const std::vector<cl_uint> x = numbers(kCount, 3), y = numbers(kCount, 0x01010101);
  cl_mem a = buffer(x), b = buffer(y), c = buffer(std::vector<cl_uint>(kCount));
  cl_kernel add = kernel(kTwo, "add"), reverse = kernel(kTwo, "reverse");
  setArg(add, 0, a), setArg(add, 1, b), setArg(add, 2, c), setArg(reverse, 0, c);
  cl_ulong first = 0, second = 0;
  for (int round = 0; round < 2; ++round) {
    REQUIRE(run(add, kCount, 32, round ? &second : &first) == CL_COMPLETE);
    REQUIRE(run(reverse, kCount, 32) == CL_COMPLETE);
    const std::vector<cl_uint> result = read(c, kCount);
    for (size_t i = 0; i < kCount; ++i) {
      const size_t from = i / 32 * 32 + 31 - i % 32;
      REQUIRE(result[i] == x[from] + y[from]);
    }
  }
  CHECK(first >= kCount / 16);  // packets at most
  // Whatever the line did meanwhile; but an SDRAM chip is refreshed at times of its own.
  if (text(CL_DEVICE_NAME) == "ulx3s-85f")
    CHECK(std::max(first, second) - std::min(first, second) < 300);
  else
    CHECK(first == second);
  CHECK(first < 20 * kCount);
  for (cl_mem memory : {a, b, c})
    clReleaseMemObject(memory);
  clReleaseKernel(add);
  clReleaseKernel(reverse);
}

TEST_CASE_METHOD(Small, "serial boards: copies, fills and boxes of any alignment", "[.serial]") {
  std::vector<uint8_t> expected(1021);
  std::iota(expected.begin(), expected.end(), uint8_t(1));
  cl_int status = CL_SUCCESS;
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, expected.size(), nullptr, &status);
  REQUIRE(status == CL_SUCCESS);
  const auto ok = [](cl_int result) { REQUIRE(result == CL_SUCCESS); };
  ok(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, expected.size(), expected.data(), 0, nullptr, nullptr));
  // A kernel is loaded: from here on all goes over the line.
  cl_kernel touch = kernel("kernel void touch(global uchar *p) { p[5] = 77; }", "touch");
  setArg(touch, 0, memory);
  REQUIRE(run(touch, 1, 1) == CL_COMPLETE);
  expected[5] = 77;
  const uint8_t patch[] = {9, 8, 7, 6, 5};
  ok(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 333, sizeof patch, patch, 0, nullptr, nullptr));
  std::copy(std::begin(patch), std::end(patch), expected.begin() + 333);
  const uint16_t pattern = 0x7e7d;
  ok(clEnqueueFillBuffer(queue, memory, &pattern, 2, 100, 46, 0, nullptr, nullptr));
  for (size_t i = 100; i < 146; ++i)
    expected[i] = i % 2 ? 0x7e : 0x7d;
  ok(clEnqueueCopyBuffer(queue, memory, memory, 10, 701, 90, 0, nullptr, nullptr));
  std::copy_n(expected.begin() + 10, 90, expected.begin() + 701);
  // A box of 3 x 4 bytes in rows of 17, read into rows of 3.
  const size_t origin[3] = {2, 1, 0}, host[3] = {0, 0, 0}, box[3] = {3, 4, 1};
  uint8_t rows[12] = {};
  ok(clEnqueueReadBufferRect(queue, memory, CL_TRUE, origin, host, box, 17, 0, 3, 0, rows, 0, nullptr, nullptr));
  for (size_t y = 0; y < 4; ++y)
    CHECK(std::memcmp(rows + 3 * y, expected.data() + 17 * (y + 1) + 2, 3) == 0);
  std::vector<uint8_t> result(expected.size());
  ok(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, result.size(), result.data(), 0, nullptr, nullptr));
  CHECK(result == expected);
  clReleaseMemObject(memory);
  clReleaseKernel(touch);
}

TEST_CASE_METHOD(Small, "serial boards: values as wide as a line of memory or wider", "[.serial]") {
  // Two kernels, and vectors of two lines at most: an HX8K has no room for more access units.
  const bool narrow = text(CL_DEVICE_NAME) == "hx8k-evn";
  const unsigned lanes = narrow ? 2 : 4;
  cl_mem memory = buffer(numbers(64, 7));
  cl_kernel wide =
      kernel("kernel void wide(global long *p) { size_t i = get_global_id(0); p[i] = p[i] * -3; }", "wide");
  cl_kernel turn =
      kernel(narrow ? "kernel void turn(global int2 *q) { size_t i = get_global_id(0) + 16; q[i] = q[i].yx; }"
                    : "kernel void turn(global int4 *q) { size_t i = get_global_id(0) + 8; q[i] = q[i].wzyx; }",
             "turn");
  setArg(wide, 0, memory), setArg(turn, 0, memory);
  REQUIRE(run(wide, 8, 8) == CL_COMPLETE);
  REQUIRE(run(turn, 32 / lanes, 8) == CL_COMPLETE);
  const std::vector<cl_uint> before = numbers(64, 7), result = read(memory, 64);
  for (size_t i = 0; i < 8; ++i) {
    const uint64_t value = uint64_t(int64_t(before[2 * i] | uint64_t(before[2 * i + 1]) << 32) * -3);
    CHECK(result[2 * i] == uint32_t(value));
    CHECK(result[2 * i + 1] == value >> 32);
  }
  for (size_t i = 0; i < 32; ++i)
    CHECK(result[32 + i] == before[32 + i / lanes * lanes + lanes - 1 - i % lanes]);
  clReleaseMemObject(memory);
  clReleaseKernel(wide);
  clReleaseKernel(turn);
}

TEST_CASE_METHOD(Small, "serial boards: an access outside a buffer is reported as on other boards", "[.serial]") {
  cl_mem memory = buffer(std::vector<cl_uint>(16, 1));
  cl_kernel stray = kernel("kernel void stray(global uint *p) { p[get_global_id(0) + 12] = 5; }", "stray");
  setArg(stray, 0, memory);
  CHECK(run(stray, 8, 8) < 0);
  REQUIRE(!messages.empty());
  CHECK(messages.back().find("stray") != std::string::npos);
  CHECK(messages.back().find("write") != std::string::npos);
  // The device goes on.
  const std::vector<cl_uint> result = read(memory, 16);
  CHECK(std::accumulate(result.begin(), result.end(), 0u) == 12 + 4 * 5);
  clReleaseMemObject(memory);
  clReleaseKernel(stray);
}

TEST_CASE_METHOD(Small, "serial boards: what they cannot do is refused by name", "[.serial]") {
  std::string log;
  cl_program program = nullptr;
  CHECK(tryBuild("kernel void count(global int *p) { atomic_inc(p); }", log, program) == CL_BUILD_PROGRAM_FAILURE);
  CHECK(log.find("board " + text(CL_DEVICE_NAME) + " has no atomic operations") != std::string::npos);
  clReleaseProgram(program);
  CHECK(tryBuild("kernel void count(global int *p) { local int n; n = 0; atomic_inc(&n); *p = n; }", log, program) ==
        CL_SUCCESS);
  clReleaseProgram(program);
  cl_int status = CL_SUCCESS;
  const size_t tooMuch = info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE) + 1;
  CHECK(clCreateBuffer(context, CL_MEM_READ_WRITE, tooMuch, nullptr, &status) == nullptr);
  CHECK(status == CL_INVALID_BUFFER_SIZE);
}

TEST_CASE_METHOD(Small, "serial boards: a launch at its cycle limit is ended, and the next one runs",
                 "[.serial_limit]") {
  cl_mem memory = buffer(std::vector<cl_uint>(4, 0));
  cl_kernel endless =
      kernel("kernel void endless(global volatile uint *p) { while (p[1] == 0) p[0] += 1; }", "endless");
  cl_kernel quick = kernel("kernel void quick(global uint *p) { p[2] = 9; }", "quick");
  setArg(endless, 0, memory), setArg(quick, 0, memory);
  CHECK(run(endless, 1, 1) == CL_OUT_OF_RESOURCES);
  REQUIRE(!messages.empty());
  CHECK(messages.back().find("20000") != std::string::npos);
  CHECK(run(quick, 1, 1) == CL_COMPLETE);
  const std::vector<cl_uint> result = read(memory, 4);
  CHECK(result[0] > 0);
  CHECK(result[2] == 9);
  clReleaseMemObject(memory);
  clReleaseKernel(endless);
  clReleaseKernel(quick);
}
