// SPDX-License-Identifier: Apache-2.0
// clEnqueueNDRangeKernel and clEnqueueTask: what they accept. What kernels compute is tested end to end.
#include "fixture.h"

using namespace test;

namespace {

constexpr const char *kSource = "kernel void test(global int *out, local float *scratch, int n) {\n"
                                "  scratch[get_local_id(0)] = n;\n"
                                "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                "  out[get_global_id(0)] = (int)scratch[0];\n"
                                "}\n"
                                "kernel __attribute__((reqd_work_group_size(8, 4, 1))) void fixed(global int *out) { "
                                "out[get_global_id(0)] = 1; }\n";

struct Launches : WeftQueue {
  OwnProgram program = makeProgram(kSource);
  OwnKernel kernel, fixed;
  OwnMem buffer = makeBuffer(1 << 16);

  Launches() {
    REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
    kernel = OwnKernel(clCreateKernel(program, "test", nullptr));
    fixed = OwnKernel(clCreateKernel(program, "fixed", nullptr));
    const cl_mem handle = buffer;
    const cl_int n = 3;
    REQUIRE(clSetKernelArg(kernel, 0, sizeof(handle), &handle) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(kernel, 1, 1024, nullptr) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(kernel, 2, sizeof(n), &n) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(fixed, 0, sizeof(handle), &handle) == CL_SUCCESS);
  }
  cl_int run(cl_kernel which, std::vector<size_t> global, std::vector<size_t> local, std::vector<size_t> offset = {},
             cl_event *event = nullptr) {
    return clEnqueueNDRangeKernel(queue, which, cl_uint(global.size()), offset.empty() ? nullptr : offset.data(),
                                  global.data(), local.empty() ? nullptr : local.data(), 0, nullptr, event);
  }
};

}  // namespace

TEST_CASE_METHOD(Launches, "clEnqueueNDRangeKernel: one to three dimensions, with and without a local size") {
  OwnEvent event;
  CHECK(run(kernel, {1024}, {64}, {}, &event) == CL_SUCCESS);
  CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_NDRANGE_KERNEL);
  CHECK(run(kernel, {1024}, {}) == CL_SUCCESS);
  CHECK(run(kernel, {1021}, {}) == CL_SUCCESS);  // a prime
  CHECK(run(kernel, {32, 16}, {16, 8}, {5, 7}) == CL_SUCCESS);
  CHECK(run(kernel, {8, 8, 8}, {}) == CL_SUCCESS);
  CHECK(run(kernel, {256}, {256}) == CL_SUCCESS);
  CHECK(clFinish(queue) == CL_SUCCESS);
  CHECK(statusOf(event) == CL_COMPLETE);
}

TEST_CASE_METHOD(Launches, "clEnqueueNDRangeKernel: errors of the range") {
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 0, nullptr, nullptr, nullptr, 0, nullptr, nullptr) ==
        CL_INVALID_WORK_DIMENSION);
  CHECK(run(kernel, {1, 1, 1, 1}, {}) == CL_INVALID_WORK_DIMENSION);
  CHECK(run(kernel, {1000}, {64}) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(run(kernel, {64, 10}, {8, 4}) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(run(kernel, {64}, {0}) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(run(kernel, {1024}, {512}) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(run(kernel, {64, 64}, {32, 32}) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(run(kernel, {64, 64, 1}, {size_t(1) << 32, size_t(1) << 32, 1}) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(run(kernel, {size_t(1) << 33}, {64}) == CL_INVALID_GLOBAL_WORK_SIZE);
  CHECK(run(kernel, {64}, {64}, {SIZE_MAX}) == CL_INVALID_GLOBAL_OFFSET);
  CHECK(run(kernel, {64}, {64}, {(size_t(1) << 32) - 63}) == CL_INVALID_GLOBAL_OFFSET);
  CHECK(run(kernel, {64}, {64}, {(size_t(1) << 32) - 64}) == CL_SUCCESS);
}

TEST_CASE_METHOD(Launches, "reqd_work_group_size") {
  CHECK(run(fixed, {16, 8}, {8, 4}) == CL_SUCCESS);
  CHECK(run(fixed, {16, 8}, {}) == CL_SUCCESS);
  CHECK(run(fixed, {16, 8}, {4, 8}) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(run(fixed, {12, 8}, {}) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(run(fixed, {16}, {8}) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(clEnqueueTask(queue, fixed, 0, nullptr, nullptr) == CL_INVALID_WORK_GROUP_SIZE);
}

TEST_CASE_METHOD(Launches, "an empty range completes after its wait list") {
  const OwnEvent gate = makeUserEvent();
  OwnEvent event;
  const size_t none = 0;
  REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &none, nullptr, 1, &gate, &event) == CL_SUCCESS);
  CHECK(statusOf(event) > CL_COMPLETE);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, &event) == CL_SUCCESS);
}

TEST_CASE_METHOD(Launches, "clEnqueueTask") {
  OwnEvent event;
  REQUIRE(clEnqueueTask(queue, kernel, 0, nullptr, &event) == CL_SUCCESS);
  CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_TASK);
  CHECK(clFinish(queue) == CL_SUCCESS);
}

TEST_CASE_METHOD(Launches, "errors of the arguments") {
  const OwnKernel bare(clCreateKernel(program, "test", nullptr));
  CHECK(run(bare, {64}, {64}) == CL_INVALID_KERNEL_ARGS);

  const auto limit = size_t(info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_LOCAL_MEM_SIZE));
  REQUIRE(clSetKernelArg(kernel, 1, limit, nullptr) == CL_SUCCESS);
  CHECK(run(kernel, {64}, {64}) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 1, limit + 1, nullptr) == CL_SUCCESS);
  CHECK(run(kernel, {64}, {64}) == CL_OUT_OF_RESOURCES);
  REQUIRE(clSetKernelArg(kernel, 1, 64, nullptr) == CL_SUCCESS);

  REQUIRE(clFinish(queue) == CL_SUCCESS);
  buffer.reset();
  CHECK(run(kernel, {64}, {64}) == CL_INVALID_KERNEL_ARGS);  // kernels do not keep their arguments
  REQUIRE(clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr) == CL_SUCCESS);
  CHECK(run(kernel, {64}, {64}) == CL_SUCCESS);  // NULL is a value

  const OwnContext foreign = makeContext();
  const OwnQueue other(clCreateCommandQueue(foreign, device, 0, nullptr));
  const size_t global = 64;
  CHECK(clEnqueueNDRangeKernel(other, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr) == CL_INVALID_CONTEXT);
}

TEST_CASE_METHOD(Launches, "objects of a queued launch live until it is done") {
  const OwnEvent gate = makeUserEvent();
  OwnEvent event;
  const size_t global = 64;
  REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 1, &gate, &event) == CL_SUCCESS);
  buffer.reset();
  kernel.reset();
  fixed.reset();
  program.reset();
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, &event) == CL_SUCCESS);
}
