// SPDX-License-Identifier: Apache-2.0
// Runs random kernels on the device and on PoCL and compares every word: random_kernels [--first SEED] [--count N]
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <random>
#include <stdexcept>
#include <vector>

#include "generator.h"

using weft::random_kernels::Case;

namespace {

void check(cl_int status, const char *call) {
  if (status != CL_SUCCESS)
    throw std::runtime_error(fmt::format("{} returned {}", call, status));
}

struct Result {
  std::vector<uint32_t> out, shared;
  bool operator==(const Result &) const = default;
};

/// One device, and a kernel in preparation on it: preparing the next kernels while one runs hides the builds.
class Device {
public:
  explicit Device(const std::string &platformName) {
    cl_uint count = 0;
    check(clGetPlatformIDs(0, nullptr, &count), "clGetPlatformIDs");
    std::vector<cl_platform_id> platforms(count);
    check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
    for (cl_platform_id platform : platforms) {
      char name[256] = "";
      check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr), "clGetPlatformInfo");
      if (std::string(name).find(platformName) != std::string::npos)
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr), "clGetDeviceIDs");
    }
    if (!device_)
      throw std::runtime_error("no platform named " + platformName);
    cl_int status = CL_SUCCESS;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue_ = clCreateCommandQueue(context_, device_, 0, &status);
    check(status, "clCreateCommandQueue");
  }
  ~Device() {
    clReleaseCommandQueue(queue_);
    clReleaseContext(context_);
  }
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  cl_program build(const Case &test) const {
    cl_int status = CL_SUCCESS;
    const char *text = test.source.c_str();
    cl_program program = clCreateProgramWithSource(context_, 1, &text, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    if (clBuildProgram(program, 1, &device_, "", nullptr, nullptr) != CL_SUCCESS) {
      char log[8192] = "";
      clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
      throw std::runtime_error(fmt::format("clBuildProgram failed:\n{}", log));
    }
    return program;
  }

  Result run(const Case &test, cl_program program) const {
    size_t items = 1;
    for (unsigned d = 0; d < test.dimensions; ++d)
      items *= test.global[d];
    std::mt19937 random(static_cast<uint32_t>(test.seed));
    std::vector<uint32_t> in(test.inWords);
    for (uint32_t &word : in)
      word = static_cast<uint32_t>(random());
    Result result{std::vector<uint32_t>(items * test.outWordsPerItem, 0xdeadbeef),
                  std::vector<uint32_t>(weft::random_kernels::kSharedWords, 0x12345678)};
    cl_int status = CL_SUCCESS;
    auto buffer = [&](std::vector<uint32_t> &data) {
      cl_mem memory =
          clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, data.size() * 4, data.data(), &status);
      check(status, "clCreateBuffer");
      return memory;
    };
    cl_mem memories[3] = {buffer(in), buffer(result.out), buffer(result.shared)};
    cl_kernel kernel = clCreateKernel(program, "k", &status);
    check(status, "clCreateKernel");
    for (cl_uint i = 0; i < 3; ++i)
      check(clSetKernelArg(kernel, i, sizeof(cl_mem), &memories[i]), "clSetKernelArg");
    check(clSetKernelArg(kernel, 3, sizeof test.n, &test.n), "clSetKernelArg");
    check(
        clEnqueueNDRangeKernel(queue_, kernel, test.dimensions, nullptr, test.global, test.local, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(queue_, memories[1], CL_TRUE, 0, result.out.size() * 4, result.out.data(), 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");
    check(clEnqueueReadBuffer(queue_, memories[2], CL_TRUE, 0, result.shared.size() * 4, result.shared.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
    clReleaseKernel(kernel);
    for (cl_mem memory : memories)
      clReleaseMemObject(memory);
    return result;
  }

private:
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
};

void describe(const Case &test, const Result &device, const Result &oracle) {
  fmt::print("seed {}: results differ; {} dimensions, global {}x{}x{}, local {}x{}x{}, n {}\n{}\n", test.seed,
             test.dimensions, test.global[0], test.global[1], test.global[2], test.local[0], test.local[1],
             test.local[2], test.n, test.source);
  unsigned shown = 0;
  for (size_t i = 0; i < device.out.size() && shown < 8; ++i)
    if (device.out[i] != oracle.out[i])
      ++shown, fmt::print("  out[{}] is {:#x}, PoCL says {:#x}\n", i, device.out[i], oracle.out[i]);
  for (size_t i = 0; i < device.shared.size(); ++i)
    if (device.shared[i] != oracle.shared[i])
      fmt::print("  shared[{}] is {:#x}, PoCL says {:#x}\n", i, device.shared[i], oracle.shared[i]);
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app("Random kernels on a device and on PoCL");
  uint64_t first = 1;
  unsigned count = 50;
  bool print = false, fresh = false;
  std::string name = "Weft";
  app.add_option("--first", first, "first seed")->capture_default_str();
  app.add_option("--count", count, "kernels")->capture_default_str();
  app.add_option("--platform", name, "platform under test, part of its name")->capture_default_str();
  app.add_flag("--print", print, "only print the kernels");
  app.add_flag("--fresh", fresh, "take the first seed from the system's random device");
  CLI11_PARSE(app, argc, argv);
  if (fresh)
    first = std::random_device()();
  if (print) {
    for (unsigned i = 0; i < count; ++i)
      fmt::print("// seed {}\n{}\n", first + i, weft::random_kernels::generate(first + i).source);
    return 0;
  }
  unsigned wrong = 0;
  try {
    const Device device(name), oracle("Portable Computing Language");
    // Builds run in the background: keep a few programs ahead of the one that runs.
    constexpr unsigned kAhead = 3;
    std::vector<Case> cases;
    std::vector<cl_program> programs;
    for (unsigned i = 0; i < count; ++i) {
      while (cases.size() < count && cases.size() <= i + kAhead) {
        cases.push_back(weft::random_kernels::generate(first + cases.size()));
        try {
          programs.push_back(device.build(cases.back()));
        } catch (const std::exception &error) {
          fmt::print("seed {}: {}\n{}\n", cases.back().seed, error.what(), cases.back().source);
          programs.push_back(nullptr);
        }
      }
      const Case &test = cases[i];
      if (!programs[i]) {
        ++wrong;
        continue;
      }
      try {
        cl_program reference = oracle.build(test);
        const Result expected = oracle.run(test, reference);
        clReleaseProgram(reference);
        const Result found = device.run(test, programs[i]);
        if (!(found == expected)) {
          ++wrong;
          describe(test, found, expected);
        }
      } catch (const std::exception &error) {
        ++wrong;
        fmt::print("seed {}: {}\n{}\n", test.seed, error.what(), test.source);
      }
      clReleaseProgram(programs[i]);
      std::fflush(stdout);
    }
  } catch (const std::exception &error) {
    fmt::print("error: {}\n", error.what());
    return 1;
  }
  fmt::print("random kernels from seed {}: {} equal PoCL's results, {} do not\n", first, count - wrong, wrong);
  return wrong == 0 ? 0 : 1;
}
