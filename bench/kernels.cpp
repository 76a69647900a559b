// SPDX-License-Identifier: Apache-2.0
#include "kernels.h"

#include <cstring>
#include <random>

namespace weft::bench {
namespace {

std::vector<uint32_t> randomWords(size_t count) {
  std::mt19937 random(1);
  std::vector<uint32_t> words(count);
  for (uint32_t &word : words)
    word = static_cast<uint32_t>(random());
  return words;
}

std::vector<uint32_t> randomFloats(size_t count) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> distribution(-1.0f, 1.0f);
  std::vector<uint32_t> words(count);
  for (uint32_t &word : words) {
    const float value = distribution(random);
    std::memcpy(&word, &value, sizeof word);
  }
  return words;
}

template <class T> ScalarArgument scalar(T value) {
  ScalarArgument result{std::vector<uint8_t>(sizeof value)};
  std::memcpy(result.bytes.data(), &value, sizeof value);
  return result;
}

KernelCase vecadd() {
  constexpr size_t n = 131072;
  return {"vecadd",
          "131,072 elements",
          {BufferArgument{randomFloats(n)}, BufferArgument{randomFloats(n)}, BufferArgument{std::vector<uint32_t>(n)}},
          1,
          {n, 1, 1},
          {128, 1, 1},
          12 * n,
          double(n),
          double(n),
          "additions"};
}

KernelCase matmul() {
  constexpr size_t n = 64;
  return {"matmul",
          "64 x 64 x 64",
          {BufferArgument{randomFloats(n * n)}, BufferArgument{randomFloats(n * n)},
           BufferArgument{std::vector<uint32_t>(n * n)}, scalar(cl_int(n))},
          2,
          {n, n, 1},
          {16, 16, 1},
          8 * (n * n) * (n / 16) + 4 * (n * n),
          double(n * n * n) / 4,
          double(n * n * n),
          "multiply-adds"};
}

KernelCase mandelbrot() {
  constexpr int width = 96, height = 64, limit = 64;
  const float step = 3.0f / width;
  double iterations = 0;
  for (int py = 0; py < height; ++py)
    for (int px = 0; px < width; ++px) {
      const float cx = -2.25f + float(px) * step, cy = 1.0f - float(py) * step;
      float x = 0, y = 0;
      for (int n = 0; n < limit && x * x + y * y <= 4.0f; ++n, ++iterations) {
        const float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
      }
    }
  return {"mandelbrot",
          "96 x 64 pixels, up to 64 steps",
          {BufferArgument{std::vector<uint32_t>(size_t(width) * height)}, scalar(cl_int(width)), scalar(-2.25f),
           scalar(1.0f), scalar(step), scalar(cl_int(limit))},
          2,
          {size_t(width), size_t(height), 1},
          {32, 4, 1},
          uint64_t(4) * width * height,
          iterations,
          iterations,
          "iterations"};
}

KernelCase sobel() {
  constexpr cl_int width = 256, height = 128;
  constexpr size_t n = size_t(width) * height;
  return {"sobel",
          "256 x 128 pixels",
          {BufferArgument{randomWords(n)}, BufferArgument{std::vector<uint32_t>(n)}, scalar(width), scalar(height)},
          2,
          {size_t(width), size_t(height), 1},
          {64, 1, 1},
          8 * n,
          double(n),
          double(n),
          "pixels"};
}

KernelCase reduce() {
  constexpr cl_uint n = 65536;
  constexpr size_t groups = 8, local = 128;
  return {"reduce",
          "65,536 elements",
          {BufferArgument{randomWords(n)}, BufferArgument{std::vector<uint32_t>(groups)}, LocalArgument{local * 4},
           scalar(n)},
          1,
          {groups * local, 1, 1},
          {local, 1, 1},
          uint64_t(4) * n,
          double(n),
          double(n),
          "additions"};
}

KernelCase sha256() {
  constexpr size_t messages = 256, blocks = 2;
  std::vector<uint32_t> first(messages), count(messages, blocks);
  for (size_t i = 0; i < messages; ++i)
    first[i] = cl_uint(i * blocks);
  return {"sha256",
          "256 messages of 128 bytes",
          {BufferArgument{randomWords(messages * blocks * 16)}, BufferArgument{first}, BufferArgument{count},
           BufferArgument{std::vector<uint32_t>(messages * 8)}},
          1,
          {messages, 1, 1},
          {64, 1, 1},
          messages * (blocks * 64 + 8 + 32),
          double(messages * blocks * 64),
          double(messages * blocks * 64),
          "rounds"};
}

KernelCase histogram() {
  constexpr cl_uint n = 65536;
  return {"histogram",
          "65,536 bytes",
          {BufferArgument{randomWords(n / 4)}, scalar(n), BufferArgument{std::vector<uint32_t>(256)}},
          1,
          {1024, 1, 1},
          {256, 1, 1},
          n,
          double(n),
          double(n),
          "counts"};
}

/// Each load waits for the one before: what the latency of memory costs.
KernelCase chase() {
  constexpr uint32_t n = 1 << 16, steps = 10000;
  std::vector<uint32_t> next(n);
  for (uint32_t i = 0; i < n; ++i)
    next[i] = (i * 40501 + 12345) % n;  // one circle through all (Hull and Dobell, 1962)
  KernelCase test{"chase",
                  "10,000 loads, one after the other",
                  {BufferArgument{next}, BufferArgument{std::vector<uint32_t>(1)}, scalar(cl_uint(steps))},
                  1,
                  {1, 1, 1},
                  {1, 1, 1},
                  4 * steps,
                  double(steps),
                  double(steps),
                  "loads"};
  test.source = R"(kernel void chase(global const uint *restrict next, global uint *restrict last, uint steps) {
  uint i = 0;
  for (uint k = 0; k < steps; ++k)
    i = next[i];
  *last = i;
}
)";
  return test;
}

}  // namespace

std::vector<KernelCase> kernelCases() {
  return {vecadd(), sobel(), matmul(), mandelbrot(), reduce(), sha256(), histogram(), chase()};
}

}  // namespace weft::bench
