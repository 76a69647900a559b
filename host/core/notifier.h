// SPDX-License-Identifier: Apache-2.0
// Runs the application's callbacks: one at a time, in the order of their events, and never where they could hold up a
// device or meet a lock of the application.
#pragma once
#include <functional>

namespace weft::core {

/// Has `call` run by the callback thread; calls run in the order in which they were posted.
void notify(std::function<void()> call);

/// While it lives, calls that this thread posts for completed commands (`notifySoon`) wait for `run`, which needs no
/// other thread to wake up.
class DeferredNotifications {
public:
  DeferredNotifications();
  ~DeferredNotifications();
  DeferredNotifications(const DeferredNotifications &) = delete;
  DeferredNotifications &operator=(const DeferredNotifications &) = delete;

  bool due() const { return due_; }
  /// Ends the deferral and runs what was posted, unless another thread is at it already.
  void run();

private:
  friend void notifySoon(std::function<void()> call);
  bool due_ = false;
};

/// As `notify`, but left to the DeferredNotifications of this thread if it has one.
void notifySoon(std::function<void()> call);

}  // namespace weft::core
