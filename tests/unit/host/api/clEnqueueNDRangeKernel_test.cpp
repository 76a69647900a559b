// SPDX-License-Identifier: Apache-2.0
#include "launch_errors.h"

using namespace test;

TEST_CASE_METHOD(Launches, "clEnqueueNDRangeKernel: one to three dimensions, with and without a local size") {
  OwnEvent event;
  CHECK(run(kernel, {1024}, {64}, {}, &event) == CL_SUCCESS);
  CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_NDRANGE_KERNEL);
  CHECK(run(kernel, {1024}, {}) == CL_SUCCESS);
  CHECK(run(kernel, {1021}, {}) == CL_SUCCESS);  // a prime
  CHECK(run(kernel, {32, 16}, {16, 8}, {5, 7}) == CL_SUCCESS);
  CHECK(run(kernel, {8, 8, 8}, {}) == CL_SUCCESS);
  CHECK(run(kernel, {256}, {256}) == CL_SUCCESS);
  CHECK(run(fixed, {16, 8}, {8, 4}) == CL_SUCCESS);
  CHECK(run(fixed, {16, 8}, {}) == CL_SUCCESS);
  CHECK(clFinish(queue) == CL_SUCCESS);
  CHECK(statusOf(event) == CL_COMPLETE);
}

TEST_CASE_METHOD(Launches, "clEnqueueNDRangeKernel: groups at the ends of a range may be smaller in OpenCL C 3.0") {
  const OwnProgram source =
      makeProgram("kernel void k(global int *p) { p[get_global_id(0)] = 1; }\n"
                  "kernel __attribute__((reqd_work_group_size(8, 4, 1))) void fixed(global int *p)"
                  "{ p[get_global_id(0)] = 1; }\n");
  const auto kernelOf = [&](const char *options, const char *name) {
    REQUIRE(clBuildProgram(source, 0, nullptr, options, nullptr, nullptr) == CL_SUCCESS);
    OwnKernel result(clCreateKernel(source, name, nullptr));
    setBuffer(result, buffer);
    return result;
  };
  for (const char *name : {"k", "fixed"}) {
    INFO(name);
    {
      const OwnKernel open = kernelOf("-cl-std=CL3.0", name);
      CHECK(run(open, {17, 9}, {8, 4}) == CL_SUCCESS);
      CHECK(run(open, {3, 1}, {8, 4}) == CL_SUCCESS);
      CHECK(run(open, {17, 9}, {}) == CL_SUCCESS);
      CHECK(clFinish(queue) == CL_SUCCESS);
    }
    for (const char *options : {"-cl-std=CL3.0 -cl-uniform-work-group-size", "-cl-std=CL1.2"}) {
      INFO(options);
      const OwnKernel closed = kernelOf(options, name);
      CHECK(run(closed, {17, 9}, {8, 4}) == CL_INVALID_WORK_GROUP_SIZE);
      CHECK(run(closed, {16, 8}, {8, 4}) == CL_SUCCESS);
      CHECK(clFinish(queue) == CL_SUCCESS);
    }
  }
}

// 1.2 refuses them with CL_INVALID_GLOBAL_WORK_SIZE; since 2.1 they do nothing.
TEST_CASE_METHOD(Launches, "clEnqueueNDRangeKernel: an empty range only waits") {
  const OwnEvent gate = makeUserEvent();
  OwnEvent one, two, unset;
  const size_t none[] = {0, 4}, partly[] = {4, 0};
  REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, none, nullptr, 1, &gate, &one) == CL_SUCCESS);
  REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, partly, nullptr, 0, nullptr, &two) == CL_SUCCESS);
  REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, nullptr, nullptr, 0, nullptr, &unset) == CL_SUCCESS);
  CHECK(statusOf(one) > CL_COMPLETE);
  CHECK(statusOf(two) > CL_COMPLETE);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, &unset) == CL_SUCCESS);
  CHECK(statusOf(one) == CL_COMPLETE);
  CHECK(statusOf(two) == CL_COMPLETE);
}

TEST_CASE_METHOD(Launches, "clEnqueueNDRangeKernel: errors of an empty range are those of any") {
  CHECK(run(kernel, {0, 4}, {4, 4}) == CL_SUCCESS);
  CHECK(run(kernel, {0}, {0}) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(run(kernel, {0, 5}, {4, 4}) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(run(kernel, {0, 64}, {64, 32}) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(run(kernel, {0}, {2048}) == CL_INVALID_WORK_ITEM_SIZE);
  CHECK(run(fixed, {0, 8}, {4, 8}) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(run(kernel, {0}, {}, {SIZE_MAX}) == CL_SUCCESS);
  const OwnKernel bare(clCreateKernel(program, "test", nullptr));
  CHECK(run(bare, {0}, {}) == CL_INVALID_KERNEL_ARGS);
  CHECK(clFinish(queue) == CL_SUCCESS);
}

TEST_CASE_METHOD(Launches, "clEnqueueNDRangeKernel: objects of a queued launch live until it is done") {
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

TEST_CASE_METHOD(Launches, "clEnqueueNDRangeKernel: errors of every launch") {
  checkLaunchErrors(*this, [](cl_command_queue on, cl_kernel which, cl_uint count, const cl_event *waits) {
    const size_t global = 64;
    return clEnqueueNDRangeKernel(on, which, 1, nullptr, &global, nullptr, count, waits, nullptr);
  });
}

TEST_CASE_METHOD(Launches, "clEnqueueNDRangeKernel: errors of the range") {
  SECTION("CL_INVALID_WORK_DIMENSION") {
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 0, nullptr, nullptr, nullptr, 0, nullptr, nullptr) ==
          CL_INVALID_WORK_DIMENSION);
    CHECK(run(kernel, {1, 1, 1, 1}, {}) == CL_INVALID_WORK_DIMENSION);
  }
  SECTION("CL_INVALID_GLOBAL_OFFSET: offset plus size is more than a size_t holds") {
    CHECK(run(kernel, {64}, {64}, {SIZE_MAX}) == CL_INVALID_GLOBAL_OFFSET);
    CHECK(run(kernel, {64}, {64}, {SIZE_MAX - 63}) == CL_INVALID_GLOBAL_OFFSET);
    CHECK(run(kernel, {64}, {64}, {SIZE_MAX - 64}) == CL_SUCCESS);
    CHECK(run(kernel, {64}, {64}, {(size_t(1) << 32) - 63}) == CL_SUCCESS);
    CHECK(run(kernel, {64}, {64}, {(size_t(1) << 32) - 64}) == CL_SUCCESS);
  }
  SECTION("CL_INVALID_WORK_GROUP_SIZE: not a divisor of the range") {
    CHECK(run(kernel, {1000}, {64}) == CL_INVALID_WORK_GROUP_SIZE);
    CHECK(run(kernel, {64, 10}, {8, 4}) == CL_INVALID_WORK_GROUP_SIZE);
    CHECK(run(fixed, {12, 8}, {}) == CL_INVALID_WORK_GROUP_SIZE);
  }
  SECTION("CL_INVALID_WORK_GROUP_SIZE: not that of reqd_work_group_size") {
    CHECK(run(fixed, {16, 8}, {4, 8}) == CL_INVALID_WORK_GROUP_SIZE);
    CHECK(run(fixed, {16}, {8}) == CL_INVALID_WORK_GROUP_SIZE);
  }
  SECTION("CL_INVALID_WORK_GROUP_SIZE: more work-items than a group of the kernel can have") {
    CHECK(run(kernel, {64, 64}, {64, 32}) == CL_INVALID_WORK_GROUP_SIZE);
    CHECK(run(kernel, {256, 256, 256}, {256, 256, 256}) == CL_INVALID_WORK_GROUP_SIZE);
  }
  SECTION("CL_INVALID_WORK_GROUP_SIZE: a local size of 0") {
    CHECK(run(kernel, {64}, {0}) == CL_INVALID_WORK_GROUP_SIZE);
  }
  SECTION("CL_INVALID_WORK_ITEM_SIZE: more than CL_DEVICE_MAX_WORK_ITEM_SIZES in one dimension") {
    size_t most[3] = {};
    REQUIRE(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(most), most, nullptr) == CL_SUCCESS);
    CHECK(run(kernel, {2 * most[0]}, {2 * most[0]}) == CL_INVALID_WORK_ITEM_SIZE);
    CHECK(run(kernel, {1, 1, 2 * most[2]}, {1, 1, 2 * most[2]}) == CL_INVALID_WORK_ITEM_SIZE);
  }
}

TEST_CASE_METHOD(Launches, "clEnqueueNDRangeKernel: errors of the arguments") {
  SECTION("CL_INVALID_KERNEL_ARGS: the buffer is gone; kernels do not keep their arguments") {
    buffer.reset();
    CHECK(run(kernel, {64}, {64}) == CL_INVALID_KERNEL_ARGS);
    REQUIRE(clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr) == CL_SUCCESS);
    CHECK(run(kernel, {64}, {64}) == CL_SUCCESS);  // NULL is a value
  }
  SECTION("CL_OUT_OF_RESOURCES: more local memory than the device has") {
    const auto limit = size_t(info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_LOCAL_MEM_SIZE));
    REQUIRE(clSetKernelArg(kernel, 1, limit, nullptr) == CL_SUCCESS);
    CHECK(run(kernel, {64}, {64}) == CL_SUCCESS);
    for (const size_t bytes : {limit + 1, SIZE_MAX / 2 + 2, SIZE_MAX}) {
      REQUIRE(clSetKernelArg(kernel, 1, bytes, nullptr) == CL_SUCCESS);
      CHECK(run(kernel, {64}, {64}) == CL_OUT_OF_RESOURCES);
      CHECK(run(kernel, {64}, {}) == CL_OUT_OF_RESOURCES);
    }
  }
  SECTION("CL_OUT_OF_RESOURCES: sizes of local memory whose sum is small modulo 2^64") {
    const OwnProgram two = makeProgram("kernel void k(local int *a, local int *b) {\n"
                                       "  a[get_local_id(0)] = b[get_local_id(0)];\n"
                                       "}\n");
    REQUIRE(clBuildProgram(two, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
    const OwnKernel sum(clCreateKernel(two, "k", nullptr));
    REQUIRE(clSetKernelArg(sum, 0, SIZE_MAX - 127, nullptr) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(sum, 1, 256, nullptr) == CL_SUCCESS);
    CHECK(run(sum, {64}, {64}) == CL_OUT_OF_RESOURCES);
    CHECK(run(sum, {64}, {}) == CL_OUT_OF_RESOURCES);
    cl_ulong told = 0;
    CHECK(clGetKernelWorkGroupInfo(sum, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(told), &told, nullptr) == CL_SUCCESS);
    CHECK(told > 256);
  }
}

TEST_CASE_METHOD(Launches, "clEnqueueNDRangeKernel: CL_INVALID_GLOBAL_OFFSET, more than a size_t of the device holds") {
  UnevenBoards boards(platform);
  REQUIRE(info<cl_uint>(clGetDeviceInfo, boards.tight, CL_DEVICE_ADDRESS_BITS) == 32);
  const OwnProgram fills(clCreateProgramWithBuiltInKernels(boards.context, 1, &boards.tight, "weft_fill", nullptr));
  const OwnKernel fill(clCreateKernel(fills, "weft_fill", nullptr));
  const cl_uint value = 1;
  setBuffer(fill, nullptr);
  REQUIRE(clSetKernelArg(fill, 1, sizeof(value), &value) == CL_SUCCESS);
  const auto launch = [&](size_t offset, size_t global) {
    return clEnqueueNDRangeKernel(boards.onTight, fill, 1, &offset, &global, nullptr, 0, nullptr, nullptr);
  };
  CHECK(launch(0xffffffff - 64, 65) == CL_INVALID_GLOBAL_OFFSET);
  CHECK(launch(0xffffffff, 1) == CL_INVALID_GLOBAL_OFFSET);
  CHECK(launch(0xffffffff, 0) == CL_SUCCESS);
  CHECK(launch(0, size_t(1) << 32) == CL_INVALID_GLOBAL_WORK_SIZE);
  CHECK(clFinish(boards.onTight) == CL_SUCCESS);
}
