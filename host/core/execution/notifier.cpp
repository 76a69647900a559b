// SPDX-License-Identifier: Apache-2.0
#include "host/core/execution/notifier.h"

#include <condition_variable>
#include <mutex>
#include <thread>

#include "host/core/execution/exit_guard.h"
#include "support/log.h"

namespace weft::core {
namespace {

thread_local DeferredNotifications *deferral = nullptr;

class Notifier {
public:
  /// Takes no lock that is held during calls: registering a callback does not delay them.
  void start() {
    std::call_once(started_, [this] { std::thread([this] { serve(); }).detach(); });
  }

  void post(std::list<EventCallback> calls) {
    std::lock_guard lock(mutex_);
    calls_.splice(calls_.end(), calls);
  }

  /// Has the callback thread run what is posted.
  void wake() { changed_.notify_one(); }

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
      std::list<EventCallback> call;
      call.splice(call.end(), calls_, calls_.begin());
      lock.unlock();
      invoke(call);
      lock.lock();
    }
    running_ = false;
  }

  static void invoke(std::list<EventCallback> &call) {
    Activity activity;
    try {
      call.front()();
    } catch (...) {
      support::log(support::LogLevel::Warning, "a callback of the application threw an exception; ignored");
    }
    call.clear();  // perhaps the last reference to the event
  }

  void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return !calls_.empty() && !running_; });
      run(lock);
    }
  }

  std::once_flag started_;
  alignas(64) std::mutex mutex_;
  std::condition_variable changed_;
  std::list<EventCallback> calls_;
  bool running_ = false;
};

Notifier &notifier() {
  static Notifier &instance = *new Notifier;  // leaked: outlives every caller
  return instance;
}

}  // namespace

void startNotifier() { notifier().start(); }

void notify(std::list<EventCallback> calls) noexcept {
  notifier().post(std::move(calls));
  notifier().wake();
}

void notifySoon(std::list<EventCallback> calls) noexcept {
  if (!deferral)
    return notify(std::move(calls));
  notifier().post(std::move(calls));
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
