// SPDX-License-Identifier: Apache-2.0
// Sum of a vector: a tree in local memory whose size the host sets.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

#include "opencl.h"

using example::check;

int main(int argc, char **argv) {
  CLI::App app("Sums a vector of integers on an OpenCL device");
  cl_uint count = 65536;
  size_t groups = 4, local = 128;
  std::string platform;
  app.add_option("--size", count, "elements")->capture_default_str();
  app.add_option("--groups", groups, "work-groups")->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--local", local, "work-items in a group, a power of two")->capture_default_str();
  app.add_option("--platform", platform, "OpenCL platform, part of its name; default: the first");
  CLI11_PARSE(app, argc, argv);
  if (count == 0 || local == 0 || (local & (local - 1)) != 0) {
    std::fprintf(stderr, "error: --size must be positive, --local a power of two\n");
    return 1;
  }
  example::Device device;
  example::open(device, platform, "reduce");
  std::mt19937 random(3);
  std::vector<int32_t> values(count), partial(groups);
  for (int32_t &value : values)
    value = int32_t(random());

  cl_int status = CL_SUCCESS;
  cl_mem in = clCreateBuffer(device.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, count * sizeof(int32_t),
                             values.data(), &status);
  check(status, "clCreateBuffer");
  cl_mem out = clCreateBuffer(device.context, CL_MEM_WRITE_ONLY, groups * sizeof(int32_t), nullptr, &status);
  check(status, "clCreateBuffer");
  cl_kernel kernel = clCreateKernel(device.program, "reduce", &status);
  check(status, "clCreateKernel");
  check(clSetKernelArg(kernel, 0, sizeof in, &in), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof out, &out), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, local * sizeof(int32_t), nullptr), "clSetKernelArg");
  check(clSetKernelArg(kernel, 3, sizeof count, &count), "clSetKernelArg");
  const size_t global = groups * local;
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(device.queue, kernel, 1, nullptr, &global, &local, 0, nullptr, &event),
        "clEnqueueNDRangeKernel");
  check(
      clEnqueueReadBuffer(device.queue, out, CL_TRUE, 0, groups * sizeof(int32_t), partial.data(), 0, nullptr, nullptr),
      "clEnqueueReadBuffer");
  example::report(device, example::timeOf(event, device.device), (count + groups) * sizeof(int32_t));
  clReleaseEvent(event);
  clReleaseKernel(kernel);
  clReleaseMemObject(in);
  clReleaseMemObject(out);

  // Sums wrap modulo 2^32, on the device as here.
  auto sum = [](const std::vector<int32_t> &v) {
    return std::accumulate(v.begin(), v.end(), uint32_t(0), [](uint32_t s, int32_t x) { return s + uint32_t(x); });
  };
  if (sum(partial) != sum(values)) {
    std::fprintf(stderr, "error: the device's sum is %08x, not %08x\n", sum(partial), sum(values));
    return 1;
  }
  std::printf("result:        sum of %u values is %08x, equal to the CPU's\n", count, sum(values));
}
