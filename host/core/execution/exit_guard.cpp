// SPDX-License-Identifier: Apache-2.0
#include "host/core/execution/exit_guard.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <vector>

#include "support/options.h"

namespace weft::core {
namespace {

constexpr unsigned kExiting = 1, kActivity = 2;

struct State {
  // kExiting, or 0, and kActivity for each activity: one step for an activity to see that the process is not exiting,
  // and for exit to see the activity.
  std::atomic<unsigned> activities{0};
  std::mutex mutex;  // for waits alone
  std::condition_variable changed;
  std::chrono::seconds timeout{10};
  std::vector<std::function<void()>> ends;

  void leave() {
    if (activities.fetch_sub(kActivity) != (kExiting | kActivity))
      return;
    std::lock_guard lock(mutex);
    changed.notify_all();
  }
};

std::atomic<bool> claimed{false}, orphan{false};
thread_local unsigned depth = 0;  // of activities
thread_local bool exits = false;  // runs the exit handlers

State &state() {
  static State &instance = *new State;  // leaked: used during exit
  return instance;
}

/// Ends the activity of this thread, and blocks for ever.
void park() {
  State &s = state();
  s.leave();
  std::unique_lock lock(s.mutex);
  s.changed.wait(lock, [] { return false; });
}

/// Ends what would not end by itself. A device that fails has told its commands.
void endActivities(const std::vector<std::function<void()>> &ends) {
  for (const std::function<void()> &end : ends)
    try {
      end();
    } catch (const std::exception &) {
    }
}

void atExit() {
  exits = true;
  if (orphaned())
    return;
  State &s = state();
  std::unique_lock lock(s.mutex);
  if ((s.activities |= kExiting) != kExiting) {
    const std::vector<std::function<void()>> ends = s.ends;
    lock.unlock();
    endActivities(ends);
    lock.lock();
  }
  s.changed.wait_for(lock, s.timeout, [&] { return s.activities == kExiting; });
}

}  // namespace

Activity::Activity() {
  ++depth;
  if (state().activities.fetch_add(kActivity) & kExiting)
    park();
}

Activity::~Activity() {
  --depth;
  state().leave();
}

bool Activity::here() { return depth != 0; }

void parkIfExiting() {
  if (exiting())
    park();
}

void endAtExit(std::function<void()> end) {
  State &s = state();
  std::lock_guard lock(s.mutex);
  s.ends.push_back(std::move(end));
}

void installExitGuard() {
  static const bool done = [] {
    try {
      state().timeout = std::chrono::seconds(support::options().EXIT_TIMEOUT);
    } catch (const std::exception &) {
      // A bad option is reported when the device is opened.
    }
    // Not atexit: libweft.so's registrations by that are dropped (host/api/static_objects.cpp).
    return ::on_exit([](int, void *) { atExit(); }, nullptr) == 0;
  }();
  (void)done;
}

void claimProcess() {
  static const bool done = [] {
    claimed = true;
    return pthread_atfork(nullptr, nullptr, [] { orphan = claimed.load(); }) == 0;
  }();
  (void)done;
}

bool orphaned() { return orphan.load(std::memory_order_relaxed); }

bool exiting() { return state().activities & kExiting; }

bool exitsHere() { return exits; }

}  // namespace weft::core
