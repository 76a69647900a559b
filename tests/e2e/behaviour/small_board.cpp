// SPDX-License-Identifier: Apache-2.0
// Board hx8k-evn: a custom device with 4 KiB of memory at the end of a serial line, which the tests' second run
// damages.
#include <cstring>
#include <numeric>

#include "fixture.h"

namespace {

struct Small : Weft {
  Small() : Weft(CL_DEVICE_TYPE_CUSTOM) {}

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

TEST_CASE_METHOD(Small, "hx8k-evn: a custom device, found only as one", "[.small]") {
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

TEST_CASE_METHOD(Small, "hx8k-evn: two kernels of a program work on the same memory", "[.small]") {
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
  CHECK(first >= kCount);
  CHECK(first == second);  // whatever the line did meanwhile
  CHECK(first < 20 * kCount);
  for (cl_mem memory : {a, b, c})
    clReleaseMemObject(memory);
  clReleaseKernel(add);
  clReleaseKernel(reverse);
}

TEST_CASE_METHOD(Small, "hx8k-evn: copies, fills and boxes of any alignment", "[.small]") {
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

TEST_CASE_METHOD(Small, "hx8k-evn: values wider than a line of its memory", "[.small]") {
  cl_mem memory = buffer(numbers(64, 7));
  cl_kernel wide = kernel(R"(kernel void wide(global long *p, global int4 *q) {
    size_t i = get_global_id(0);
    p[i] = p[i] * -3;
    q[i + 8] = q[i + 8].wzyx;
  })",
                          "wide");
  setArg(wide, 0, memory), setArg(wide, 1, memory);
  REQUIRE(run(wide, 8, 8) == CL_COMPLETE);
  const std::vector<cl_uint> before = numbers(64, 7), result = read(memory, 64);
  for (size_t i = 0; i < 8; ++i) {
    const uint64_t value = uint64_t(int64_t(before[2 * i] | uint64_t(before[2 * i + 1]) << 32) * -3);
    CHECK(result[2 * i] == uint32_t(value));
    CHECK(result[2 * i + 1] == value >> 32);
    for (size_t j = 0; j < 4; ++j)
      CHECK(result[32 + 4 * i + j] == before[32 + 4 * i + 3 - j]);
  }
  clReleaseMemObject(memory);
  clReleaseKernel(wide);
}

TEST_CASE_METHOD(Small, "hx8k-evn: an access outside a buffer is reported as on other boards", "[.small]") {
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

TEST_CASE_METHOD(Small, "hx8k-evn: what it cannot do is refused by name", "[.small]") {
  std::string log;
  cl_program program = nullptr;
  CHECK(tryBuild("kernel void count(global int *p) { atomic_inc(p); }", log, program) == CL_BUILD_PROGRAM_FAILURE);
  CHECK(log.find("board hx8k-evn has no atomic operations") != std::string::npos);
  clReleaseProgram(program);
  CHECK(tryBuild("kernel void count(global int *p) { local int n; n = 0; atomic_inc(&n); *p = n; }", log, program) ==
        CL_SUCCESS);
  clReleaseProgram(program);
  cl_int status = CL_SUCCESS;
  CHECK(clCreateBuffer(context, CL_MEM_READ_WRITE, 2049, nullptr, &status) == nullptr);
  CHECK(status == CL_INVALID_BUFFER_SIZE);
}

TEST_CASE_METHOD(Small, "hx8k-evn: a launch at its cycle limit is ended, and the next one runs", "[.small_limit]") {
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
