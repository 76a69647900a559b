// SPDX-License-Identifier: Apache-2.0
// Histogram of bytes: atomics in local and in global memory.
#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <random>
#include <vector>

#include "opencl.h"

using example::check;

int main(int argc, char **argv) {
  CLI::App app("Counts byte values on an OpenCL device");
  cl_uint count = 32768;
  std::string platform;
  app.add_option("--size", count, "bytes")->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--platform", platform, "OpenCL platform, part of its name; default: the first");
  CLI11_PARSE(app, argc, argv);
  example::Device device;
  example::open(device, platform, "histogram");

  // Two dice make some values common, so that atomics collide.
  std::mt19937 random(4);
  std::vector<uint8_t> data(count);
  for (uint8_t &byte : data)
    byte = uint8_t(random() % 128 + random() % 128);
  std::array<cl_uint, 256> bins{}, expected{};
  for (uint8_t byte : data)
    ++expected[byte];

  cl_int status = CL_SUCCESS;
  cl_mem in = clCreateBuffer(device.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, count, data.data(), &status);
  check(status, "clCreateBuffer");
  cl_mem out = clCreateBuffer(device.context, CL_MEM_READ_WRITE, sizeof bins, nullptr, &status);
  check(status, "clCreateBuffer");
  const cl_uint zero = 0;
  check(clEnqueueFillBuffer(device.queue, out, &zero, sizeof zero, 0, sizeof bins, 0, nullptr, nullptr),
        "clEnqueueFillBuffer");
  cl_kernel kernel = clCreateKernel(device.program, "histogram", &status);
  check(status, "clCreateKernel");
  check(clSetKernelArg(kernel, 0, sizeof in, &in), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof count, &count), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof out, &out), "clSetKernelArg");
  const size_t global = 512, local = 128;
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(device.queue, kernel, 1, nullptr, &global, &local, 0, nullptr, &event),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(device.queue, out, CL_TRUE, 0, sizeof bins, bins.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  example::report(device, example::timeOf(event, device.device), count);
  clReleaseEvent(event);
  clReleaseKernel(kernel);
  clReleaseMemObject(in);
  clReleaseMemObject(out);

  if (bins != expected) {
    for (size_t i = 0; i < bins.size(); ++i)
      if (bins[i] != expected[i])
        std::fprintf(stderr, "error: value %zu was counted %u times, not %u\n", i, bins[i], expected[i]);
    return 1;
  }
  std::printf("result:        256 counts of %u bytes equal the CPU's\n", count);
}
