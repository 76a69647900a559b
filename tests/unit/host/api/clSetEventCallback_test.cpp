// SPDX-License-Identifier: Apache-2.0
#include <atomic>

#include "../waiting.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clSetEventCallback: registered before, each status is told once and in order") {
  Record record;
  const OwnEvent gate = makeUserEvent();
  const OwnMem buffer = makeBuffer(64);
  const uint8_t one = 1;
  OwnEvent event;
  const bool device = GENERATE(false, true);
  if (device)
    REQUIRE(clEnqueueFillBuffer(queue, buffer, &one, 1, 0, 64, 1, &gate, &event) == CL_SUCCESS);
  else
    REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &gate, &event) == CL_SUCCESS);
  for (const cl_int at : {CL_COMPLETE, CL_RUNNING, CL_SUBMITTED})
    REQUIRE(clSetEventCallback(event, at, Record::note, &record) == CL_SUCCESS);
  CHECK(record.wait(1) == std::vector<cl_int>{CL_SUBMITTED});  // that it is already
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(record.wait(3) == std::vector<cl_int>{CL_SUBMITTED, CL_RUNNING, CL_COMPLETE});
}

TEST_CASE_METHOD(WeftQueue, "clSetEventCallback: registered after, it is called at once") {
  Record record;
  OwnEvent event;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &event) == CL_SUCCESS);
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  for (const cl_int at : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE})
    REQUIRE(clSetEventCallback(event, at, Record::note, &record) == CL_SUCCESS);
  CHECK(record.wait(3) == std::vector<cl_int>{CL_SUBMITTED, CL_RUNNING, CL_COMPLETE});
}

TEST_CASE_METHOD(WeftQueue, "clSetEventCallback: an abnormal end tells the error to every callback") {
  Record before, after, dependent;
  const OwnEvent user = makeUserEvent();
  OwnEvent marker;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &user, &marker) == CL_SUCCESS);
  REQUIRE(clSetEventCallback(user, CL_COMPLETE, Record::note, &before) == CL_SUCCESS);
  REQUIRE(clSetEventCallback(marker, CL_COMPLETE, Record::note, &dependent) == CL_SUCCESS);
  REQUIRE(clSetEventCallback(marker, CL_RUNNING, Record::note, &dependent) == CL_SUCCESS);
  REQUIRE(clSetUserEventStatus(user, -9) == CL_SUCCESS);
  CHECK(before.wait(1) == std::vector<cl_int>{-9});
  CHECK(dependent.wait(2) == std::vector<cl_int>(2, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST));
  REQUIRE(clSetEventCallback(user, CL_COMPLETE, Record::note, &after) == CL_SUCCESS);
  CHECK(after.wait(1) == std::vector<cl_int>{-9});
}

TEST_CASE_METHOD(WeftQueue, "clSetEventCallback: several for one status are all called, in the order of registration") {
  struct Order {
    Record record;
    static void CL_CALLBACK first(cl_event, cl_int, void *self) { static_cast<Order *>(self)->record.add(1); }
    static void CL_CALLBACK second(cl_event, cl_int, void *self) { static_cast<Order *>(self)->record.add(2); }
  } order;
  const OwnEvent user = makeUserEvent();
  REQUIRE(clSetEventCallback(user, CL_COMPLETE, Order::first, &order) == CL_SUCCESS);
  REQUIRE(clSetEventCallback(user, CL_COMPLETE, Order::second, &order) == CL_SUCCESS);
  REQUIRE(clSetEventCallback(user, CL_COMPLETE, Order::first, &order) == CL_SUCCESS);
  REQUIRE(clSetUserEventStatus(user, CL_COMPLETE) == CL_SUCCESS);
  CHECK(order.record.wait(3) == std::vector<cl_int>{1, 2, 1});
}

TEST_CASE_METHOD(WeftQueue, "clSetEventCallback: the event was released, and the callback calls the API") {
  struct Chain {
    cl_command_queue queue;
    cl_mem buffer;
    OwnEvent next;
    Record record;
  } chain{queue, nullptr, {}, {}};
  const OwnMem buffer = makeBuffer(64);
  chain.buffer = buffer;
  const OwnEvent user = makeUserEvent();
  const uint8_t one = 1;
  {
    OwnEvent fill;
    REQUIRE(clEnqueueFillBuffer(queue, buffer, &one, 1, 0, 64, 1, &user, &fill) == CL_SUCCESS);
    REQUIRE(clSetEventCallback(
                fill, CL_COMPLETE,
                [](cl_event event, cl_int status, void *data) {
                  auto &self = *static_cast<Chain *>(data);
                  const uint8_t two = 2;
                  clEnqueueFillBuffer(self.queue, self.buffer, &two, 1, 32, 32, 1, &event, &self.next);
                  clSetEventCallback(self.next, CL_COMPLETE, Record::note, &self.record);
                  clFlush(self.queue);
                  Record::note(event, status, &self.record);
                },
                &chain) == CL_SUCCESS);
  }
  REQUIRE(clSetUserEventStatus(user, CL_COMPLETE) == CL_SUCCESS);
  CHECK(chain.record.wait(2) == std::vector<cl_int>(2, CL_COMPLETE));
  std::vector<uint8_t> expected(64, 1);
  std::fill(expected.begin() + 32, expected.end(), uint8_t(2));
  CHECK(contents(buffer, 64) == expected);
}

TEST_CASE_METHOD(WeftQueue, "clSetEventCallback: a callback that blocks holds up no command") {
  struct Blocking {
    std::mutex mutex;
    std::condition_variable changed;
    bool inside = false, leave = false, left = false;
    static void CL_CALLBACK stay(cl_event, cl_int, void *data) {
      auto &self = *static_cast<Blocking *>(data);
      std::unique_lock lock(self.mutex);
      self.inside = true;
      self.changed.notify_all();
      self.changed.wait_for(lock, kPatience, [&] { return self.leave; });
      self.left = true;
      self.changed.notify_all();
    }
  } blocking;
  const OwnEvent gate = makeUserEvent();
  const OwnMem buffer = makeBuffer(64);
  const uint8_t one = 1, two = 2;
  OwnEvent event;
  REQUIRE(clEnqueueFillBuffer(queue, buffer, &one, 1, 0, 64, 1, &gate, &event) == CL_SUCCESS);
  REQUIRE(clSetEventCallback(event, CL_COMPLETE, Blocking::stay, &blocking) == CL_SUCCESS);
  REQUIRE(clEnqueueFillBuffer(queue, buffer, &two, 1, 0, 64, 0, nullptr, nullptr) == CL_SUCCESS);
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  std::unique_lock lock(blocking.mutex);
  CHECK(blocking.changed.wait_for(lock, kPatience, [&] { return blocking.inside; }));
  lock.unlock();
  CHECK(contents(buffer, 64) == std::vector<uint8_t>(64, 2));  // same queue, same device
  lock.lock();
  CHECK(!blocking.left);
  blocking.leave = true;
  blocking.changed.notify_all();
  CHECK(blocking.changed.wait_for(lock, kPatience, [&] { return blocking.left; }));
}

TEST_CASE_METHOD(WeftQueue, "clSetEventCallback: never called by the thread that registers or completes") {
  // Both may hold a lock of the application that the callback takes.
  struct Locked {
    std::mutex mutex;
    Record record;
    static void CL_CALLBACK note(cl_event, cl_int status, void *data) {
      auto &self = *static_cast<Locked *>(data);
      std::lock_guard lock(self.mutex);
      self.record.add(status);
    }
  } locked;
  const OwnEvent user = makeUserEvent();
  OwnEvent marker;
  {
    std::lock_guard lock(locked.mutex);
    REQUIRE(clEnqueueMarkerWithWaitList(queue, 1, &user, &marker) == CL_SUCCESS);
    REQUIRE(clSetEventCallback(marker, CL_COMPLETE, Locked::note, &locked) == CL_SUCCESS);
    REQUIRE(clSetUserEventStatus(user, CL_COMPLETE) == CL_SUCCESS);
    REQUIRE(clSetEventCallback(marker, CL_COMPLETE, Locked::note, &locked) == CL_SUCCESS);
    REQUIRE(clFinish(queue) == CL_SUCCESS);
  }
  CHECK(locked.record.wait(2) == std::vector<cl_int>(2, CL_COMPLETE));
}

TEST_CASE_METHOD(WeftQueue, "clSetEventCallback: errors") {
  const OwnEvent user = makeUserEvent();
  Record record;
  SECTION("CL_INVALID_EVENT") {
    CHECK(clSetEventCallback(nullptr, CL_COMPLETE, Record::note, &record) == CL_INVALID_EVENT);
    CHECK(clSetEventCallback(wrongHandle<cl_event>(device), CL_COMPLETE, Record::note, &record) == CL_INVALID_EVENT);
  }
  SECTION("CL_INVALID_VALUE: no function") {
    CHECK(clSetEventCallback(user, CL_COMPLETE, nullptr, nullptr) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: not CL_SUBMITTED, CL_RUNNING or CL_COMPLETE") {
    for (const cl_int at : {CL_QUEUED, -1, 17})
      CHECK(clSetEventCallback(user, at, Record::note, &record) == CL_INVALID_VALUE);
  }
  CHECK(record.size() == 0);
}
