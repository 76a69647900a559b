// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"

using namespace test;

namespace {

void CL_CALLBACK never(void *) { std::abort(); }

struct Native : WeftQueue {
  OwnMem buffer = makeBuffer(64);
  cl_mem memory = buffer;
  void *block[2] = {};
  const void *place = &block[1];

  cl_int enqueue(void(CL_CALLBACK *function)(void *), void *args, size_t bytes, cl_uint count, const cl_mem *list,
                 const void **places) {
    return clEnqueueNativeKernel(queue, function, args, bytes, count, list, places, 0, nullptr, nullptr);
  }
};

}  // namespace

TEST_CASE_METHOD(Native, "clEnqueueNativeKernel: CL_INVALID_OPERATION: the device has none, and says so") {
  CHECK(!(info<cl_device_exec_capabilities>(clGetDeviceInfo, device, CL_DEVICE_EXECUTION_CAPABILITIES) &
          CL_EXEC_NATIVE_KERNEL));
  CHECK(enqueue(never, nullptr, 0, 0, nullptr, nullptr) == CL_INVALID_OPERATION);
  CHECK(enqueue(never, block, sizeof(block), 1, &memory, &place) == CL_INVALID_OPERATION);
}

TEST_CASE_METHOD(Native, "clEnqueueNativeKernel: other errors") {
  SECTION("CL_INVALID_COMMAND_QUEUE") {
    CHECK(clEnqueueNativeKernel(nullptr, never, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr) ==
          CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_VALUE: no function") {
    CHECK(enqueue(nullptr, nullptr, 0, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: no arguments, but a size or memory objects; arguments of no size") {
    CHECK(enqueue(never, nullptr, 8, 0, nullptr, nullptr) == CL_INVALID_VALUE);
    CHECK(enqueue(never, nullptr, 0, 1, &memory, &place) == CL_INVALID_VALUE);
    CHECK(enqueue(never, block, 0, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: number of memory objects and lists do not fit") {
    CHECK(enqueue(never, block, sizeof(block), 1, nullptr, &place) == CL_INVALID_VALUE);
    CHECK(enqueue(never, block, sizeof(block), 1, &memory, nullptr) == CL_INVALID_VALUE);
    CHECK(enqueue(never, block, sizeof(block), 0, &memory, nullptr) == CL_INVALID_VALUE);
    CHECK(enqueue(never, block, sizeof(block), 0, nullptr, &place) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_MEM_OBJECT") {
    const cl_mem bad = wrongHandle<cl_mem>(device);
    CHECK(enqueue(never, block, sizeof(block), 1, &bad, &place) == CL_INVALID_MEM_OBJECT);
  }
  SECTION("CL_INVALID_EVENT_WAIT_LIST, CL_INVALID_CONTEXT") {
    CHECK(clEnqueueNativeKernel(queue, never, nullptr, 0, 0, nullptr, nullptr, 1, nullptr, nullptr) ==
          CL_INVALID_EVENT_WAIT_LIST);
    const OwnContext foreign = makeContext();
    const OwnEvent user(clCreateUserEvent(foreign, nullptr));
    CHECK(clEnqueueNativeKernel(queue, never, nullptr, 0, 0, nullptr, nullptr, 1, &user, nullptr) ==
          CL_INVALID_CONTEXT);
  }
}
