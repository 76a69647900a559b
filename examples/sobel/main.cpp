// SPDX-License-Identifier: Apache-2.0
// Edge detection on a PNG.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "opencl.h"
#include "png_image.h"

namespace {

using example::check;

size_t roundUp(size_t value, size_t multiple) { return (value + multiple - 1) / multiple * multiple; }

example::Image detectEdges(example::Device &device, const example::Image &input) {
  const size_t bytes = input.rgba.size();
  cl_int status = CL_SUCCESS;
  cl_mem in = clCreateBuffer(device.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes,
                             const_cast<uint8_t *>(input.rgba.data()), &status);
  check(status, "clCreateBuffer");
  cl_mem out = clCreateBuffer(device.context, CL_MEM_WRITE_ONLY, bytes, nullptr, &status);
  check(status, "clCreateBuffer");
  cl_kernel kernel = clCreateKernel(device.program, "sobel", &status);
  check(status, "clCreateKernel");
  const cl_int width = cl_int(input.width), height = cl_int(input.height);
  check(clSetKernelArg(kernel, 0, sizeof in, &in), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof out, &out), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof width, &width), "clSetKernelArg");
  check(clSetKernelArg(kernel, 3, sizeof height, &height), "clSetKernelArg");

  // Rows of work-items follow the rows of the picture, so that neighbouring work-items share memory lines.
  const size_t local[2] = {64, 1};
  const size_t global[2] = {roundUp(input.width, local[0]), input.height};
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(device.queue, kernel, 2, nullptr, global, local, 0, nullptr, &event),
        "clEnqueueNDRangeKernel");
  example::Image output{input.width, input.height, std::vector<uint8_t>(bytes)};
  check(clEnqueueReadBuffer(device.queue, out, CL_TRUE, 0, bytes, output.rgba.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  example::report(device, example::timeOf(event, device.device), 2 * bytes);
  clReleaseEvent(event);
  clReleaseKernel(kernel);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  return output;
}

/// The same on the CPU, to compare with.
example::Image reference(const example::Image &input) {
  const int width = int(input.width), height = int(input.height);
  auto at = [&](int x, int y) {
    const uint8_t *p = &input.rgba[4 * (size_t(std::clamp(y, 0, height - 1)) * width + std::clamp(x, 0, width - 1))];
    return (77 * p[0] + 150 * p[1] + 29 * p[2]) >> 8;
  };
  example::Image output{input.width, input.height, std::vector<uint8_t>(input.rgba.size())};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const float gx = float((at(x + 1, y - 1) + 2 * at(x + 1, y) + at(x + 1, y + 1)) -
                             (at(x - 1, y - 1) + 2 * at(x - 1, y) + at(x - 1, y + 1)));
      const float gy = float((at(x - 1, y + 1) + 2 * at(x, y + 1) + at(x + 1, y + 1)) -
                             (at(x - 1, y - 1) + 2 * at(x, y - 1) + at(x + 1, y - 1)));
      // Both squares are whole numbers below 2^24, so their sum is exact however it is contracted.
      const auto m = uint8_t(std::min(std::sqrt(gx * gx + gy * gy), 255.0f));
      uint8_t *p = &output.rgba[4 * (size_t(y) * width + x)];
      p[0] = p[1] = p[2] = m;
      p[3] = 255;
    }
  return output;
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app("Sobel edge detection of a PNG on an OpenCL device");
  std::string input, output = "sobel.png", platform;
  app.add_option("input", input, "picture to read (PNG)")->required()->check(CLI::ExistingFile);
  app.add_option("output", output, "picture to write (PNG)")->capture_default_str();
  app.add_option("--platform", platform, "OpenCL platform, part of its name; default: the first");
  CLI11_PARSE(app, argc, argv);
  try {
    const example::Image picture = example::readPng(input);
    example::Device device;
    example::open(device, platform, "sobel");
    std::printf("picture:       %s, %u x %u\n", input.c_str(), picture.width, picture.height);
    const example::Image edges = detectEdges(device, picture);
    example::writePng(output, edges);
    if (edges.rgba != reference(picture).rgba) {
      std::fprintf(stderr, "error: the device's picture differs from the CPU's\n");
      return 1;
    }
    std::printf("result:        equal to the CPU's, written to %s\n", output.c_str());
  } catch (const std::exception &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
