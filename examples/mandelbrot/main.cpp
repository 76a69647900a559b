// SPDX-License-Identifier: Apache-2.0
// The Mandelbrot set as a PNG: a loop whose length depends on the data.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <vector>

#include "opencl.h"
#include "png_image.h"

using example::check;

namespace {

#pragma clang fp contract(off)
int iterate(float cx, float cy, int limit) {
  float x = 0, y = 0;
  int n = 0;
  while (n < limit && x * x + y * y <= 4.0f) {
    const float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    ++n;
  }
  return n;
}

example::Image paint(const std::vector<int> &iterations, unsigned width, unsigned height, int limit) {
  example::Image image{width, height, std::vector<uint8_t>(iterations.size() * 4, 255)};
  for (size_t i = 0; i < iterations.size(); ++i) {
    const double t = iterations[i] == limit ? 0 : std::sqrt(double(iterations[i]) / limit);
    image.rgba[4 * i] = uint8_t(255 * t);
    image.rgba[4 * i + 1] = uint8_t(255 * t * t);
    image.rgba[4 * i + 2] = uint8_t(iterations[i] == limit ? 0 : 80 + 175 * (1 - t));
  }
  return image;
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app("Paints the Mandelbrot set on an OpenCL device");
  std::string output = "mandelbrot.png", platform;
  int width = 128, limit = 64;
  app.add_option("output", output, "picture to write (PNG)")->capture_default_str();
  app.add_option("--width", width, "pixels in a row; the height is two thirds")->check(CLI::Range(3, 8192));
  app.add_option("--limit", limit, "most iterations")->check(CLI::PositiveNumber);
  app.add_option("--platform", platform, "OpenCL platform, part of its name; default: the first");
  CLI11_PARSE(app, argc, argv);
  const int height = width * 2 / 3;
  const float step = 3.0f / float(width), left = -2.25f, top = 1.0f;

  example::Device device;
  example::open(device, platform, "mandelbrot");
  const size_t count = size_t(width) * height, bytes = count * sizeof(int);
  cl_int status = CL_SUCCESS;
  cl_mem buffer = clCreateBuffer(device.context, CL_MEM_WRITE_ONLY, bytes, nullptr, &status);
  check(status, "clCreateBuffer");
  cl_kernel kernel = clCreateKernel(device.program, "mandelbrot", &status);
  check(status, "clCreateKernel");
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof width, &width), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof left, &left), "clSetKernelArg");
  check(clSetKernelArg(kernel, 3, sizeof top, &top), "clSetKernelArg");
  check(clSetKernelArg(kernel, 4, sizeof step, &step), "clSetKernelArg");
  check(clSetKernelArg(kernel, 5, sizeof limit, &limit), "clSetKernelArg");
  const size_t global[2] = {size_t(width), size_t(height)};
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(device.queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, &event),
        "clEnqueueNDRangeKernel");
  std::vector<int> iterations(count);
  check(clEnqueueReadBuffer(device.queue, buffer, CL_TRUE, 0, bytes, iterations.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  const example::KernelTime time = example::timeOf(event, device.device);
  example::report(device, time, bytes);
  clReleaseEvent(event);
  clReleaseKernel(kernel);
  clReleaseMemObject(buffer);

  size_t total = 0, wrong = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int expected = iterate(left + float(x) * step, top - float(y) * step, limit);
      total += size_t(expected);
      wrong += iterations[size_t(y) * width + x] != expected;
    }
  std::printf("arithmetic:    %.2f iterations per cycle\n", double(total) / double(time.cycles));
  try {
    example::writePng(output, paint(iterations, unsigned(width), unsigned(height), limit));
  } catch (const std::exception &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
  if (wrong) {
    std::fprintf(stderr, "error: %zu of %zu pixels differ from the CPU's\n", wrong, count);
    return 1;
  }
  std::printf("result:        %d x %d pixels equal the CPU's, written to %s\n", width, height, output.c_str());
}
