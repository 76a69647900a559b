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

thread_local DeferredNotifications *deferral = nullptr;

class Notifier {
public:
  void post(std::function<void()> call) {
    std::lock_guard lock(mutex_);
    calls_.push_back(std::move(call));
  }

  /// Has the callback thread run what is posted.
  void wake() {
    {
      std::lock_guard lock(mutex_);
      if (!started_)
        std::thread([this] { serve(); }).detach();
      started_ = true;
    }
    changed_.notify_one();
  }

  /// Runs what is posted here, unless another thread does.
  void run() {
    std::unique_lock lock(mutex_);
    if (!running_)
      run(lock);
  }

private:
  void run(std::unique_lock<std::mutex> &lock) {
    running_ = true;
    while (!calls_.empty()) {
      std::function<void()> call = std::move(calls_.front());
      calls_.pop_front();
      lock.unlock();
      invoke(std::move(call));
      lock.lock();
    }
    running_ = false;
  }

  static void invoke(std::function<void()> call) {
    Activity activity;
    try {
      call();
    } catch (...) {
      support::log(support::LogLevel::Warning, "a callback of the application threw an exception; ignored");
    }
  }

  void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return !calls_.empty() && !running_; });
      run(lock);
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> calls_;
  bool started_ = false;
  bool running_ = false;
};

Notifier &notifier() {
  static Notifier &instance = *new Notifier;  // leaked: outlives every caller
  return instance;
}

}  // namespace

void notify(std::function<void()> call) {
  notifier().post(std::move(call));
  notifier().wake();
}

void notifySoon(std::function<void()> call) {
  if (!deferral)
    return notify(std::move(call));
  notifier().post(std::move(call));
  deferral->due_ = true;
}

DeferredNotifications::DeferredNotifications() { deferral = this; }
DeferredNotifications::~DeferredNotifications() { deferral = nullptr; }

void DeferredNotifications::run() {
  deferral = nullptr;
  if (due_)
    notifier().run();
}

}  // namespace weft::core
