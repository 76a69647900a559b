// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"
#include "boards.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clCreateCommandQueue") {
  for (const cl_command_queue_properties properties :
       {cl_command_queue_properties(0), cl_command_queue_properties(CL_QUEUE_PROFILING_ENABLE),
        cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
        cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE)}) {
    const OwnQueue queue = makeQueue(properties);
    CHECK(info<cl_command_queue_properties>(clGetCommandQueueInfo, (cl_command_queue)queue, CL_QUEUE_PROPERTIES) ==
          properties);
  }
  OwnQueue quiet(clCreateCommandQueue(context, device, 0, nullptr));
  CHECK((cl_command_queue)quiet != nullptr);
}

TEST_CASE_METHOD(Weft, "clCreateCommandQueue: errors") {
  cl_int error = 1;
  const auto create = [&](cl_context inContext, cl_device_id onDevice, cl_command_queue_properties properties) {
    CHECK(clCreateCommandQueue(inContext, onDevice, properties, &error) == nullptr);
    return error;
  };
  SECTION("CL_INVALID_CONTEXT: not a context") {
    CHECK(create(nullptr, device, 0) == CL_INVALID_CONTEXT);
    CHECK(create(wrongHandle<cl_context>(device), device, 0) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_DEVICE: not a device, or not one of the context") {
    CHECK(create(context, fourUnits(platform), 0) == CL_INVALID_DEVICE);
    CHECK(create(context, nullptr, 0) == CL_INVALID_DEVICE);
    CHECK(create(context, wrongHandle<cl_device_id>(platform), 0) == CL_INVALID_DEVICE);
  }
  SECTION("CL_INVALID_VALUE: unknown property bits") {
    CHECK(create(context, device, 0x100) == CL_INVALID_VALUE);
    CHECK(create(context, device, CL_QUEUE_PROFILING_ENABLE | (cl_command_queue_properties(1) << 40)) ==
          CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_QUEUE_PROPERTIES: known bits that the device does not support") {
    CHECK(create(context, device, CL_QUEUE_ON_DEVICE) == CL_INVALID_QUEUE_PROPERTIES);
    CHECK(create(context, device,
                 CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) ==
          CL_INVALID_QUEUE_PROPERTIES);
  }
}
