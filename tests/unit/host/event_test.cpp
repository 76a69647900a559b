// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "fixture.h"

using namespace test;

namespace {

/// What callbacks were told, in the order of their calls.
struct Record {
  std::mutex mutex;
  std::vector<cl_int> statuses;

  static void CL_CALLBACK note(cl_event, cl_int status, void *self) {
    auto &record = *static_cast<Record *>(self);
    std::lock_guard lock(record.mutex);
    record.statuses.push_back(status);
  }
  /// Waits until there are `count`: callbacks run on a thread of their own.
  std::vector<cl_int> wait(size_t count) {
    for (int tries = 0; tries < 2000; ++tries) {
      {
        std::lock_guard lock(mutex);
        if (statuses.size() >= count)
          return statuses;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return {};
  }
};

}  // namespace

TEST_CASE_METHOD(WeftQueue, "clGetEventInfo") {
  OwnEvent own;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &own) == CL_SUCCESS);
  const cl_event event = own;
  CHECK(info<cl_command_queue>(clGetEventInfo, event, CL_EVENT_COMMAND_QUEUE) == queue);
  CHECK(info<cl_context>(clGetEventInfo, event, CL_EVENT_CONTEXT) == context);
  CHECK(info<cl_command_type>(clGetEventInfo, event, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_MARKER);
  CHECK(info<cl_uint>(clGetEventInfo, event, CL_EVENT_REFERENCE_COUNT) == 1);
  REQUIRE(clWaitForEvents(1, &event) == CL_SUCCESS);
  CHECK(statusOf(event) == CL_COMPLETE);
  CHECK(clGetEventInfo(event, 0x1, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(WeftQueue, "user events") {
  const OwnEvent user = makeUserEvent();
  CHECK(statusOf(user) == CL_SUBMITTED);
  CHECK(info<cl_command_queue>(clGetEventInfo, (cl_event)user, CL_EVENT_COMMAND_QUEUE) == nullptr);
  CHECK(info<cl_command_type>(clGetEventInfo, (cl_event)user, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_USER);
  CHECK(clSetUserEventStatus(user, CL_RUNNING) == CL_INVALID_VALUE);
  REQUIRE(clSetUserEventStatus(user, CL_COMPLETE) == CL_SUCCESS);
  CHECK(clSetUserEventStatus(user, CL_COMPLETE) == CL_INVALID_OPERATION);
  CHECK(clWaitForEvents(1, &user) == CL_SUCCESS);
  OwnEvent marker;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker) == CL_SUCCESS);
  CHECK(clSetUserEventStatus(marker, CL_COMPLETE) == CL_INVALID_EVENT);
}

TEST_CASE_METHOD(WeftQueue, "an error cascades through wait lists and leaves the rest alone") {
  const OwnEvent user = makeUserEvent();
  OwnMem buffer = makeBuffer(16);
  uint8_t one = 1, two = 2;
  OwnEvent first, second, third;
  const OwnQueue other = makeQueue();
  REQUIRE(clEnqueueFillBuffer(queue, buffer, &one, 1, 0, 16, 1, &user, &first) == CL_SUCCESS);
  REQUIRE(clEnqueueFillBuffer(other, buffer, &one, 1, 0, 16, 1, &first, &second) == CL_SUCCESS);
  REQUIRE(clEnqueueFillBuffer(queue, buffer, &two, 1, 0, 16, 0, nullptr, &third) == CL_SUCCESS);
  REQUIRE(clSetUserEventStatus(user, -42) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, &second) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(statusOf(user) == -42);
  CHECK(statusOf(first) < 0);
  CHECK(statusOf(second) < 0);
  CHECK(clWaitForEvents(1, &third) == CL_SUCCESS);
  CHECK(contents(buffer, 16) == std::vector<uint8_t>(16, 2));
}

TEST_CASE_METHOD(WeftQueue, "clSetEventCallback: each status once, the error on abnormal end") {
  Record good, bad, late;
  const OwnEvent user = makeUserEvent();
  OwnEvent marker;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &user, &marker) == CL_SUCCESS);
  for (const cl_int at : {CL_COMPLETE, CL_RUNNING, CL_SUBMITTED})
    REQUIRE(clSetEventCallback(marker, at, Record::note, &good) == CL_SUCCESS);
  REQUIRE(clSetUserEventStatus(user, CL_COMPLETE) == CL_SUCCESS);
  CHECK(good.wait(3) == std::vector<cl_int>{CL_SUBMITTED, CL_RUNNING, CL_COMPLETE});

  REQUIRE(clSetEventCallback(marker, CL_COMPLETE, Record::note, &late) == CL_SUCCESS);
  CHECK(late.wait(1) == std::vector<cl_int>{CL_COMPLETE});

  const OwnEvent failing = makeUserEvent();
  REQUIRE(clSetEventCallback(failing, CL_COMPLETE, Record::note, &bad) == CL_SUCCESS);
  REQUIRE(clSetUserEventStatus(failing, -9) == CL_SUCCESS);
  CHECK(bad.wait(1) == std::vector<cl_int>{-9});

  CHECK(clSetEventCallback(marker, CL_COMPLETE, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clSetEventCallback(marker, CL_QUEUED, Record::note, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(WeftQueue, "a callback fires although its event was released, and may call the API") {
  struct Chain {
    cl_command_queue queue;
    Record record;
  } chain{queue, {}};
  const OwnEvent user = makeUserEvent();
  {
    OwnEvent marker;
    REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &user, &marker) == CL_SUCCESS);
    REQUIRE(clSetEventCallback(
                marker, CL_COMPLETE,
                [](cl_event event, cl_int status, void *data) {
                  auto &self = *static_cast<Chain *>(data);
                  clEnqueueMarkerWithWaitList(self.queue, 0, nullptr, nullptr);
                  cl_uint count = 0;
                  clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof(count), &count, nullptr);
                  Record::note(event, status, &self.record);
                },
                &chain) == CL_SUCCESS);
  }
  REQUIRE(clSetUserEventStatus(user, CL_COMPLETE) == CL_SUCCESS);
  CHECK(chain.record.wait(1).size() == 1);
}

TEST_CASE_METHOD(WeftQueue, "clWaitForEvents: errors") {
  const OwnEvent user = makeUserEvent();
  CHECK(clWaitForEvents(0, &user) == CL_INVALID_VALUE);
  CHECK(clWaitForEvents(1, nullptr) == CL_INVALID_VALUE);
  const OwnContext foreign = makeContext();
  const OwnEvent other(clCreateUserEvent(foreign, nullptr));
  const cl_event both[] = {user, other};
  CHECK(clWaitForEvents(2, both) == CL_INVALID_CONTEXT);
}

TEST_CASE_METHOD(WeftQueue, "clWaitForEvents wakes up when another thread completes the event") {
  const OwnEvent user = makeUserEvent();
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    clSetUserEventStatus(user, CL_COMPLETE);
  });
  CHECK(clWaitForEvents(1, &user) == CL_SUCCESS);
  later.join();
}
