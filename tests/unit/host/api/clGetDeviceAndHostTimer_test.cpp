// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <thread>

#include "boards.h"
#include "handles.h"

using namespace test;

namespace {

struct Pair {
  cl_ulong device = 0, host = 0;
};

Pair timers(cl_device_id device) {
  Pair pair;
  REQUIRE(clGetDeviceAndHostTimer(device, &pair.device, &pair.host) == CL_SUCCESS);
  return pair;
}

}  // namespace

TEST_CASE_METHOD(Weft, "clGetDeviceAndHostTimer: both advance alike while the device is idle") {
  const Pair before = timers(device);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const Pair after = timers(device);
  const cl_ulong deviceTime = after.device - before.device, hostTime = after.host - before.host;
  CHECK(hostTime >= 20'000'000);
  CHECK(deviceTime + hostTime / 200 >= hostTime);  // half a percent, as Khronos' tests ask
  CHECK(hostTime + hostTime / 200 >= deviceTime);
}

TEST_CASE_METHOD(Weft, "clGetDeviceAndHostTimer: device time is that of the profiling stamps") {
  const OwnQueue queue = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  const OwnMem buffer = makeBuffer(4096);
  const auto data = pattern(4096);
  for (int round = 0; round < 10; ++round) {
    const Pair before = timers(device);
    OwnEvent event;
    REQUIRE(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, data.size(), data.data(), 0, nullptr, &event) ==
            CL_SUCCESS);
    const Pair after = timers(device);
    CHECK(before.device <= info<cl_ulong>(clGetEventProfilingInfo, (cl_event)event, CL_PROFILING_COMMAND_QUEUED));
    CHECK(info<cl_ulong>(clGetEventProfilingInfo, (cl_event)event, CL_PROFILING_COMMAND_END) <= after.device);
  }
}

TEST_CASE_METHOD(Weft, "clGetDeviceAndHostTimer: sub-devices have their root's clock") {
  const cl_device_id four = fourUnits(platform);
  const auto parts = partitioned(four, {CL_DEVICE_PARTITION_EQUALLY, 2});
  const Pair first = timers(four), second = timers(parts[0]), third = timers(four);
  CHECK(first.device <= second.device);
  CHECK(second.device <= third.device);
}

TEST_CASE_METHOD(Weft, "clGetDeviceAndHostTimer: CL_INVALID_DEVICE, device is not a valid device") {
  Pair pair;
  for (cl_device_id wrong : invalidHandles<cl_device_id>(*this))
    CHECK(clGetDeviceAndHostTimer(wrong, &pair.device, &pair.host) == CL_INVALID_DEVICE);
}

TEST_CASE_METHOD(Weft, "clGetDeviceAndHostTimer: CL_INVALID_VALUE, host_timestamp or device_timestamp is NULL") {
  Pair pair;
  CHECK(clGetDeviceAndHostTimer(device, nullptr, &pair.host) == CL_INVALID_VALUE);
  CHECK(clGetDeviceAndHostTimer(device, &pair.device, nullptr) == CL_INVALID_VALUE);
}
