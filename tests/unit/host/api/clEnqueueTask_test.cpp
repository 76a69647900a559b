// SPDX-License-Identifier: Apache-2.0
#include "../launches.h"
#include "boards.h"

using namespace test;

TEST_CASE_METHOD(Launches, "clEnqueueTask") {
  OwnEvent event;
  REQUIRE(clEnqueueTask(queue, kernel, 0, nullptr, &event) == CL_SUCCESS);
  CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_TASK);
  CHECK(clWaitForEvents(1, &event) == CL_SUCCESS);
}

TEST_CASE_METHOD(Launches, "clEnqueueTask: errors") {
  const OwnContext foreign = makeContext();
  SECTION("CL_INVALID_COMMAND_QUEUE") {
    CHECK(clEnqueueTask(nullptr, kernel, 0, nullptr, nullptr) == CL_INVALID_COMMAND_QUEUE);
    CHECK(clEnqueueTask(wrongHandle<cl_command_queue>(device), kernel, 0, nullptr, nullptr) ==
          CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_KERNEL") {
    CHECK(clEnqueueTask(queue, nullptr, 0, nullptr, nullptr) == CL_INVALID_KERNEL);
    CHECK(clEnqueueTask(queue, wrongHandle<cl_kernel>(device), 0, nullptr, nullptr) == CL_INVALID_KERNEL);
  }
  SECTION("CL_INVALID_CONTEXT: queue and kernel, queue and wait list") {
    const OwnQueue other(clCreateCommandQueue(foreign, device, 0, nullptr));
    CHECK(clEnqueueTask(other, kernel, 0, nullptr, nullptr) == CL_INVALID_CONTEXT);
    const OwnEvent user(clCreateUserEvent(foreign, nullptr));
    CHECK(clEnqueueTask(queue, kernel, 1, &user, nullptr) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_KERNEL_ARGS") {
    const OwnKernel bare(clCreateKernel(program, "test", nullptr));
    CHECK(clEnqueueTask(queue, bare, 0, nullptr, nullptr) == CL_INVALID_KERNEL_ARGS);
  }
  SECTION("CL_INVALID_WORK_GROUP_SIZE: reqd_work_group_size is not 1, 1, 1") {
    CHECK(clEnqueueTask(queue, fixed, 0, nullptr, nullptr) == CL_INVALID_WORK_GROUP_SIZE);
  }
  SECTION("CL_OUT_OF_RESOURCES: more local memory than the device has") {
    const auto limit = size_t(info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_LOCAL_MEM_SIZE));
    REQUIRE(clSetKernelArg(kernel, 1, limit + 1, nullptr) == CL_SUCCESS);
    CHECK(clEnqueueTask(queue, kernel, 0, nullptr, nullptr) == CL_OUT_OF_RESOURCES);
  }
  SECTION("CL_INVALID_EVENT_WAIT_LIST") {
    const OwnEvent user = makeUserEvent();
    const cl_event bad = wrongHandle<cl_event>(device);
    CHECK(clEnqueueTask(queue, kernel, 1, nullptr, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(clEnqueueTask(queue, kernel, 0, &user, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(clEnqueueTask(queue, kernel, 1, &bad, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
  }
}

TEST_CASE_METHOD(Launches, "clEnqueueTask: errors of the device") {
  UnevenBoards boards(platform);
  const OwnProgram both = boards.makeProgram("kernel void k(global int *p) { p[get_global_id(0)] = 1; }\n");
  cl_device_id list[] = {boards.tight, boards.roomy};
  const bool all = GENERATE(false, true);
  REQUIRE(clBuildProgram(both, all ? 2 : 1, list, nullptr, nullptr, nullptr) == CL_SUCCESS);
  const OwnKernel of(clCreateKernel(both, "k", nullptr));
  const auto launch = [&](cl_command_queue on) { return clEnqueueTask(on, of, 0, nullptr, nullptr); };
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
