// SPDX-License-Identifier: Apache-2.0
// Kernels that show whether they run beside other commands, whatever the machine's load: each raises a flag and ends
// once it sees another's, or after `limit` looks. Beyond the standard, which says nothing of memory that two running
// commands share: on a board, stores and transfers reach the memory while a kernel runs, and volatile loads look there.
#pragma once
#include "fixture.h"

/// When a command ran, in nanoseconds of its device.
struct Interval {
  cl_ulong start = 0, end = 0;
  explicit Interval(cl_event event) {
    REQUIRE(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr) == CL_SUCCESS);
    REQUIRE(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr) == CL_SUCCESS);
  }
};

inline bool overlap(const Interval &a, const Interval &b) { return a.start < b.end && b.start < a.end; }

class Rendezvous {
public:
  static constexpr cl_uint kFlags = 16;
  // So many looks take the simulation the better part of a minute.
  static constexpr cl_uint kPatient = 200'000;

  /// Two kernels of one program, run once on each device of the context so that they are ready.
  explicit Rendezvous(cl_context context) {
    cl_int status = CL_SUCCESS;
    const char *source = R"(
kernel void first(volatile global uint *flags, volatile global uint *met, uint self, uint other, uint limit) {
  flags[self] = 1;
  uint seen = 0;
  for (uint i = 0; i < limit && !seen; i++)
    seen = flags[other];
  met[self] = seen;
}
kernel void second(volatile global uint *flags, volatile global uint *met, uint self, uint other, uint limit) {
  flags[self] = 2;
  uint seen = 0;
  for (uint i = 0; i < limit && !seen; i++)
    seen = flags[other];
  met[self] = seen;
})";
    program_ = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
    REQUIRE(status == CL_SUCCESS);
    REQUIRE(clBuildProgram(program_, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
    first = clCreateKernel(program_, "first", nullptr);
    second = clCreateKernel(program_, "second", nullptr);
    for (cl_mem *words : {&flags_, &met_})
      *words = clCreateBuffer(context, 0, kFlags * 4, nullptr, nullptr);
    cl_device_id devices[8] = {};
    size_t bytes = 0;
    REQUIRE(clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof devices, devices, &bytes) == CL_SUCCESS);
    for (size_t i = 0; i < bytes / sizeof(cl_device_id); ++i) {
      cl_command_queue queue = clCreateCommandQueue(context, devices[i], 0, nullptr);
      for (cl_kernel kernel : {first, second})
        clReleaseEvent(launch(queue, kernel, 0, 1, 0));
      REQUIRE(clFinish(queue) == CL_SUCCESS);
      lower(queue);
      clReleaseCommandQueue(queue);
    }
  }
  ~Rendezvous() {
    for (cl_mem words : {flags_, met_})
      clReleaseMemObject(words);
    for (cl_kernel kernel : {first, second})
      clReleaseKernel(kernel);
    clReleaseProgram(program_);
  }
  Rendezvous(const Rendezvous &) = delete;
  Rendezvous &operator=(const Rendezvous &) = delete;

  cl_event launch(cl_command_queue queue, cl_kernel kernel, cl_uint self, cl_uint other, cl_uint limit,
                  cl_event gate = nullptr) const {
    const size_t one = 1;
    setArg(kernel, 0, flags_);
    setArg(kernel, 1, met_);
    setArg(kernel, 2, self);
    setArg(kernel, 3, other);
    setArg(kernel, 4, limit);
    cl_event event = nullptr;
    REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, gate ? 1 : 0, gate ? &gate : nullptr,
                                   &event) == CL_SUCCESS);
    REQUIRE(clFlush(queue) == CL_SUCCESS);
    return event;
  }

  /// Takes all flags back.
  void lower(cl_command_queue queue) const {
    const std::vector<cl_uint> none(kFlags, 0);
    for (cl_mem words : {flags_, met_})
      REQUIRE(clEnqueueWriteBuffer(queue, words, CL_TRUE, 0, kFlags * 4, none.data(), 0, nullptr, nullptr) ==
              CL_SUCCESS);
  }
  /// The event of a transfer that raises a flag.
  cl_event raise(cl_command_queue queue, cl_uint self) const {
    static const cl_uint value = 3;
    cl_event event = nullptr;
    REQUIRE(clEnqueueWriteBuffer(queue, flags_, CL_TRUE, self * 4, 4, &value, 0, nullptr, &event) == CL_SUCCESS);
    return event;
  }
  cl_uint flag(cl_command_queue queue, cl_uint self) const { return word(queue, flags_, self); }
  /// The flag that the kernel saw; 0: it gave up.
  cl_uint met(cl_command_queue queue, cl_uint self) const { return word(queue, met_, self); }

  cl_kernel first = nullptr, second = nullptr;

private:
  static cl_uint word(cl_command_queue queue, cl_mem words, cl_uint index) {
    cl_uint value = 0;
    REQUIRE(clEnqueueReadBuffer(queue, words, CL_TRUE, index * 4, 4, &value, 0, nullptr, nullptr) == CL_SUCCESS);
    return value;
  }

  cl_program program_ = nullptr;
  cl_mem flags_ = nullptr, met_ = nullptr;
};
