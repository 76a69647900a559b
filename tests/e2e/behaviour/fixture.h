// SPDX-License-Identifier: Apache-2.0
#pragma once
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  // clCreateCommandQueue
#include <CL/cl.h>
#include <CL/cl_ext_weft.h>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

/// Weft's device with a context, whose error messages are kept, and a profiling queue.
struct Weft {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  std::vector<std::string> messages;

  explicit Weft(cl_device_type type = CL_DEVICE_TYPE_DEFAULT) {
    cl_platform_id platform = nullptr;
    REQUIRE(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS);
    REQUIRE(clGetDeviceIDs(platform, type, 1, &device, nullptr) == CL_SUCCESS);
    cl_int status = CL_SUCCESS;
    auto keep = [](const char *text, const void *, size_t, void *self) {
      static_cast<Weft *>(self)->messages.emplace_back(text);
    };
    context = clCreateContext(nullptr, 1, &device, keep, this, &status);
    REQUIRE(status == CL_SUCCESS);
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
    REQUIRE(status == CL_SUCCESS);
  }
  ~Weft() {
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
  Weft(const Weft &) = delete;
  Weft &operator=(const Weft &) = delete;

  /// The build's status; `log` gets the build log.
  cl_int tryBuild(const std::string &source, std::string &log, cl_program &program, const char *options = "") const {
    cl_int status = CL_SUCCESS;
    const char *text = source.c_str();
    program = clCreateProgramWithSource(context, 1, &text, nullptr, &status);
    REQUIRE(status == CL_SUCCESS);
    const cl_int built = clBuildProgram(program, 1, &device, options, nullptr, nullptr);
    size_t size = 0;
    REQUIRE(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) == CL_SUCCESS);
    log.assign(size, '\0');
    REQUIRE(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) == CL_SUCCESS);
    return built;
  }

  cl_kernel kernel(const std::string &source, const char *name, const char *options = "") const {
    std::string log;
    cl_program program = nullptr;
    const cl_int built = tryBuild(source, log, program, options);
    INFO(log);
    REQUIRE(built == CL_SUCCESS);
    cl_int status = CL_SUCCESS;
    cl_kernel result = clCreateKernel(program, name, &status);
    REQUIRE(status == CL_SUCCESS);
    REQUIRE(clReleaseProgram(program) == CL_SUCCESS);
    return result;
  }

  cl_mem buffer(const std::vector<cl_uint> &contents) const {
    cl_int status = CL_SUCCESS;
    cl_mem result = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, contents.size() * 4,
                                   const_cast<cl_uint *>(contents.data()), &status);
    REQUIRE(status == CL_SUCCESS);
    return result;
  }

  std::vector<cl_uint> read(cl_mem memory, size_t words) const {
    std::vector<cl_uint> result(words);
    REQUIRE(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, words * 4, result.data(), 0, nullptr, nullptr) ==
            CL_SUCCESS);
    return result;
  }

  /// Runs a one-dimensional range; returns the event's final status, and the kernel's cycles.
  cl_int run(cl_kernel kernel, size_t global, size_t local, cl_ulong *cycles = nullptr) const {
    cl_event event = nullptr;
    REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, local ? &local : nullptr, 0, nullptr, &event) ==
            CL_SUCCESS);
    clWaitForEvents(1, &event);
    cl_int status = CL_QUEUED;
    REQUIRE(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr) == CL_SUCCESS);
    if (cycles) {
      REQUIRE(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_CYCLES_WEFT, sizeof *cycles, cycles, nullptr) ==
              CL_SUCCESS);
    }
    clReleaseEvent(event);
    return status;
  }
};

template <class T> void setArg(cl_kernel kernel, cl_uint index, const T &value) {
  REQUIRE(clSetKernelArg(kernel, index, sizeof value, &value) == CL_SUCCESS);
}
