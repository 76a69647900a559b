// SPDX-License-Identifier: Apache-2.0
#include "host/core/event.h"

#include <algorithm>

#include "host/core/context.h"
#include "host/core/device.h"
#include "host/core/exit_guard.h"
#include "host/core/notifier.h"
#include "host/core/queue.h"

namespace weft::core {

Event::Event(Queue &queue, cl_command_type type)
    : context_(&queue.context()), queue_(&queue), type_(type), status_(CL_QUEUED) {
  stamps_[Queued] = queue.device().now();
}

Event::Event(Context &context) : context_(&context), type_(CL_COMMAND_USER), status_(CL_SUBMITTED) {}

Event::~Event() = default;

void Event::submitted() {
  {
    std::lock_guard lock(mutex_);
    stamps_[Submitted] = queue_->device().now();
  }
  change(CL_SUBMITTED);
}

void Event::running() { change(CL_RUNNING); }

void Event::complete(cl_int status, uint64_t start, uint64_t end, uint64_t runCycles) {
  const Ran ran{start, end, runCycles};
  change(status, &ran);
  if (queue_)
    queue_->retire(*this);
}

void Event::setUserStatus(cl_int status) {
  {
    std::lock_guard lock(mutex_);
    require(!userStatusSet_, CL_INVALID_OPERATION, "the status of the user event was set before");
    userStatusSet_ = true;
  }
  change(status);
}

void Event::change(cl_int status, const Ran *ran) {
  std::vector<std::function<void(cl_int)>> continuations;
  std::vector<Registered> due;
  {
    std::lock_guard lock(mutex_);
    if (status >= status_)
      return;  // statuses only go down
    if (ran) {
      // Commands without device work take the time at which the host looked; keep the four in order.
      stamps_[Started] = std::max(ran->start, stamps_[Submitted]);
      stamps_[Ended] = std::max(ran->end, stamps_[Started]);
      runCycles_ = ran->cycles;
    }
    status_ = status;
    std::copy_if(callbacks_.begin(), callbacks_.end(), std::back_inserter(due),
                 [&](const Registered &registered) { return registered.at >= status; });
    std::erase_if(callbacks_, [&](const Registered &registered) { return registered.at >= status; });
    if (status <= CL_COMPLETE)
      continuations.swap(continuations_);
  }
  if (status <= CL_COMPLETE)
    changed_.notify_all();
  for (const Registered &registered : due)
    call(registered, status);
  for (const auto &continuation : continuations)
    continuation(status);
}

void Event::call(const Registered &registered, cl_int status) {
  // The reference keeps the event alive until its callback has run.
  std::function<void()> call = [self = Ref<Event>(this), registered, status] {
    registered.callback(self->handle(), status < 0 ? status : registered.at, registered.data);
  };
  if (status <= CL_COMPLETE)
    notifySoon(std::move(call));
  else
    notify(std::move(call));  // the thread goes on with the command
}

cl_int Event::wait() {
  if (done())
    return status_;
  if (exiting())
    throw Error(CL_OUT_OF_RESOURCES, "the process is exiting: commands are no longer executed");
  if (queue_)
    queue_->device().root().worker().help(*this);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return done(); });
  return status_;
}

void Event::then(std::function<void(cl_int)> continuation) {
  {
    std::lock_guard lock(mutex_);
    if (!done()) {
      continuations_.push_back(std::move(continuation));
      return;
    }
  }
  continuation(status_);
}

void Event::addCallback(cl_int atStatus, Callback callback, void *data) {
  const Registered registered{atStatus, callback, data};
  cl_int now;
  {
    std::lock_guard lock(mutex_);
    now = status_;
    if (now > atStatus) {
      callbacks_.push_back(registered);
      return;
    }
  }
  call(registered, now);
}

void Event::requireProfile() const {
  require(queue_ && queue_->profiling() && status_ == CL_COMPLETE, CL_PROFILING_INFO_NOT_AVAILABLE,
          "profiling needs a completed command of a queue with CL_QUEUE_PROFILING_ENABLE");
}

uint64_t Event::stamp(Stamp which) const {
  requireProfile();
  std::lock_guard lock(mutex_);
  return stamps_[which];
}

uint64_t Event::runCycles() const {
  requireProfile();
  require(type_ == CL_COMMAND_NDRANGE_KERNEL || type_ == CL_COMMAND_TASK, CL_INVALID_VALUE,
          "only kernels have clock cycles of their own");
  std::lock_guard lock(mutex_);
  return runCycles_;
}

}  // namespace weft::core
