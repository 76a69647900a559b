// SPDX-License-Identifier: Apache-2.0
// What runs at the same time: a transfer beside launches, launches in different regions, nothing twice in one.
#include <catch2/catch.hpp>
#include <condition_variable>
#include <set>
#include <thread>

#include "host/core/device.h"
#include "host/core/platform.h"
#include "host/core/queue.h"

using namespace weft;
using namespace weft::core;

namespace {

/// Bodies that stay until told to leave.
class Stage {
public:
  CommandBody stay() {
    return [this](Execution &execution) {
      std::unique_lock lock(mutex_);
      ++inside_;
      most_ = std::max(most_, inside_);
      twice_ |= !regions_.insert(execution.region()).second;
      changed_.notify_all();
      changed_.wait_for(lock, std::chrono::seconds(20), [&] { return open_; });
      --inside_;
      regions_.erase(execution.region());
    };
  }
  bool reach(unsigned count) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [&] { return inside_ >= count; });
  }
  void open() {
    std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  unsigned most() {
    std::lock_guard lock(mutex_);
    return most_;
  }
  bool regionUsedTwice() {
    std::lock_guard lock(mutex_);
    return twice_;
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<unsigned> regions_;
  unsigned inside_ = 0, most_ = 0;
  bool open_ = false, twice_ = false;
};

struct Lanes {
  Device &device = *Platform::instance().devices().at(0);
  Ref<Context> context =
      makeRef<Context>(std::vector<Device *>{&device}, std::vector<cl_context_properties>{}, nullptr, nullptr);
  Ref<Queue> queue = makeRef<Queue>(*context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Stage launches, transfers;

  Ref<Event> launch() { return queue->enqueue(CL_COMMAND_NDRANGE_KERNEL, {}, Work(launches.stay(), nullptr)); }
  Ref<Event> transfer() { return queue->enqueue(CL_COMMAND_WRITE_BUFFER, {}, transfers.stay()); }
};

}  // namespace

TEST_CASE_METHOD(Lanes, "a transfer runs beside launches in every region") {
  const auto regions = unsigned(device.regions().size());
  std::vector<Ref<Event>> events;
  for (unsigned i = 0; i < regions; ++i)
    events.push_back(launch());
  events.push_back(transfer());
  CHECK(launches.reach(regions));
  CHECK(transfers.reach(1));
  launches.open();
  transfers.open();
  for (const Ref<Event> &event : events)
    CHECK(event->wait() == CL_COMPLETE);
}

TEST_CASE_METHOD(Lanes, "more launches than regions, more transfers than engines: they take turns") {
  const auto regions = unsigned(device.regions().size());
  std::vector<Ref<Event>> events;
  for (unsigned i = 0; i < 3 * regions; ++i) {
    events.push_back(launch());
    events.push_back(transfer());
  }
  CHECK(launches.reach(regions));
  CHECK(transfers.reach(1));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(launches.most() == regions);
  CHECK(transfers.most() == 1);
  launches.open();
  transfers.open();
  queue->finish();
  for (const Ref<Event> &event : events)
    CHECK(event->status() == CL_COMPLETE);
  CHECK(launches.most() == regions);
  CHECK(transfers.most() == 1);
  CHECK(!launches.regionUsedTwice());
}

TEST_CASE_METHOD(Lanes, "commands without device work pass a busy device") {
  const Ref<Event> busy = transfer();
  REQUIRE(transfers.reach(1));
  const Ref<Event> marker =
      queue->enqueue(CL_COMMAND_MARKER, {busy}, nullptr, Queue::ReportedBy::Event, Queue::Order::Marker);
  const Ref<Queue> other = makeRef<Queue>(*context, device, 0);
  CHECK(other->enqueue(CL_COMMAND_MARKER, {}, nullptr, Queue::ReportedBy::Event, Queue::Order::Marker)->status() ==
        CL_COMPLETE);
  CHECK(marker->status() == CL_SUBMITTED);
  transfers.open();
  CHECK(marker->wait() == CL_COMPLETE);
}
