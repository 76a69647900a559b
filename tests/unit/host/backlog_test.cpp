// SPDX-License-Identifier: Apache-2.0
// Commands that nobody waits for: there is an end to how many a board takes before it has done some.
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <functional>
#include <future>
#include <thread>

#include "host/core/device.h"
#include "host/core/platform.h"
#include "host/core/queue.h"

using namespace weft;
using namespace weft::core;

namespace {

constexpr int kMany = 100000;

struct Commands {
  Device &device = *Platform::instance().devices().at(0);
  Ref<Context> context =
      makeRef<Context>(std::vector<Device *>{&device}, std::vector<cl_context_properties>{}, nullptr, nullptr);
  std::promise<void> gate;
  std::shared_future<void> opened = gate.get_future().share();
  std::atomic<int> enqueued{0}, done{0};

  Ref<Queue> queue() { return makeRef<Queue>(*context, device, 0); }
  CommandBody work() {
    return [this](Execution &) {
      opened.wait();
      ++done;
    };
  }
  /// Until no more is enqueued for a while; how much was.
  int settled() {
    int last = -1;
    while (last != enqueued) {
      last = enqueued;
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    return last;
  }
  void finish() {
    gate.set_value();
    while (done != enqueued)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
};

}  // namespace

TEST_CASE_METHOD(Commands, "who enqueues more than the device can do is held up until it has done some") {
  const bool oneQueue = GENERATE(true, false);
  const Ref<Queue> shared = queue();
  std::thread application([&] {
    for (int i = 0; i < kMany; ++i) {
      (oneQueue ? shared : queue())->enqueue(CL_COMMAND_WRITE_BUFFER, {}, work());  // another one is released at once
      ++enqueued;
    }
  });
  const int before = settled();
  CHECK(before > 1000);
  CHECK(before < kMany / 2);
  CHECK(done == 0);
  gate.set_value();
  application.join();
  while (done != kMany)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(enqueued == kMany);
}

TEST_CASE_METHOD(Commands, "commands that wait for the application hold up nobody") {
  // Were it held up, it would never get to set the event.
  const Ref<Event> user = makeRef<Event>(*context);
  for (; enqueued < kMany / 4; ++enqueued)
    queue()->enqueue(CL_COMMAND_WRITE_BUFFER, {user}, work());
  // Nor do they hold up what can be done, beyond what is being done.
  const Ref<Event> free = queue()->enqueue(CL_COMMAND_WRITE_BUFFER, {}, [](Execution &) {});
  CHECK(free->wait() == CL_COMPLETE);
  user->setUserStatus(CL_COMPLETE);
  finish();
  CHECK(done == kMany / 4);
}

TEST_CASE_METHOD(Commands, "a callback is not held up") {
  std::thread application([&] {
    for (int i = 0; i < kMany / 4; ++i) {
      queue()->enqueue(CL_COMMAND_WRITE_BUFFER, {}, work());
      ++enqueued;
    }
  });
  settled();
  std::promise<void> called;
  const std::function<void()> callback = [&] {
    queue()->enqueue(CL_COMMAND_WRITE_BUFFER, {}, work());
    ++enqueued;
    called.set_value();
  };
  const Ref<Event> user = makeRef<Event>(*context);
  user->addCallback(
      CL_COMPLETE, [](cl_event, cl_int, void *data) { (*static_cast<const std::function<void()> *>(data))(); },
      const_cast<std::function<void()> *>(&callback));
  user->setUserStatus(CL_COMPLETE);
  CHECK(called.get_future().wait_for(std::chrono::seconds(20)) == std::future_status::ready);
  gate.set_value();
  application.join();
  while (done != enqueued)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}
