// SPDX-License-Identifier: Apache-2.0
#include "launch_errors.h"

using namespace test;

TEST_CASE_METHOD(Launches, "clEnqueueTask") {
  OwnEvent event;
  REQUIRE(clEnqueueTask(queue, kernel, 0, nullptr, &event) == CL_SUCCESS);
  CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)event, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_TASK);
  CHECK(clWaitForEvents(1, &event) == CL_SUCCESS);
}

TEST_CASE_METHOD(Launches, "clEnqueueTask: errors of every launch") {
  checkLaunchErrors(*this, [](cl_command_queue on, cl_kernel which, cl_uint count, const cl_event *waits) {
    return clEnqueueTask(on, which, count, waits, nullptr);
  });
}

TEST_CASE_METHOD(Launches, "clEnqueueTask: errors") {
  SECTION("CL_INVALID_WORK_GROUP_SIZE: reqd_work_group_size is not 1, 1, 1") {
    CHECK(clEnqueueTask(queue, fixed, 0, nullptr, nullptr) == CL_INVALID_WORK_GROUP_SIZE);
  }
  SECTION("CL_OUT_OF_RESOURCES: more local memory than the device has") {
    const auto limit = size_t(info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_LOCAL_MEM_SIZE));
    REQUIRE(clSetKernelArg(kernel, 1, limit + 1, nullptr) == CL_SUCCESS);
    CHECK(clEnqueueTask(queue, kernel, 0, nullptr, nullptr) == CL_OUT_OF_RESOURCES);
  }
}
