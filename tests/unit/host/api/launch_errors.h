// SPDX-License-Identifier: Apache-2.0
// The error conditions that clEnqueueNDRangeKernel and clEnqueueTask have in common.
#pragma once
#include "tests/unit/host/boards.h"
#include "tests/unit/host/launches.h"

namespace test {

/// `enqueue(queue, kernel, count, waits)`.
template <class Enqueue> void checkLaunchErrors(const Launches &launches, Enqueue enqueue) {
  const cl_command_queue queue = launches.queue;
  const cl_kernel kernel = launches.kernel;
  const OwnContext foreign = launches.makeContext();
  SECTION("CL_INVALID_COMMAND_QUEUE") {
    CHECK(enqueue(nullptr, kernel, 0, nullptr) == CL_INVALID_COMMAND_QUEUE);
    CHECK(enqueue(wrongHandle<cl_command_queue>(launches.device), kernel, 0, nullptr) == CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_KERNEL") {
    CHECK(enqueue(queue, nullptr, 0, nullptr) == CL_INVALID_KERNEL);
    CHECK(enqueue(queue, wrongHandle<cl_kernel>(launches.device), 0, nullptr) == CL_INVALID_KERNEL);
  }
  SECTION("CL_INVALID_CONTEXT: queue and kernel, queue and wait list") {
    const OwnQueue other(clCreateCommandQueue(foreign, launches.device, 0, nullptr));
    CHECK(enqueue(other, kernel, 0, nullptr) == CL_INVALID_CONTEXT);
    const OwnEvent user(clCreateUserEvent(foreign, nullptr));
    CHECK(enqueue(queue, kernel, 1, &user) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_EVENT_WAIT_LIST") {
    const OwnEvent user = launches.makeUserEvent();
    const cl_event bad[] = {wrongHandle<cl_event>(launches.device), nullptr};
    CHECK(enqueue(queue, kernel, 1, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(enqueue(queue, kernel, 0, &user) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(enqueue(queue, kernel, 1, bad) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(enqueue(queue, kernel, 1, bad + 1) == CL_INVALID_EVENT_WAIT_LIST);
  }
  SECTION("CL_INVALID_KERNEL_ARGS: not set") {
    const OwnKernel bare(clCreateKernel(launches.program, "test", nullptr));
    CHECK(enqueue(queue, bare, 0, nullptr) == CL_INVALID_KERNEL_ARGS);
    Launches::setBuffer(bare, launches.buffer);
    CHECK(enqueue(queue, bare, 0, nullptr) == CL_INVALID_KERNEL_ARGS);
  }

  UnevenBoards boards(launches.platform);
  const OwnProgram both = boards.makeProgram("kernel void k(global int *p) { p[get_global_id(0)] = 1; }\n");
  const cl_device_id devices[] = {boards.tight, boards.roomy};
  const auto build = [&](cl_uint count) {
    REQUIRE(clBuildProgram(both, count, devices, nullptr, nullptr, nullptr) == CL_SUCCESS);
    return OwnKernel(clCreateKernel(both, "k", nullptr));
  };
  SECTION("CL_INVALID_PROGRAM_EXECUTABLE: the program was not built for the device") {
    const OwnKernel one = build(1);
    const OwnMem small = boards.makeBuffer(64);
    Launches::setBuffer(one, small);
    CHECK(enqueue(boards.onRoomy, one, 0, nullptr) == CL_INVALID_PROGRAM_EXECUTABLE);
    CHECK(enqueue(boards.onTight, one, 0, nullptr) == CL_SUCCESS);
  }
  SECTION("CL_MEM_OBJECT_ALLOCATION_FAILURE: no room for a buffer on the device") {
    const OwnKernel two = build(2);
    const OwnMem large = boards.makeLarge();
    Launches::setBuffer(two, large);
    CHECK(enqueue(boards.onTight, two, 0, nullptr) == CL_MEM_OBJECT_ALLOCATION_FAILURE);
    CHECK(enqueue(boards.onRoomy, two, 0, nullptr) == CL_SUCCESS);
  }
  CHECK(clFinish(boards.onTight) == CL_SUCCESS);
  CHECK(clFinish(boards.onRoomy) == CL_SUCCESS);
}

}  // namespace test
