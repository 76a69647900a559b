// SPDX-License-Identifier: Apache-2.0
#include "device_runner.h"

#include <cstring>
#include <fmt/format.h>
#include <stdexcept>

namespace weft::fuzz {
namespace {

void check(cl_int status, const char *call) {
  if (status != CL_SUCCESS)
    throw std::runtime_error(fmt::format("{} returned {}", call, status));
}

}  // namespace

DeviceRunner::DeviceRunner(cl_device_id device, std::string options) : device_(device), options_(std::move(options)) {
  char name[256] = "";
  check(clGetDeviceInfo(device_, CL_DEVICE_NAME, sizeof name, name, nullptr), "clGetDeviceInfo");
  name_ = name;
  cl_int status = CL_SUCCESS;
  context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  queue_ = clCreateCommandQueue(context_, device_, 0, &status);
  check(status, "clCreateCommandQueue");
}

DeviceRunner::~DeviceRunner() {
  clReleaseCommandQueue(queue_);
  clReleaseContext(context_);
}

cl_program DeviceRunner::build(const Program &program) const {
  cl_int status = CL_SUCCESS;
  const char *text = program.source.c_str();
  cl_program built = clCreateProgramWithSource(context_, 1, &text, nullptr, &status);
  check(status, "clCreateProgramWithSource");
  if (clBuildProgram(built, 1, &device_, options_.c_str(), nullptr, nullptr) != CL_SUCCESS) {
    std::string log(16384, '\0');
    clGetProgramBuildInfo(built, device_, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
    clReleaseProgram(built);
    throw std::runtime_error(log.c_str());
  }
  return built;
}

std::vector<uint8_t> DeviceRunner::run(const Program &program) const {
  cl_program built = build(program);
  cl_int status = CL_SUCCESS;
  std::vector<uint8_t> result(program.outBytes(), kUntouched);
  auto buffer = [&](const std::vector<uint8_t> &bytes) {
    cl_mem memory = clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes.size(),
                                   const_cast<uint8_t *>(bytes.data()), &status);
    check(status, "clCreateBuffer");
    return memory;
  };
  const cl_mem memories[] = {buffer(program.inputs.in), buffer(program.inputs.other), buffer(result)};
  cl_kernel kernel = clCreateKernel(built, "k", &status);
  check(status, "clCreateKernel");
  for (cl_uint i = 0; i < 3; ++i)
    check(clSetKernelArg(kernel, i, sizeof(cl_mem), &memories[i]), "clSetKernelArg");
  check(clSetKernelArg(kernel, 3, sizeof(cl_uint), &program.inputs.n), "clSetKernelArg");
  check(clSetKernelArg(kernel, 4, sizeof(cl_long4), program.inputs.w.lane.data()), "clSetKernelArg");
  const size_t global = program.groups * program.groupSize, local = program.groupSize;
  check(clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue_, memories[2], CL_TRUE, 0, result.size(), result.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  clReleaseKernel(kernel);
  for (cl_mem memory : memories)
    clReleaseMemObject(memory);
  clReleaseProgram(built);
  return result;
}

std::vector<cl_device_id> devicesOf(const std::string &platform) {
  cl_uint count = 0;
  std::vector<cl_device_id> result;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS)
    return result;
  std::vector<cl_platform_id> platforms(count);
  check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  for (cl_platform_id candidate : platforms) {
    char name[256] = "";
    check(clGetPlatformInfo(candidate, CL_PLATFORM_NAME, sizeof name, name, nullptr), "clGetPlatformInfo");
    if (std::strstr(name, platform.c_str()) == nullptr)
      continue;
    cl_uint devices = 0;
    check(clGetDeviceIDs(candidate, CL_DEVICE_TYPE_ALL, 0, nullptr, &devices), "clGetDeviceIDs");
    result.resize(devices);
    check(clGetDeviceIDs(candidate, CL_DEVICE_TYPE_ALL, devices, result.data(), nullptr), "clGetDeviceIDs");
  }
  return result;
}

}  // namespace weft::fuzz
