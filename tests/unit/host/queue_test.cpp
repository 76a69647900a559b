// SPDX-License-Identifier: Apache-2.0
#include <thread>

#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clCreateCommandQueue: properties and errors") {
  const OwnQueue queue = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  const cl_command_queue raw = queue;
  CHECK(info<cl_device_id>(clGetCommandQueueInfo, raw, CL_QUEUE_DEVICE) == device);
  CHECK(info<cl_context>(clGetCommandQueueInfo, raw, CL_QUEUE_CONTEXT) == context);
  CHECK(info<cl_uint>(clGetCommandQueueInfo, raw, CL_QUEUE_REFERENCE_COUNT) == 1);
  CHECK(info<cl_command_queue_properties>(clGetCommandQueueInfo, raw, CL_QUEUE_PROPERTIES) ==
        CL_QUEUE_PROFILING_ENABLE);
  CHECK(clGetCommandQueueInfo(raw, 0x1, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  cl_int error = 1;
  CHECK(clCreateCommandQueue(context, device, 0x100, &error) == nullptr);
  CHECK(error == CL_INVALID_VALUE);
  CHECK(clCreateCommandQueue(context, device, CL_QUEUE_ON_DEVICE, &error) == nullptr);
  CHECK(error == CL_INVALID_QUEUE_PROPERTIES);
}

TEST_CASE_METHOD(Weft, "clCreateCommandQueueWithProperties") {
  cl_int error = 1;
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  OwnQueue queue(clCreateCommandQueueWithProperties(context, device, properties, &error));
  REQUIRE(error == CL_SUCCESS);
  CHECK(info<cl_command_queue_properties>(clGetCommandQueueInfo, (cl_command_queue)queue, CL_QUEUE_PROPERTIES) ==
        CL_QUEUE_PROFILING_ENABLE);
  OwnQueue plain(clCreateCommandQueueWithProperties(context, device, nullptr, &error));
  CHECK(error == CL_SUCCESS);
  const cl_queue_properties onDevice[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_SIZE, 1024, 0};
  CHECK(clCreateCommandQueueWithProperties(context, device, onDevice, &error) == nullptr);
  CHECK(error == CL_INVALID_QUEUE_PROPERTIES);
  const cl_queue_properties unknown[] = {0x7777, 0, 0};
  CHECK(clCreateCommandQueueWithProperties(context, device, unknown, &error) == nullptr);
  CHECK(error == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Weft, "a released queue completes its commands") {
  OwnMem buffer = makeBuffer(64);
  const uint32_t value = 0x12345678;
  OwnEvent done;
  OwnEvent gate = makeUserEvent();
  {
    OwnQueue queue = makeQueue();
    REQUIRE(clEnqueueFillBuffer(queue, buffer, &value, 4, 0, 64, 1, &gate, &done) == CL_SUCCESS);
  }
  CHECK(statusOf(done) > CL_COMPLETE);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, &done) == CL_SUCCESS);
  CHECK(statusOf(done) == CL_COMPLETE);
}

TEST_CASE_METHOD(WeftQueue, "clFlush and clFinish") {
  CHECK(clFlush(queue) == CL_SUCCESS);
  OwnMem buffer = makeBuffer(1 << 20);
  const auto data = pattern(1 << 20);
  OwnEvent event;
  REQUIRE(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, data.size(), data.data(), 0, nullptr, &event) == CL_SUCCESS);
  CHECK(clFinish(queue) == CL_SUCCESS);
  CHECK(statusOf(event) == CL_COMPLETE);
}

TEST_CASE_METHOD(Weft, "queues of several threads and contexts do not disturb each other") {
  std::vector<std::thread> threads;
  std::vector<int> good(4, 0);  // Catch's assertions are for one thread only
  for (unsigned t = 0; t < good.size(); ++t)
    threads.emplace_back([this, t, &good] {
      cl_context own = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
      cl_command_queue queue = clCreateCommandQueue(own, device, 0, nullptr);
      cl_mem a = clCreateBuffer(own, 0, 4096, nullptr, nullptr), b = clCreateBuffer(own, 0, 4096, nullptr, nullptr);
      bool same = true;
      for (unsigned round = 0; round < 50; ++round) {
        const auto data = pattern(4096, t * 100 + round);
        std::vector<uint8_t> back(4096);
        clEnqueueWriteBuffer(queue, a, CL_FALSE, 0, 4096, data.data(), 0, nullptr, nullptr);
        clEnqueueCopyBuffer(queue, a, b, 0, 0, 4096, 0, nullptr, nullptr);
        clEnqueueReadBuffer(queue, b, CL_TRUE, 0, 4096, back.data(), 0, nullptr, nullptr);
        same &= back == data;
      }
      clReleaseMemObject(a);
      clReleaseMemObject(b);
      clReleaseCommandQueue(queue);
      clReleaseContext(own);
      good[t] = same;
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(good == std::vector<int>(4, 1));
}
