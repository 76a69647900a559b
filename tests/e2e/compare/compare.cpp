// SPDX-License-Identifier: Apache-2.0
#include "compare.h"

#include <fmt/format.h>
#include <random>
#include <stdexcept>

namespace weft::compare {
namespace {

void check(cl_int status, const char *call) {
  if (status != CL_SUCCESS)
    throw std::runtime_error(fmt::format("{} returned {}", call, status));
}

}  // namespace

Device::Device(const std::string &platformName) {
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

Device::~Device() {
  clReleaseCommandQueue(queue_);
  clReleaseContext(context_);
}

cl_program Device::build(const Case &test) const {
  cl_int status = CL_SUCCESS;
  const char *text = test.source.c_str();
  cl_program program = clCreateProgramWithSource(context_, 1, &text, nullptr, &status);
  check(status, "clCreateProgramWithSource");
  const std::string options = test.options + " " + test.deviceOptions;
  if (clBuildProgram(program, 1, &device_, options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
    char log[8192] = "";
    clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
    throw std::runtime_error(fmt::format("clBuildProgram failed:\n{}", log));
  }
  return program;
}

Result Device::run(const Case &test, cl_program program) const {
  size_t items = 1;
  for (unsigned d = 0; d < test.dimensions; ++d)
    items *= test.global[d];
  std::mt19937 random(static_cast<uint32_t>(test.seed));
  const size_t outWords = items * test.outWordsPerItem;
  std::vector<uint32_t> in(test.overlap ? *test.overlap + outWords : test.inWords);
  for (uint32_t &word : in)
    word = static_cast<uint32_t>(random());
  Result result{std::vector<uint32_t>(outWords, 0xdeadbeef), std::vector<uint32_t>(kSharedWords, 0x12345678)};
  cl_int status = CL_SUCCESS;
  auto buffer = [&](std::vector<uint32_t> &data) {
    cl_mem memory =
        clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, data.size() * 4, data.data(), &status);
    check(status, "clCreateBuffer");
    return memory;
  };
  cl_mem memories[3] = {buffer(in), nullptr, buffer(result.shared)};
  if (!test.overlap) {
    memories[1] = buffer(result.out);
  } else {
    const cl_buffer_region region = {*test.overlap * 4, outWords * 4};
    memories[1] = clCreateSubBuffer(memories[0], CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
    check(status, "clCreateSubBuffer");
  }
  cl_kernel kernel = clCreateKernel(program, "k", &status);
  check(status, "clCreateKernel");
  for (cl_uint i = 0; i < 3; ++i)
    check(clSetKernelArg(kernel, i, sizeof(cl_mem), &memories[i]), "clSetKernelArg");
  check(clSetKernelArg(kernel, 3, sizeof test.n, &test.n), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(queue_, kernel, test.dimensions, test.offset, test.global, test.local, 0, nullptr,
                               nullptr),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue_, memories[1], CL_TRUE, 0, result.out.size() * 4, result.out.data(), 0, nullptr,
                            nullptr),
        "clEnqueueReadBuffer");
  check(clEnqueueReadBuffer(queue_, memories[2], CL_TRUE, 0, result.shared.size() * 4, result.shared.data(), 0, nullptr,
                            nullptr),
        "clEnqueueReadBuffer");
  clReleaseKernel(kernel);
  for (cl_mem memory : memories)
    clReleaseMemObject(memory);
  return result;
}

Case forOracle(const Case &test) {
  Case plain = test;
  plain.options += " -cl-opt-disable";
  plain.deviceOptions.clear();
  return plain;
}

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

}  // namespace weft::compare
