// SPDX-License-Identifier: Apache-2.0
// Tiled matrix multiplication: local memory, two barriers inside a loop.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

#include "opencl.h"

using example::check;

int main(int argc, char **argv) {
  CLI::App app("Multiplies two square float matrices on an OpenCL device");
  int n = 64;
  std::string platform;
  app.add_option("--size", n, "rows, a multiple of 16")->capture_default_str()->check(CLI::Range(16, 4096));
  app.add_option("--platform", platform, "OpenCL platform, part of its name; default: the first");
  CLI11_PARSE(app, argc, argv);
  if (n % 16 != 0) {
    std::fprintf(stderr, "error: --size must be a multiple of 16\n");
    return 1;
  }
  example::Device device;
  example::open(device, platform, "matmul");

  const size_t count = size_t(n) * n, bytes = count * sizeof(float);
  std::mt19937 random(2);
  std::uniform_real_distribution<float> distribution(-1.0f, 1.0f);
  std::vector<float> a(count), b(count), c(count);
  for (size_t i = 0; i < count; ++i)
    a[i] = distribution(random), b[i] = distribution(random);

  cl_int status = CL_SUCCESS;
  cl_mem bufferA = clCreateBuffer(device.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, a.data(), &status);
  check(status, "clCreateBuffer");
  cl_mem bufferB = clCreateBuffer(device.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, b.data(), &status);
  check(status, "clCreateBuffer");
  cl_mem bufferC = clCreateBuffer(device.context, CL_MEM_WRITE_ONLY, bytes, nullptr, &status);
  check(status, "clCreateBuffer");
  cl_kernel kernel = clCreateKernel(device.program, "matmul", &status);
  check(status, "clCreateKernel");
  check(clSetKernelArg(kernel, 0, sizeof bufferA, &bufferA), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof bufferB, &bufferB), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof bufferC, &bufferC), "clSetKernelArg");
  check(clSetKernelArg(kernel, 3, sizeof n, &n), "clSetKernelArg");
  const size_t global[2] = {size_t(n), size_t(n)}, local[2] = {16, 16};
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(device.queue, kernel, 2, nullptr, global, local, 0, nullptr, &event),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(device.queue, bufferC, CL_TRUE, 0, bytes, c.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");

  const example::KernelTime time = example::timeOf(event, device.device);
  // Each tile of A and B is read n / 16 times.
  example::report(device, time, 2 * bytes * (n / 16) + bytes);
  std::printf("arithmetic:    %.2f multiply-adds per cycle\n", double(n) * n * n / double(time.cycles));

  // The kernel's sums are fused multiply-adds in a fixed order, so the CPU gets the same bits.
  int wrong = 0;
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      float expected = 0;
      for (int k = 0; k < n; ++k)
        expected = std::fma(a[size_t(row) * n + k], b[size_t(k) * n + column], expected);
      if (std::memcmp(&expected, &c[size_t(row) * n + column], sizeof expected) != 0 && wrong++ == 0)
        std::fprintf(stderr, "error: element (%d, %d) is %a, not %a\n", row, column, c[size_t(row) * n + column],
                     expected);
    }
  clReleaseEvent(event);
  clReleaseKernel(kernel);
  for (cl_mem buffer : {bufferA, bufferB, bufferC})
    clReleaseMemObject(buffer);
  if (wrong == 0)
    std::printf("result:        %zu elements equal the CPU's to the last bit\n", count);
  return wrong == 0 ? 0 : 1;
}
