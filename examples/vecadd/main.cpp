// SPDX-License-Identifier: Apache-2.0
// Vector addition through the C++ wrapper.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstring>
#include <random>

#include "opencl.h"

int main(int argc, char **argv) {
  CLI::App app("Adds two float vectors on an OpenCL device");
  size_t size = 16384;
  std::string platform;
  app.add_option("--size", size, "elements")->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--platform", platform, "OpenCL platform, part of its name; default: the first");
  CLI11_PARSE(app, argc, argv);
  try {
    example::Device opened;
    example::open(opened, platform, "vecadd");
    cl::Context context(opened.context, true);
    cl::CommandQueue queue(opened.queue, true);
    cl::Program program(opened.program, true);

    std::mt19937 random(1);
    std::uniform_real_distribution<float> distribution(-1000.0f, 1000.0f);
    std::vector<float> a(size), b(size), c(size);
    for (size_t i = 0; i < size; ++i)
      a[i] = distribution(random), b[i] = distribution(random);

    cl::Buffer bufferA(context, a.begin(), a.end(), true);
    cl::Buffer bufferB(context, b.begin(), b.end(), true);
    cl::Buffer bufferC(context, CL_MEM_WRITE_ONLY, size * sizeof(float));
    cl::KernelFunctor<cl::Buffer, cl::Buffer, cl::Buffer> vecadd(program, "vecadd");
    cl::Event event = vecadd(cl::EnqueueArgs(queue, cl::NDRange(size)), bufferA, bufferB, bufferC);
    cl::copy(queue, bufferC, c.begin(), c.end());

    example::report(opened, example::timeOf(event(), opened.device), 3 * size * sizeof(float));
    for (size_t i = 0; i < size; ++i) {
      const float expected = a[i] + b[i];
      if (std::memcmp(&c[i], &expected, sizeof expected) != 0) {
        std::fprintf(stderr, "error: element %zu is %a, not %a\n", i, c[i], expected);
        return 1;
      }
    }
    std::printf("result:        %zu sums equal the CPU's to the last bit\n", size);
  } catch (const cl::Error &error) {
    std::fprintf(stderr, "error: %s returned %d\n", error.what(), error.err());
    return 1;
  }
}
