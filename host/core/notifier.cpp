// SPDX-License-Identifier: Apache-2.0
#include "host/core/notifier.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "host/core/exit_guard.h"
#include "support/log.h"

namespace weft::core {
namespace {

class Notifier {
public:
  Notifier() {
    std::thread([this] { run(); }).detach();
  }

  void post(std::function<void()> call) {
    std::lock_guard lock(mutex_);
    calls_.push_back(std::move(call));
    changed_.notify_one();
  }

private:
  void run() {
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return !calls_.empty(); });
      std::function<void()> call = std::move(calls_.front());
      calls_.pop_front();
      lock.unlock();
      Activity activity;
      try {
        call();
      } catch (...) {
        support::log(support::LogLevel::Warning, "a callback of the application threw an exception; ignored");
      }
      call = nullptr;
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> calls_;
};

}  // namespace

void notify(std::function<void()> call) {
  static Notifier &instance = *new Notifier;  // leaked: outlives every caller
  instance.post(std::move(call));
}

}  // namespace weft::core
