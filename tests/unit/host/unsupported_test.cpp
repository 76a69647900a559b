// SPDX-License-Identifier: Apache-2.0
// What the platform does not support refuses with the standard's code, and never through a null pointer.
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "native kernels and built-in kernels are refused") {
  CHECK(clEnqueueNativeKernel(
            queue, [](void *) {}, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr) == CL_INVALID_OPERATION);
  cl_int error = 1;
  CHECK(clCreateProgramWithBuiltInKernels(context, 1, &device, "nothing", &error) == nullptr);
  CHECK(error == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(WeftQueue, "features of OpenCL 2 are refused with the codes of 3.0") {
  cl_int error = 1;
  CHECK(clCreateProgramWithIL(context, "il", 2, &error) == nullptr);
  CHECK(error == CL_INVALID_OPERATION);
  CHECK(clSetDefaultDeviceCommandQueue(context, device, queue) == CL_INVALID_OPERATION);
}

TEST_CASE_METHOD(Weft, "what is refused looks at its handle first") {
  cl_int error = 1;
  CHECK(clCreateProgramWithIL(reinterpret_cast<cl_context>(device), "il", 2, &error) == nullptr);
  CHECK(error == CL_INVALID_CONTEXT);
  const auto wrongKernel = reinterpret_cast<cl_kernel>(device);
  CHECK(clSetKernelExecInfo(wrongKernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr) == CL_INVALID_KERNEL);
  CHECK(clGetKernelSubGroupInfo(wrongKernel, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0, nullptr, nullptr) ==
        CL_INVALID_KERNEL);
  CHECK(clSetProgramReleaseCallback(reinterpret_cast<cl_program>(device), nullptr, nullptr) == CL_INVALID_PROGRAM);
}

TEST_CASE_METHOD(Weft, "a handle of another kind is refused by its own code") {

  cl_context wrong = cl_context(context);
  CHECK(clRetainCommandQueue(reinterpret_cast<cl_command_queue>(wrong)) == CL_INVALID_COMMAND_QUEUE);
  CHECK(clRetainProgram(reinterpret_cast<cl_program>(wrong)) == CL_INVALID_PROGRAM);
  CHECK(clRetainKernel(reinterpret_cast<cl_kernel>(wrong)) == CL_INVALID_KERNEL);
  CHECK(clRetainEvent(reinterpret_cast<cl_event>(wrong)) == CL_INVALID_EVENT);
  CHECK(clGetDeviceInfo(reinterpret_cast<cl_device_id>(wrong), CL_DEVICE_TYPE, 0, nullptr, nullptr) ==
        CL_INVALID_DEVICE);
}
