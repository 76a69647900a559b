// SPDX-License-Identifier: Apache-2.0
// A mutex that threads get in the order in which they ask. One of them moves the device for seconds, giving way in
// between; with std::mutex it would mostly get its own turn again.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace weft::sim {

class FairMutex {
public:
  void lock() {
    const uint64_t mine = next_.fetch_add(1, std::memory_order_relaxed);
    std::unique_lock lock(mutex_);
    turn_.wait(lock, [&] { return serving_ == mine; });
    held_.store(mine, std::memory_order_relaxed);
  }
  void unlock() {
    {
      std::lock_guard lock(mutex_);
      ++serving_;
    }
    turn_.notify_all();
  }
  /// For the thread that has it: whether another waits for it.
  bool contended() const { return next_.load(std::memory_order_relaxed) != held_.load(std::memory_order_relaxed) + 1; }

private:
  std::mutex mutex_;
  std::condition_variable turn_;
  std::atomic<uint64_t> next_{0}, held_{0};
  uint64_t serving_ = 0;
};

}  // namespace weft::sim
