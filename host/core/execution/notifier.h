// SPDX-License-Identifier: Apache-2.0
// Runs the application's callbacks: one at a time, in the order of their events, and never on a thread that a device
// waits for or that holds a lock of the application.
//
// Completing a command must not fail, so the call and the thread that runs it are created when the callback is
// registered.
#pragma once
#include <CL/cl.h>
#include <list>

#include "host/util/ref.h"

namespace weft::core {

/// A callback of the application, registered or due.
struct EventCallback {
  using Function = void(CL_CALLBACK *)(cl_event, cl_int, void *);
  cl_int at;
  Function function;
  void *data;
  // Once due. The reference keeps the event alive until the callback has run.
  cl_event handle = nullptr;
  Ref<RefCounted> event;
  cl_int status = 0;

  void operator()() const { function(handle, status, data); }
};

/// Starts the callback thread if there is none yet. Throws std::system_error.
void startNotifier();

/// Has the callback thread run the calls; they run in the order in which they were posted.
void notify(std::list<EventCallback> calls) noexcept;

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
  friend void notifySoon(std::list<EventCallback> calls) noexcept;
  bool due_ = false;
};

/// As `notify`, but left to the DeferredNotifications of this thread if it has one.
void notifySoon(std::list<EventCallback> calls) noexcept;

}  // namespace weft::core
