// SPDX-License-Identifier: Apache-2.0
// A command between its enqueue and its completion.
#pragma once
#include <atomic>
#include <concepts>
#include <optional>
#include <string>

#include "board/driver.h"
#include "host/core/command_body.h"
#include "host/core/event.h"
#include "host/core/execution/backlog.h"
#include "host/core/execution/device_clock.h"
#include "host/core/execution/job.h"

namespace weft::core {

class Device;

/// What a command's body sees while it runs.
class Execution {
public:
  Execution(Device &device, unsigned region) : device_(device), region_(region) {}

  /// The device of the board.
  Device &device() const { return device_; }
  /// Launches: the kernel region that is theirs meanwhile.
  unsigned region() const { return region_; }
  /// The command starts on the device: called right before its first driver command, when all is prepared.
  void start();
  /// For what counts as the command's own: starts it.
  board::Driver &driver();
  /// Accounts one driver command; the times of a command run from its first to its last.
  /// Throws as `check`.
  void add(const board::Completion &completion);
  /// Throws Error(CL_OUT_OF_RESOURCES) if the device refused the driver command; faults and the end of a kernel are
  /// left to the caller.
  static void check(const board::Completion &completion);

  bool timed() const { return timed_; }
  uint64_t startCycle() const { return start_; }
  uint64_t endCycle() const { return end_; }
  /// Launches: cycles from the start pulse to done.
  uint64_t runCycles() const { return run_; }

private:
  Device &device_;
  const unsigned region_;
  std::optional<DeviceClock::Running> running_;
  bool timed_ = false;
  uint64_t start_ = 0, end_ = 0, run_ = 0;
};

enum class CommandKind {
  Transfer,  // uses the device's transfer engine
  Launch,    // uses a kernel region
  Host       // uses nothing: runs where its last blocker goes, and so must be short
};

/// What a command does.
struct Work {
  /// No body: nothing.
  template <class Body>
    requires std::convertible_to<Body, CommandBody>
  Work(Body function, CommandKind wanted = CommandKind::Transfer) : body(std::move(function)) {
    kind = body ? wanted : CommandKind::Host;
  }
  /// A launch of `prepared`, which is waited for without the device; null: of nothing that must be prepared.
  Work(CommandBody function, std::shared_ptr<board::PreparedKernel> prepared)
      : body(std::move(function)), kind(CommandKind::Launch), kernel(std::move(prepared)) {}

  CommandBody body;
  CommandKind kind;
  std::shared_ptr<board::PreparedKernel> kernel;
};

class Command : public Job {
public:
  Command(Ref<Event> event, Work work);

  Event &event() const { return *event_; }
  bool isLaunch() const override { return work_.kind == CommandKind::Launch; }
  const std::shared_ptr<board::PreparedKernel> &kernel() const override { return work_.kernel; }
  const std::vector<unsigned> &regions() const override;
  const RefCounted &awaited() const override { return *event_; }
  /// Once nothing blocks it: false if it only completes.
  bool needsDevice() const { return work_.kind != CommandKind::Host && !waitFailed_; }
  /// Runs the body, or fails with the wait list's error, and completes the event. Afterwards it holds the event alone.
  void run(unsigned region) noexcept override;
  /// Leaves the queue and releases the event.
  void retire() noexcept override;

  // Blockers: unfinished events that the command waits for, plus one while it is being enqueued.
  void block() { ++blockers_; }
  /// True when the last blocker is gone. `failed`: it was an event of the wait list that ended with an error.
  bool unblock(bool failed) {
    if (failed)
      waitFailed_ = true;
    return --blockers_ == 0;
  }

private:
  cl_int perform(Execution &execution, std::string &why) noexcept;

  Ref<Event> event_;
  Work work_;
  Backlog::Entry backlogEntry_;
  std::atomic<unsigned> blockers_{1};
  std::atomic<bool> waitFailed_{false};
};

}  // namespace weft::core
