// SPDX-License-Identifier: Apache-2.0
#include "../launches.h"
#include "boards.h"

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
  CHECK(run(kernel, {0, 64}, {32, 32}) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(run(kernel, {0}, {1024}) == CL_INVALID_WORK_ITEM_SIZE);
  CHECK(run(fixed, {0, 8}, {4, 8}) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(run(kernel, {0}, {}, {SIZE_MAX}) == CL_INVALID_GLOBAL_OFFSET);
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

TEST_CASE_METHOD(Launches, "clEnqueueNDRangeKernel: errors of the objects") {
  const size_t global = 64;
  const auto enqueue = [&](cl_command_queue inQueue, cl_kernel which) {
    return clEnqueueNDRangeKernel(inQueue, which, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
  };
  SECTION("CL_INVALID_COMMAND_QUEUE") {
    CHECK(enqueue(nullptr, kernel) == CL_INVALID_COMMAND_QUEUE);
    CHECK(enqueue(wrongHandle<cl_command_queue>(device), kernel) == CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_KERNEL") {
    CHECK(enqueue(queue, nullptr) == CL_INVALID_KERNEL);
    CHECK(enqueue(queue, wrongHandle<cl_kernel>(device)) == CL_INVALID_KERNEL);
  }
  SECTION("CL_INVALID_CONTEXT: queue and kernel, queue and wait list") {
    const OwnContext foreign = makeContext();
    const OwnQueue other(clCreateCommandQueue(foreign, device, 0, nullptr));
    CHECK(enqueue(other, kernel) == CL_INVALID_CONTEXT);
    const OwnEvent user(clCreateUserEvent(foreign, nullptr));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 1, &user, nullptr) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_EVENT_WAIT_LIST") {
    const OwnEvent user = makeUserEvent();
    const cl_event bad[] = {wrongHandle<cl_event>(device), nullptr};
    const auto waitFor = [&](cl_uint count, const cl_event *list) {
      return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, count, list, nullptr);
    };
    CHECK(waitFor(1, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(waitFor(0, &user) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(waitFor(1, bad) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(waitFor(1, bad + 1) == CL_INVALID_EVENT_WAIT_LIST);
  }
}

TEST_CASE_METHOD(Launches, "clEnqueueNDRangeKernel: errors of the range") {
  SECTION("CL_INVALID_WORK_DIMENSION") {
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 0, nullptr, nullptr, nullptr, 0, nullptr, nullptr) ==
          CL_INVALID_WORK_DIMENSION);
    CHECK(run(kernel, {1, 1, 1, 1}, {}) == CL_INVALID_WORK_DIMENSION);
  }
  SECTION("CL_INVALID_GLOBAL_WORK_SIZE: more than the device counts") {
    CHECK(run(kernel, {size_t(1) << 33}, {64}) == CL_INVALID_GLOBAL_WORK_SIZE);
    CHECK(run(kernel, {1, size_t(1) << 33}, {}) == CL_INVALID_GLOBAL_WORK_SIZE);
  }
  SECTION("CL_INVALID_GLOBAL_OFFSET: offset plus size is more than the device counts") {
    CHECK(run(kernel, {64}, {64}, {SIZE_MAX}) == CL_INVALID_GLOBAL_OFFSET);
    CHECK(run(kernel, {64}, {64}, {(size_t(1) << 32) - 63}) == CL_INVALID_GLOBAL_OFFSET);
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
    CHECK(run(kernel, {64, 64}, {32, 32}) == CL_INVALID_WORK_GROUP_SIZE);
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
  SECTION("CL_INVALID_KERNEL_ARGS: not set") {
    const OwnKernel bare(clCreateKernel(program, "test", nullptr));
    CHECK(run(bare, {64}, {64}) == CL_INVALID_KERNEL_ARGS);
    setBuffer(bare, buffer);
    CHECK(run(bare, {64}, {64}) == CL_INVALID_KERNEL_ARGS);
  }
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

TEST_CASE_METHOD(Launches, "clEnqueueNDRangeKernel: errors of the device") {
  UnevenBoards boards(platform);
  const OwnProgram both = boards.makeProgram("kernel void k(global int *p) { p[get_global_id(0)] = 1; }\n");
  cl_device_id list[] = {boards.tight, boards.roomy};
  const bool all = GENERATE(false, true);
  REQUIRE(clBuildProgram(both, all ? 2 : 1, list, nullptr, nullptr, nullptr) == CL_SUCCESS);
  const OwnKernel of(clCreateKernel(both, "k", nullptr));
  const size_t global = 16;
  const auto launch = [&](cl_command_queue on) {
    return clEnqueueNDRangeKernel(on, of, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
  };
  if (!all) {
    INFO("CL_INVALID_PROGRAM_EXECUTABLE: the program was not built for the device");
    const OwnMem small = boards.makeBuffer(64);
    setBuffer(of, small);
    CHECK(launch(boards.onRoomy) == CL_INVALID_PROGRAM_EXECUTABLE);
    CHECK(launch(boards.onTight) == CL_SUCCESS);
  } else {
    INFO("CL_MEM_OBJECT_ALLOCATION_FAILURE: no room for a buffer on the device");
    const OwnMem large = boards.makeLarge();
    setBuffer(of, large);
    CHECK(launch(boards.onTight) == CL_MEM_OBJECT_ALLOCATION_FAILURE);
    CHECK(launch(boards.onRoomy) == CL_SUCCESS);
  }
  CHECK(clFinish(boards.onTight) == CL_SUCCESS);
  CHECK(clFinish(boards.onRoomy) == CL_SUCCESS);
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
  CHECK(clFinish(boards.onTight) == CL_SUCCESS);
}
