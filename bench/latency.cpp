// SPDX-License-Identifier: Apache-2.0
// Builds a program and runs each of its kernels once with buffers for arguments: what bench/latency times.
//   weft-latency SOURCE [WORK_ITEMS]
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr size_t kBufferBytes = 1 << 20;

void check(cl_int status, const char *call) {
  if (status == CL_SUCCESS)
    return;
  std::fprintf(stderr, "%s: error %d\n", call, status);
  std::exit(1);
}

void runOnce(cl_context context, cl_command_queue queue, cl_kernel kernel, size_t workItems) {
  cl_int status = CL_SUCCESS;
  cl_uint arguments = 0;
  check(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, nullptr), "clGetKernelInfo");
  std::vector<cl_mem> buffers;
  for (cl_uint i = 0; i < arguments; ++i) {
    buffers.push_back(clCreateBuffer(context, CL_MEM_READ_WRITE, kBufferBytes, nullptr, &status));
    check(status, "clCreateBuffer");
    if (clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers.back()) == CL_SUCCESS)
      continue;
    const cl_int number = 16;  // an argument by value
    check(clSetKernelArg(kernel, i, sizeof number, &number), "clSetKernelArg");
  }
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &workItems, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clFinish(queue), "clFinish");
  for (cl_mem buffer : buffers)
    clReleaseMemObject(buffer);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: weft-latency SOURCE [WORK_ITEMS]\n");
    return 2;
  }
  std::ifstream file(argv[1]);
  const std::string source{std::istreambuf_iterator<char>(file), {}};
  const size_t workItems = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 64;
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  check(status, "clCreateCommandQueue");
  const char *text = source.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &status);
  check(status, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
  cl_uint count = 0;
  check(clCreateKernelsInProgram(program, 0, nullptr, &count), "clCreateKernelsInProgram");
  std::vector<cl_kernel> kernels(count);
  check(clCreateKernelsInProgram(program, count, kernels.data(), nullptr), "clCreateKernelsInProgram");
  for (cl_kernel kernel : kernels) {
    runOnce(context, queue, kernel, workItems);
    clReleaseKernel(kernel);
  }
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}
