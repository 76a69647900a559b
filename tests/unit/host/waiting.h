// SPDX-License-Identifier: Apache-2.0
// For tests of what happens on other threads: callbacks that record, and waits with a limit.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "fixture.h"

namespace test {

constexpr std::chrono::seconds kPatience{20};

/// What event callbacks were told, in the order of their calls.
class Record {
public:
  static void CL_CALLBACK note(cl_event, cl_int status, void *self) { static_cast<Record *>(self)->add(status); }

  void add(cl_int status) {
    std::lock_guard lock(mutex_);
    statuses_.push_back(status);
    changed_.notify_all();
  }
  /// Waits until there are `count`; what there is if they do not come.
  std::vector<cl_int> wait(size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kPatience, [&] { return statuses_.size() >= count; });
    return statuses_;
  }
  size_t size() {
    std::lock_guard lock(mutex_);
    return statuses_.size();
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<cl_int> statuses_;
};

/// Long enough for a command that nothing holds back.
inline bool completesSoon(cl_event event) {
  const auto limit = std::chrono::steady_clock::now() + kPatience;
  while (statusOf(event) > CL_COMPLETE && std::chrono::steady_clock::now() < limit)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return statusOf(event) == CL_COMPLETE;
}

/// For what another thread does on its way out of the last command: mostly it is done.
inline bool isSetSoon(const std::atomic<bool> &flag) {
  const auto limit = std::chrono::steady_clock::now() + kPatience;
  while (!flag && std::chrono::steady_clock::now() < limit)
    std::this_thread::yield();
  return flag;
}

inline bool staysPending(cl_event event) {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return statusOf(event) > CL_COMPLETE;
}

/// A valid object of the wrong kind, as a handle of type T.
template <class T, class Object> T wrongHandle(const Object &object) { return reinterpret_cast<T>(object); }

}  // namespace test
