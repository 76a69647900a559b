// SPDX-License-Identifier: Apache-2.0
#include "host/core/exit_guard.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <pthread.h>

#include "support/options.h"

namespace weft::core {
namespace {

struct State {
  std::mutex mutex;
  std::condition_variable changed;
  unsigned active = 0;
  bool exiting = false;
  std::chrono::seconds timeout{10};
};

std::atomic<bool> claimed{false}, orphan{false};

State &state() {
  static State &instance = *new State;  // leaked: used during exit
  return instance;
}

void atExit() {
  if (orphaned())
    return;
  State &s = state();
  std::unique_lock lock(s.mutex);
  s.exiting = true;
  s.changed.wait_for(lock, s.timeout, [&] { return s.active == 0; });
}

}  // namespace

Activity::Activity() {
  State &s = state();
  std::unique_lock lock(s.mutex);
  s.changed.wait(lock, [&] { return !s.exiting; });
  ++s.active;
}

Activity::~Activity() {
  State &s = state();
  std::lock_guard lock(s.mutex);
  --s.active;
  s.changed.notify_all();
}

void installExitGuard() {
  static const bool done = [] {
    try {
      state().timeout = std::chrono::seconds(support::options().EXIT_TIMEOUT);
    } catch (const std::exception &) {
      // A bad option is reported when the device is opened.
    }
    return std::atexit(&atExit) == 0;
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

bool exiting() {
  State &s = state();
  std::lock_guard lock(s.mutex);
  return s.exiting;
}

}  // namespace weft::core
