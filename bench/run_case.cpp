// SPDX-License-Identifier: Apache-2.0
#include "run_case.h"

#include <chrono>
#include <random>

namespace weft::bench {
namespace {

using example::check;
using Clock = std::chrono::steady_clock;

/// A case's buffers on the device.
class DeviceBuffers {
public:
  DeviceBuffers(const example::Device &device, const Buffers &contents, unsigned placement)
      : device_(device), contents_(contents) {
    std::mt19937 random(placement);
    for (const Words &words : contents) {
      if (placement > 0)
        gaps_.push_back(create(1 + random() % kLargestGap, nullptr));
      memories_.push_back(create(words.size() * sizeof words[0], words.data()));
    }
    // Uploads are no part of what is measured.
    check(clEnqueueMigrateMemObjects(device.queue, cl_uint(memories_.size()), memories_.data(), 0, 0, nullptr, nullptr),
          "clEnqueueMigrateMemObjects");
    check(clFinish(device.queue), "clFinish");
  }
  ~DeviceBuffers() {
    for (const std::vector<cl_mem> &group : {memories_, gaps_})
      for (cl_mem memory : group)
        clReleaseMemObject(memory);
  }
  DeviceBuffers(const DeviceBuffers &) = delete;
  DeviceBuffers &operator=(const DeviceBuffers &) = delete;

  cl_mem operator[](size_t number) const { return memories_[number]; }
  Buffers read() const {
    Buffers result = contents_;
    for (size_t i = 0; i < result.size(); ++i)
      check(clEnqueueReadBuffer(device_.queue, memories_[i], CL_TRUE, 0, result[i].size() * sizeof result[i][0],
                                result[i].data(), 0, nullptr, nullptr),
            "clEnqueueReadBuffer");
    return result;
  }

private:
  static constexpr size_t kLargestGap = 256 << 10;  // twice the rows of all banks of a memory

  cl_mem create(size_t bytes, const void *contents) const {
    cl_int status = CL_SUCCESS;
    const cl_mem_flags flags = CL_MEM_READ_WRITE | (contents ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem memory = clCreateBuffer(device_.context, flags, bytes, const_cast<void *>(contents), &status);
    check(status, "clCreateBuffer");
    return memory;
  }

  const example::Device &device_;
  const Buffers &contents_;
  std::vector<cl_mem> memories_, gaps_;
};

void setArguments(cl_kernel kernel, const std::vector<Argument> &arguments, const DeviceBuffers &buffers) {
  cl_uint index = 0;
  for (const Argument &argument : arguments) {
    if (const auto *buffer = std::get_if<BufferArgument>(&argument)) {
      cl_mem memory = buffers[buffer->number];
      check(clSetKernelArg(kernel, index++, sizeof memory, &memory), "clSetKernelArg");
    } else if (const auto *local = std::get_if<LocalArgument>(&argument)) {
      check(clSetKernelArg(kernel, index++, local->bytes, nullptr), "clSetKernelArg");
    } else {
      const auto &value = std::get<ScalarArgument>(argument).bytes;
      check(clSetKernelArg(kernel, index++, value.size(), value.data()), "clSetKernelArg");
    }
  }
}

uint64_t commandCycles(cl_event event, cl_device_id device) {
  cl_ulong begin = 0, end = 0;
  cl_uint megahertz = 0;
  check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin, &begin, nullptr),
        "clGetEventProfilingInfo");
  check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr), "clGetEventProfilingInfo");
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof megahertz, &megahertz, nullptr),
        "clGetDeviceInfo");
  return uint64_t(double(end - begin) * 1e-3 * megahertz);
}

void launch(const example::Device &device, cl_kernel kernel, const Launch &launch, Outcome &outcome) {
  const auto start = Clock::now();
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(device.queue, kernel, launch.dimensions, nullptr, launch.global.data(),
                               launch.local.data(), 0, nullptr, &event),
        "clEnqueueNDRangeKernel");
  check(clWaitForEvents(1, &event), "clWaitForEvents");
  outcome.wallSeconds += std::chrono::duration<double>(Clock::now() - start).count();
  outcome.cycles += example::timeOf(event, device.device).cycles;
  outcome.commandCycles += commandCycles(event, device.device);
  clReleaseEvent(event);
}

}  // namespace

Outcome runCase(const example::Device &device, const Case &test, unsigned placement) {
  const DeviceBuffers buffers(device, test.buffers, placement);
  cl_int status = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(device.program, test.name.c_str(), &status);
  check(status, "clCreateKernel");
  Outcome outcome;
  for (const Launch &one : test.launches) {
    setArguments(kernel, one.arguments, buffers);
    launch(device, kernel, one, outcome);
  }
  clReleaseKernel(kernel);
  outcome.wrong = test.check(test.buffers, buffers.read());
  return outcome;
}

}  // namespace weft::bench
