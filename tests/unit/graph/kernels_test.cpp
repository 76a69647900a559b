// SPDX-License-Identifier: Apache-2.0
// OpenCL C through the whole compiler down to the transformed graph, run by the interpreter, against plain C++.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <random>
#include <sstream>

#include "opencl.h"

using namespace weft::graph;
using test::compileOpenCl;
using test::Run;

namespace {

Kernel example(const std::string &name, const std::string &options = "") {
  std::ifstream file(std::string(WEFT_EXAMPLES_DIR) + "/" + name + "/kernel.cl");
  REQUIRE(file);
  std::stringstream text;
  text << file.rdbuf();
  return compileOpenCl(text.str(), options).at(name);
}

template <typename T> std::vector<T> randomData(size_t count, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::vector<T> data(count);
  for (T &item : data)
    item = std::is_floating_point_v<T> ? T(int(random() % 2001) - 1000) / 8 : T(random());
  return data;
}

}  // namespace

TEST_CASE("vecadd") {
  std::vector<float> a = randomData<float>(64, 1), b = randomData<float>(64, 2), c(64);
  Run(example("vecadd")).buffer(a).buffer(b).buffer(c)({64}, {16});
  for (size_t i = 0; i < 64; ++i)
    REQUIRE(c[i] == a[i] + b[i]);
}

TEST_CASE("matmul with tiles in local memory") {
  const int n = 16;
  std::vector<float> a = randomData<float>(n * n, 1), b = randomData<float>(n * n, 2), c(n * n);
  Run(example("matmul", "-DTILE=8")).buffer(a).buffer(b).buffer(c).value(n)({n, n}, {8, 8});
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      float sum = 0;
      for (int k = 0; k < n; ++k)
        sum = std::fma(a[y * n + k], b[k * n + x], sum);
      REQUIRE(c[y * n + x] == sum);
    }
}

TEST_CASE("mandelbrot, a loop whose length depends on the data") {
  const int width = 24, limit = 40;
  const float left = -2, top = 1.2f, step = 0.125f;
  std::vector<int> out(width * 16);
  Run(example("mandelbrot"))
      .buffer(out)
      .value(width)
      .value(left)
      .value(top)
      .value(step)
      .value(limit)({width, 16}, {8, 4});
  int inside = 0;
  for (int py = 0; py < 16; ++py)
    for (int px = 0; px < width; ++px) {
      volatile float t = float(px) * step, u = float(py) * step;
      float cx = left + t, cy = top - u, x = 0, y = 0;
      int n = 0;
      for (;; ++n) {
        volatile float xx = x * x, yy = y * y;
        if (n >= limit || !(xx + yy <= 4.0f))
          break;
        volatile float d = xx - yy, p = 2.0f * x;
        volatile float q = p * y;
        x = d + cx;
        y = q + cy;
      }
      REQUIRE(out[py * width + px] == n);
      inside += n == limit;
    }
  CHECK(inside > 10);
}

TEST_CASE("reduce with a tree in a __local argument") {
  const unsigned count = 150;
  std::vector<int> in = randomData<int>(count), partial(4);
  Run(example("reduce")).buffer(in).buffer(partial).local(16 * 4).value(count)({64}, {16});
  CHECK(unsigned(std::accumulate(partial.begin(), partial.end(), 0u)) == std::accumulate(in.begin(), in.end(), 0u));
  unsigned first = 0;  // what the first group's work-items add up
  for (unsigned i = 0; i < count; ++i)
    if (i % 64 < 16)
      first += unsigned(in[i]);
  CHECK(unsigned(partial[0]) == first);
}

TEST_CASE("histogram with local and global atomics") {
  const unsigned count = 700;
  std::vector<uint8_t> data = randomData<uint8_t>(count);
  std::vector<uint32_t> bins(256), expected(256);
  for (uint8_t d : data)
    ++expected[d];
  Run(example("histogram")).buffer(data).value(count).buffer(bins)({64}, {32});
  CHECK(bins == expected);
}

TEST_CASE("sobel with clamped neighbours") {
  const int width = 13, height = 9;
  std::vector<uint32_t> in = randomData<uint32_t>(width * height), out(width * height, 7);
  Run(example("sobel")).buffer(in).buffer(out).value(width).value(height)({16, 12}, {8, 4});
  auto at = [&](int x, int y) {
    uint32_t p = in[std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1)];
    return (77 * int(p & 255) + 150 * int(p >> 8 & 255) + 29 * int(p >> 16 & 255)) >> 8;
  };
  int wrong = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float gx = float(at(x + 1, y - 1) + 2 * at(x + 1, y) + at(x + 1, y + 1) - at(x - 1, y - 1) - 2 * at(x - 1, y) -
                       at(x - 1, y + 1));
      float gy = float(at(x - 1, y + 1) + 2 * at(x, y + 1) + at(x + 1, y + 1) - at(x - 1, y - 1) - 2 * at(x, y - 1) -
                       at(x + 1, y - 1));
      auto m = uint32_t(std::min(std::sqrt(std::fma(gx, gx, gy * gy)), 255.0f));
      wrong += out[y * width + x] != (m | m << 8 | m << 16 | 0xff000000u);
    }
  CHECK(wrong == 0);
}

TEST_CASE("sha256 of one and of two blocks") {
  // FIPS 180-4's examples: "abc", and the 56 letters "abcdbcde…nopq". Words are big-endian in the message.
  std::string texts[] = {"abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"};
  std::vector<uint8_t> bytes;
  std::vector<uint32_t> first, blocks;
  for (const std::string &text : texts) {
    first.push_back(uint32_t(bytes.size() / 64));
    std::vector<uint8_t> padded(text.begin(), text.end());
    padded.push_back(0x80);
    while (padded.size() % 64 != 56)
      padded.push_back(0);
    for (int i = 7; i >= 0; --i)
      padded.push_back(uint8_t(uint64_t(text.size()) * 8 >> (8 * i)));
    blocks.push_back(uint32_t(padded.size() / 64));
    bytes.insert(bytes.end(), padded.begin(), padded.end());
  }
  std::vector<uint32_t> digest(16);
  Run(example("sha256")).buffer(bytes).buffer(first).buffer(blocks).buffer(digest)({2}, {1});
  const std::vector<uint32_t> expected = {0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c,
                                          0xb410ff61, 0xf20015ad, 0x248d6a61, 0xd20638b8, 0xe5c02693, 0x0c3e6039,
                                          0xa33ce459, 0x64ff2167, 0xf6ecedd4, 0x19db06c1};
  CHECK(digest == expected);
}

TEST_CASE("integer built-ins") {
  auto kernels = compileOpenCl(R"(
__kernel void k(__global const int *a, __global const int *b, __global int *out) {
  size_t i = get_global_id(0);
  int x = a[i], y = b[i];
  uint ux = x, uy = y;
  __global int *o = out + 20 * i;
  o[0] = add_sat(x, y);
  o[1] = sub_sat(x, y);
  o[2] = add_sat(ux, uy);
  o[3] = sub_sat(ux, uy);
  o[4] = rotate(x, y);
  o[5] = popcount(ux);
  o[6] = clz(x);
  o[7] = abs(x);
  o[8] = abs_diff(x, y);
  o[9] = mul_hi(x, y);
  o[10] = mul_hi(ux, uy);
  o[11] = hadd(x, y);
  o[12] = rhadd(ux, uy);
  o[13] = clamp(x, -100, 100);
  o[14] = mad_sat(x, 3, y);
  o[15] = x / (y | 1);
  o[16] = ux % (uy | 1);
  o[17] = add_sat((char)x, (char)y);
  o[18] = upsample((short)x, (ushort)y);
  o[19] = (int)((long)x * y >> 16);
})");
  std::vector<int> a = randomData<int>(24, 3), b = randomData<int>(24, 4), out(24 * 20);
  const int edges[][2] = {{0, 1}, {-1, INT_MIN}, {INT_MAX, -1}, {INT_MIN, 1}, {INT_MIN, -1}, {INT_MAX, INT_MAX}};
  for (int i = 0; i < 6; ++i)
    a[i] = edges[i][0], b[i] = edges[i][1];
  Run(kernels.at("k")).buffer(a).buffer(b).buffer(out)({24}, {8});
  auto clampTo = [](int64_t v, int64_t lo, int64_t hi) { return std::clamp(v, lo, hi); };
  for (int i = 0; i < 24; ++i) {
    const int64_t x = a[i], y = b[i], ux = uint32_t(a[i]), uy = uint32_t(b[i]);
    const unsigned r = unsigned(uy & 31);
    const int64_t want[] = {
        clampTo(x + y, INT_MIN, INT_MAX),
        clampTo(x - y, INT_MIN, INT_MAX),
        std::min<int64_t>(ux + uy, UINT_MAX),
        std::max<int64_t>(ux - uy, 0),
        int64_t(r ? uint32_t(ux << r) | uint32_t(ux) >> (32 - r) : uint32_t(ux)),
        __builtin_popcountll(uint64_t(ux)),
        ux ? __builtin_clz(unsigned(ux)) : 32,
        std::abs(x),
        std::abs(x - y),
        x * y >> 32,
        int64_t(uint64_t(ux) * uint64_t(uy) >> 32),
        (x + y) >> 1,
        (ux + uy + 1) >> 1,
        clampTo(x, -100, 100),
        clampTo(clampTo(x * 3, INT64_MIN, INT64_MAX) + y, INT_MIN, INT_MAX),
        a[i] == INT_MIN && (b[i] | 1) == -1 ? INT_MIN : x / (b[i] | 1),
        ux % (uy | 1),
        clampTo(int8_t(x) + int8_t(y), -128, 127),
        int64_t(int16_t(x)) * 65536 | uint16_t(y),
        x * y >> 16,
    };
    for (int j = 0; j < 20; ++j) {
      INFO("result " << j << " of " << x << ", " << y);
      REQUIRE(out[20 * i + j] == int(uint32_t(uint64_t(want[j]))));
    }
  }
}

TEST_CASE("floating-point built-ins and classes") {
  auto kernels = compileOpenCl(R"(
__kernel void k(__global const float *in, __global int *out) {
  size_t i = get_global_id(0);
  float x = in[i];
  __global int *o = out + 16 * i;
  o[0] = isnan(x); o[1] = isinf(x); o[2] = isfinite(x); o[3] = isnormal(x); o[4] = signbit(x);
  o[5] = as_int(fabs(x)); o[6] = as_int(-x); o[7] = as_int(copysign(1.5f, x));
  o[8] = as_int(floor(x)); o[9] = as_int(ceil(x)); o[10] = as_int(trunc(x)); o[11] = as_int(rint(x)); o[12] = as_int(round(x));
  o[13] = convert_int_sat(x); o[14] = as_int(fmin(x, 2.0f)); o[15] = convert_uchar_sat_rte(x);
})");
  std::vector<float> in = {0.0f,          -0.0f, 1.5f,  -2.5f,      1e-40f, -1e-40f, INFINITY,   -INFINITY,
                           std::nanf(""), 3e9f,  -3e9f, 0.4999999f, 255.6f, -0.7f,   8388609.0f, 1e30f};
  std::vector<int> out(in.size() * 16);
  Run(kernels.at("k")).buffer(in).buffer(out)({in.size()}, {4});
  auto bits = [](float f) {
    int i;
    std::memcpy(&i, &f, 4);
    return i;
  };
  for (size_t i = 0; i < in.size(); ++i) {
    const float x = in[i];
    INFO("x = " << x);
    const int *o = &out[i * 16];
    CHECK(o[0] == int(std::isnan(x)));
    CHECK(o[1] == int(std::isinf(x)));
    CHECK(o[2] == int(std::isfinite(x)));
    CHECK(o[3] == int(std::isnormal(x)));
    CHECK(o[4] == int(std::signbit(x)));
    CHECK(o[5] == bits(std::fabs(x)));
    CHECK(o[6] == (bits(x) ^ INT_MIN));
    CHECK(o[7] == bits(std::copysign(1.5f, x)));
    if (std::isnan(x))
      continue;
    CHECK(o[8] == bits(std::floor(x)));
    CHECK(o[9] == bits(std::ceil(x)));
    CHECK(o[10] == bits(std::trunc(x)));
    CHECK(o[11] == bits(std::nearbyint(x)));
    CHECK(o[12] == bits(std::round(x)));
    CHECK(o[13] == (x >= 2147483648.0f ? INT_MAX : x < -2147483648.0f ? INT_MIN : int(x)));
    CHECK(o[14] == bits(std::fmin(x, 2.0f)));
    CHECK(o[15] == int(std::clamp(std::nearbyint(x), 0.0f, 255.0f)));
  }
}

TEST_CASE("vectors, structs, tables, switches and private arrays") {
  auto kernels = compileOpenCl(R"(
typedef struct { int a; float4 v; short s[3]; } S;
__constant int table[5] = {3, 1, 4, 1, 5};
__kernel void k(S s, float4 f, __global const float4 *in, __global float *out, char c) {
  int i = get_global_id(0);
  float4 v = in[i] * f + s.v;
  float array[6];
  for (int j = 0; j < 6; ++j)
    array[j] = (float)(j * i);
  array[(i * 7) % 6] = 100.0f;
  float r;
  switch (i % 4) {
  case 0: r = v.x + table[i % 5]; break;
  case 1: r = v.y * s.a; break;
  case 2: r = v.z - s.s[1]; break;
  default: r = v.w + c;
  }
  float sum = 0;
  for (int j = 0; j < 6; ++j)
    sum += array[(j + i) % 6];
  out[i * 2] = r;
  out[i * 2 + 1] = sum + ((float *)&v)[i & 3];
})");
  struct alignas(16) S {
    int a;
    alignas(16) float v[4];
    short s[3];
  } s = {5, {1, 2, 3, 4}, {7, 8, 9}};
  struct F4 {
    float v[4];
  } f = {{0.5f, 2, 4, 8}};
  std::vector<float> in = randomData<float>(4 * 12), out(24);
  Run(kernels.at("k")).value(s).value(f).buffer(in).buffer(out).value(int8_t(-3))({12}, {4});
  const int table[] = {3, 1, 4, 1, 5};
  for (int i = 0; i < 12; ++i) {
    float v[4], array[6], sum = 0;
    for (int j = 0; j < 4; ++j)
      v[j] = std::fma(in[i * 4 + j], f.v[j], s.v[j]);
    for (int j = 0; j < 6; ++j)
      array[j] = float(j * i);
    array[(i * 7) % 6] = 100;
    for (int j = 0; j < 6; ++j)
      sum += array[(j + i) % 6];
    float r[] = {v[0] + float(table[i % 5]), v[1] * float(s.a), v[2] - float(s.s[1]), v[3] - 3.0f};
    INFO("work-item " << i);
    CHECK(out[i * 2] == r[i % 4]);
    CHECK(out[i * 2 + 1] == sum + v[i & 3]);
  }
}

TEST_CASE("memory order within a work-item: the same buffer under two names") {
  auto kernels = compileOpenCl(R"(
__kernel void k(__global int *a, __global int *b, int n) {
  int i = get_global_id(0) * n;
  for (int j = 1; j < n; ++j) {
    a[i + j] = b[i + j - 1] + 1;
    b[i + j] = a[i + j] * 2;
  }
})");
  const int n = 9;
  std::vector<int> data(4 * n, 1);
  const Kernel &kernel = kernels.at("k");
  // One buffer for both arguments: launch by hand.
  std::vector<uint8_t> expected;
  for (uint64_t adversary : {0, 1, 2, 3, 4, 5}) {
    std::vector<uint8_t> memory(1024);
    std::memcpy(&memory[256], data.data(), data.size() * 4);
    Launch launch;
    launch.globalSize[0] = 4;
    launch.argumentWords = {256, 256 + 4 * 4 * n, 256, 256 + 4 * 4 * n, n};
    const auto result = interpret(kernel, launch, memory, {adversary, 100000});
    REQUIRE(result);
    REQUIRE(result->faults.empty());
    if (adversary == 0)
      expected = memory;
    REQUIRE(memory == expected);
  }
  int value;
  std::memcpy(&value, &expected[256 + 4 * 8], 4);
  CHECK(value == 766);  // v -> 2 (v + 1), eight times from 1
}

TEST_CASE("offsets, sizes and group ids reach the kernel") {
  auto kernels = compileOpenCl(R"(
__kernel void k(__global uint *out) {
  uint x = get_global_id(0), y = get_global_id(1);
  __global uint *o = out + ((y - get_global_offset(1)) * get_global_size(0) + x - get_global_offset(0)) * 8;
  o[0] = x; o[1] = y; o[2] = get_local_id(0); o[3] = get_group_id(1);
  o[4] = get_local_size(1); o[5] = get_num_groups(0); o[6] = get_work_dim(); o[7] = get_global_size(2);
})");
  std::vector<uint32_t> out(8 * 4 * 8);
  Run(kernels.at("k")).buffer(out)({8, 4}, {4, 2}, {100, 50});
  for (uint32_t y = 0; y < 4; ++y)
    for (uint32_t x = 0; x < 8; ++x) {
      std::vector<uint32_t> got(&out[(y * 8 + x) * 8], &out[(y * 8 + x) * 8] + 8);
      CHECK(got == std::vector<uint32_t>{x + 100, y + 50, x % 4, y / 2, 2, 2, 2, 1});
    }
}

TEST_CASE("an access outside its buffers is a fault") {
  auto kernels =
      compileOpenCl("__kernel void k(__global int *a, __global int *b, int n) { a[get_global_id(0) + n] = b[0]; }");
  std::vector<int> a(4), b(4, 9);
  Run run(kernels.at("k"));
  run.buffer(a).buffer(b).value(2)({4}, {1});
  CHECK(a == std::vector<int>{0, 0, 9, 9});
  REQUIRE(run.faults.size() == 2);
  CHECK(kernels.at("k").sites[run.faults[0].site].kind == Site::Kind::Store);
}
