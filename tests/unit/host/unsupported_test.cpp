// SPDX-License-Identifier: Apache-2.0
// What the platform does not support refuses with the standard's code, and never through a null pointer.
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "images and samplers are refused") {
  CHECK(info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_IMAGE_SUPPORT) == CL_FALSE);
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 4;
  cl_int error = 1;
  CHECK(clCreateImage(context, 0, &format, &desc, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_OPERATION);
  CHECK(clCreateImage2D(context, 0, &format, 4, 4, 0, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_OPERATION);
  CHECK(clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &error) == nullptr);
  CHECK(error == CL_INVALID_OPERATION);
  cl_uint count = 1;
  CHECK(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count) ==
        CL_SUCCESS);
  CHECK(count == 0);
  CHECK(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count) ==
        CL_INVALID_VALUE);
  const OwnMem buffer = makeBuffer(64);
  const size_t origin[3] = {}, region[3] = {1, 1, 1};
  char pixel[16] = {};
  CHECK(clEnqueueReadImage(queue, buffer, CL_TRUE, origin, region, 0, 0, pixel, 0, nullptr, nullptr) ==
        CL_INVALID_MEM_OBJECT);
  CHECK(clEnqueueFillImage(queue, buffer, pixel, origin, region, 0, nullptr, nullptr) == CL_INVALID_MEM_OBJECT);
  size_t width = 0;
  CHECK(clGetImageInfo(buffer, CL_IMAGE_WIDTH, sizeof(width), &width, nullptr) == CL_INVALID_MEM_OBJECT);
}

TEST_CASE_METHOD(WeftQueue, "native kernels and built-in kernels are refused") {
  CHECK(clEnqueueNativeKernel(
            queue, [](void *) {}, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr) == CL_INVALID_OPERATION);
  cl_int error = 1;
  CHECK(clCreateProgramWithBuiltInKernels(context, 1, &device, "nothing", &error) == nullptr);
  CHECK(error == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(WeftQueue, "features of OpenCL 2 are refused") {
  cl_int error = 1;
  CHECK(clSVMAlloc(context, 0, 64, 0) == nullptr);
  clSVMFree(context, nullptr);
  CHECK(clCreatePipe(context, 0, 4, 4, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_OPERATION);
  CHECK(clCreateProgramWithIL(context, "il", 2, &error) == nullptr);
  CHECK(error == CL_INVALID_OPERATION);
  CHECK(clCreateSamplerWithProperties(context, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_OPERATION);
  cl_ulong host = 0;
  CHECK(clGetHostTimer(device, &host) == CL_INVALID_OPERATION);
  CHECK(clSetDefaultDeviceCommandQueue(context, device, queue) == CL_INVALID_OPERATION);
  CHECK(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, &host, 8, 0, nullptr, nullptr) == CL_INVALID_OPERATION);
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
