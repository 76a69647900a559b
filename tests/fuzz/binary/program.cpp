// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/binary/program.h"

#include <CL/cl.h>
#include <stdexcept>

namespace weft::fuzz {
namespace {

constexpr const char *kSources[] = {
    "constant int t[4] = {1, 2, 3, 4};\n"
    "int f(int x) { return t[x & 3] * x; }\n"
    "kernel void k(global int *p, int n) { for (int i = 0; i < n; ++i) p[i] = f(p[i]); }\n",
    "typedef struct { float4 a; char b[3]; } S;\n"
    "kernel __attribute__((reqd_work_group_size(8, 1, 1)))\n"
    "void one(global float *restrict p, local float *l, S s, constant float *c) {\n"
    "  local float own[8];\n"
    "  l[get_local_id(0)] = own[get_local_id(0)] = p[get_global_id(0)] * c[0];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  p[get_global_id(0)] = sin(l[7 - get_local_id(0)]) + own[0] + s.a.x + s.b[1];\n}\n"
    "kernel void two(global uint *p) { atomic_add(p, (uint)get_global_id(0)); }\n"};

void check(cl_int error, const char *what) {
  if (error)
    throw std::runtime_error(std::string(what) + ": " + std::to_string(error));
}

struct Device {
  cl_platform_id platform = nullptr;
  cl_device_id id = nullptr;
  cl_context context = nullptr;

  Device() {
    check(clIcdPlatform(), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, nullptr), "clGetDeviceIDs");
    cl_int error;
    context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &error);
    check(error, "clCreateContext");
  }
  cl_int clIcdPlatform() { return clGetPlatformIDs(1, &platform, nullptr); }
};

std::string binaryOf(cl_program program) {
  size_t size = 0;
  check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr), "CL_PROGRAM_BINARY_SIZES");
  std::string bytes(size, '\0');
  char *pointer = bytes.data();
  check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointer, &pointer, nullptr), "CL_PROGRAM_BINARIES");
  return bytes;
}

bool hasLog(cl_program program, cl_device_id device) {
  size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  return size > 1;
}

void setArgument(const Device &device, cl_kernel kernel, cl_uint index) {
  cl_mem buffer = clCreateBuffer(device.context, CL_MEM_READ_WRITE, 4096, nullptr, nullptr);
  if (clSetKernelArg(kernel, index, sizeof buffer, &buffer) == CL_SUCCESS ||
      clSetKernelArg(kernel, index, 256, nullptr) == CL_SUCCESS)
    return;
  const std::string zeros(1 << 16, '\0');
  for (size_t bytes = 1; bytes <= zeros.size(); ++bytes)
    if (clSetKernelArg(kernel, index, bytes, zeros.data()) == CL_SUCCESS)
      return;
}

void ask(cl_kernel kernel, cl_device_id device, cl_uint arguments) {
  char text[256];
  for (cl_kernel_info name = CL_KERNEL_FUNCTION_NAME; name <= CL_KERNEL_ATTRIBUTES; ++name)
    clGetKernelInfo(kernel, name, sizeof text, text, nullptr);
  for (cl_kernel_work_group_info name = CL_KERNEL_WORK_GROUP_SIZE; name <= CL_KERNEL_GLOBAL_WORK_SIZE; ++name)
    clGetKernelWorkGroupInfo(kernel, device, name, sizeof text, text, nullptr);
  for (cl_uint i = 0; i < arguments; ++i)
    for (cl_kernel_arg_info name = CL_KERNEL_ARG_ADDRESS_QUALIFIER; name <= CL_KERNEL_ARG_NAME; ++name)
      clGetKernelArgInfo(kernel, i, name, sizeof text, text, nullptr);
}

cl_int run(const Device &device, cl_program program) {
  cl_uint count = 0;
  if (const cl_int error = clCreateKernelsInProgram(program, 0, nullptr, &count))
    return error;
  std::vector<cl_kernel> kernels(count);
  if (const cl_int error = clCreateKernelsInProgram(program, count, kernels.data(), nullptr))
    return error;
  cl_command_queue queue = clCreateCommandQueueWithProperties(device.context, device.id, nullptr, nullptr);
  cl_int result = CL_SUCCESS;
  for (cl_kernel kernel : kernels) {
    cl_uint arguments = 0;
    clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, nullptr);
    ask(kernel, device.id, arguments);
    for (cl_uint i = 0; i < arguments; ++i)
      setArgument(device, kernel, i);
    const size_t global[3] = {64, 2, 1}, local[3] = {8, 1, 1};
    for (const size_t *size : {static_cast<const size_t *>(nullptr), local})
      if (const cl_int error = clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, size, 0, nullptr, nullptr))
        result = error;
  }
  if (const cl_int error = clFinish(queue))
    result = error;
  return result;
}

}  // namespace

std::vector<std::string> makeBinaries() {
  const Device device;
  std::vector<std::string> binaries;
  for (const char *source : kSources) {
    cl_int error;
    const auto program = [&] {
      cl_program result = clCreateProgramWithSource(device.context, 1, &source, nullptr, &error);
      check(error, "clCreateProgramWithSource");
      return result;
    };
    cl_program whole = program(), object = program();
    check(clBuildProgram(whole, 1, &device.id, "", nullptr, nullptr), "clBuildProgram");
    check(clCompileProgram(object, 1, &device.id, "", 0, nullptr, nullptr, nullptr, nullptr), "clCompileProgram");
    cl_program library =
        clLinkProgram(device.context, 1, &device.id, "-create-library", 1, &object, nullptr, nullptr, &error);
    check(error, "clLinkProgram");
    for (cl_program each : {whole, object, library})
      binaries.push_back(binaryOf(each));
  }
  return binaries;
}

Verdict useBinary(const std::string &bytes) {
  const Device device;
  const size_t size = bytes.size();
  const auto *data = reinterpret_cast<const unsigned char *>(bytes.data());
  cl_int error, status;
  cl_program program = clCreateProgramWithBinary(device.context, 1, &device.id, &size, &data, &status, &error);
  if (error)
    return {"refused", error == CL_INVALID_BINARY ? "" : "clCreateProgramWithBinary: " + std::to_string(error)};
  cl_program_binary_type type = 0;
  clGetProgramBuildInfo(program, device.id, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr);
  if (type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
    error = clBuildProgram(program, 1, &device.id, "", nullptr, nullptr);
  else
    program = clLinkProgram(device.context, 1, &device.id, "", 1, &program, nullptr, nullptr, &error);
  if (error && program && !hasLog(program, device.id))
    return {"failed", "no log of error " + std::to_string(error)};
  if (error)
    return {"failed", ""};
  return {run(device, program) ? "not run" : "ran", ""};
}

}  // namespace weft::fuzz
