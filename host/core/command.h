// SPDX-License-Identifier: Apache-2.0
// A command between its enqueue and its completion.
#pragma once
#include <atomic>
#include <functional>
#include <string>

#include "board/driver.h"
#include "host/core/event.h"

namespace weft::core {

class Device;

/// What a command's body sees while the device's worker runs it.
class Execution {
public:
  explicit Execution(Device &device) : device_(device) {}

  Device &device() const { return device_; }
  board::Driver &driver() const;
  /// Accounts one driver command; the times of a command run from its first to its last.
  /// Throws Error(CL_OUT_OF_RESOURCES) if the device refused it; kernel faults are left to the caller.
  void add(const board::Completion &completion);

  bool timed() const { return timed_; }
  uint64_t startCycle() const { return start_; }
  uint64_t endCycle() const { return end_; }
  /// Launches: cycles from the start pulse to done.
  uint64_t runCycles() const { return run_; }

private:
  Device &device_;
  bool timed_ = false;
  uint64_t start_ = 0, end_ = 0, run_ = 0;
};

/// Runs on the worker thread of the device. Throws Error when the command fails.
using CommandBody = std::function<void(Execution &)>;

class Command : public RefCounted {
public:
  Command(Ref<Event> event, CommandBody body) : event_(std::move(event)), body_(std::move(body)) {}

  Event &event() { return *event_; }
  /// Runs the body, or fails with the wait list's error, and completes the event.
  void run(Device &device);

  // Blockers: unfinished events that the command waits for, plus one while it is being enqueued.
  void block() { ++blockers_; }
  /// True when the last blocker is gone. `failed`: it was an event of the wait list that ended with an error.
  bool unblock(bool failed) {
    if (failed)
      waitFailed_ = true;
    return --blockers_ == 0;
  }

private:
  Ref<Event> event_;
  CommandBody body_;
  std::atomic<unsigned> blockers_{1};
  std::atomic<bool> waitFailed_{false};
};

}  // namespace weft::core
