// SPDX-License-Identifier: Apache-2.0
// Independent commands overlap in device time: transfers with a running kernel, kernels of one program with each other.
#include "fixture.h"

namespace {

constexpr const char *kSource = R"(
kernel void first(global uint *p, uint n) {
  uint x = get_global_id(0);
  for (uint i = 0; i < n; i++)
    x = x * 1664525u + 1013904223u;
  p[get_global_id(0)] = x;
}
kernel void second(global uint *p, uint n) {
  uint x = get_global_id(0);
  for (uint i = 0; i < n; i++)
    x = (x ^ (x << 13)) + 7u;
  p[get_global_id(0)] = x;
})";
constexpr cl_uint kRounds = 300;
constexpr size_t kItems = 64;

struct Interval {
  cl_ulong start = 0, end = 0;
  explicit Interval(cl_event event) {
    REQUIRE(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr) == CL_SUCCESS);
    REQUIRE(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr) == CL_SUCCESS);
  }
};

bool overlap(const Interval &a, const Interval &b) { return a.start < b.end && b.start < a.end; }

/// An out-of-order queue, and an event that lets everything start at once.
struct Overlap : Weft {
  cl_command_queue free = nullptr;
  cl_event gate = nullptr;
  cl_mem buffers[3] = {};

  Overlap() {
    cl_int status = CL_SUCCESS;
    free = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE,
                                &status);
    REQUIRE(status == CL_SUCCESS);
    for (cl_mem &buffer : buffers)
      buffer = clCreateBuffer(context, 0, 1 << 16, nullptr, nullptr);
  }
  ~Overlap() {
    for (cl_mem buffer : buffers)
      clReleaseMemObject(buffer);
    clReleaseCommandQueue(free);
  }

  /// Whether the two commands of some attempt overlapped. Nothing forces them to: on a busy machine one can be done
  /// before the thread of the other gets its turn. Commands that the device runs in turn never overlap.
  template <class Body> bool everOverlap(Body attempt) {
    bool seen = false;
    for (int i = 0; i < 50 && !seen; ++i) {
      gate = clCreateUserEvent(context, nullptr);
      seen = attempt();
      clReleaseEvent(gate);
    }
    return seen;
  }

  cl_event launch(cl_kernel kernel, cl_mem buffer) {
    REQUIRE(clSetKernelArg(kernel, 0, sizeof buffer, &buffer) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(kernel, 1, sizeof kRounds, &kRounds) == CL_SUCCESS);
    // Once before, so that the kernel is prepared when the gate opens.
    cl_event event = nullptr;
    REQUIRE(clEnqueueNDRangeKernel(free, kernel, 1, nullptr, &kItems, nullptr, 0, nullptr, &event) == CL_SUCCESS);
    REQUIRE(clWaitForEvents(1, &event) == CL_SUCCESS);
    clReleaseEvent(event);
    REQUIRE(clEnqueueNDRangeKernel(free, kernel, 1, nullptr, &kItems, nullptr, 1, &gate, &event) == CL_SUCCESS);
    return event;
  }
  void open() {
    REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
    REQUIRE(clFinish(free) == CL_SUCCESS);
  }
  std::vector<cl_uint> contents(cl_mem buffer) {
    std::vector<cl_uint> data(kItems);
    REQUIRE(clEnqueueReadBuffer(free, buffer, CL_TRUE, 0, kItems * 4, data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
    return data;
  }
  static std::vector<cl_uint> expected(bool first) {
    std::vector<cl_uint> data(kItems);
    for (size_t item = 0; item < kItems; ++item) {
      auto x = cl_uint(item);
      for (cl_uint i = 0; i < kRounds; ++i)
        x = first ? x * 1664525u + 1013904223u : (x ^ (x << 13)) + 7u;
      data[item] = x;
    }
    return data;
  }
};

}  // namespace

TEST_CASE_METHOD(Overlap, "a transfer runs beside a kernel", "[card]") {
  cl_kernel first = kernel(kSource, "first");
  const std::vector<cl_uint> data(1 << 14, 5);
  CHECK(everOverlap([&] {
    cl_event running = launch(first, buffers[0]), writing = nullptr;
    REQUIRE(clEnqueueWriteBuffer(free, buffers[1], CL_FALSE, 0, data.size() * 4, data.data(), 1, &gate, &writing) ==
            CL_SUCCESS);
    open();
    CHECK(contents(buffers[0]) == expected(true));
    CHECK(contents(buffers[1]) == std::vector<cl_uint>(kItems, 5));
    const bool both = overlap(Interval(running), Interval(writing));
    clReleaseEvent(running);
    clReleaseEvent(writing);
    return both;
  }));
  clReleaseKernel(first);
}

TEST_CASE_METHOD(Overlap, "two kernels of one program run at once", "[card]") {
  cl_kernel first = kernel(kSource, "first"), second = kernel(kSource, "second");
  CHECK(everOverlap([&] {
    cl_event one = launch(first, buffers[0]), two = launch(second, buffers[1]);
    open();
    CHECK(contents(buffers[0]) == expected(true));
    CHECK(contents(buffers[1]) == expected(false));
    const bool both = overlap(Interval(one), Interval(two));
    clReleaseEvent(one);
    clReleaseEvent(two);
    return both;
  }));
  for (cl_kernel each : {first, second})
    clReleaseKernel(each);
}
