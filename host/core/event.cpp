// SPDX-License-Identifier: Apache-2.0
#include "host/core/event.h"

#include <algorithm>

#include "host/core/device.h"
#include "host/core/execution/exit_guard.h"

namespace weft::core {

Event::Event(Context &context, QueueInterface &queue, cl_command_type type)
    : context_(&context), queue_(&queue), type_(type), status_(CL_QUEUED) {
  stamps_[Queued] = queue.now();
}

Event::Event(Context &context) : context_(&context), type_(CL_COMMAND_USER), status_(CL_SUBMITTED) {}

Event::~Event() = default;

void Event::submitted() { change(CL_SUBMITTED); }

void Event::running() { change(CL_RUNNING); }

void Event::complete(cl_int status, uint64_t start, uint64_t end, uint64_t runCycles) {
  const Ran ran{start, end, runCycles};
  change(status, &ran);
}

void Event::setUserStatus(cl_int status) {
  {
    std::lock_guard lock(mutex_);
    require(!userStatusSet_, CL_INVALID_OPERATION, "the status of the user event was set before");
    userStatusSet_ = true;
  }
  change(status);
}

void Event::change(cl_int status, const Ran *ran) noexcept {
  std::vector<std::function<void(cl_int)>> continuations;
  std::list<EventCallback> due;
  {
    std::lock_guard lock(mutex_);
    if (status >= status_)
      return;  // statuses only go down
    if (status == CL_SUBMITTED)
      stamps_[Submitted] = queue_->now();
    if (ran) {
      // Commands without device work take the time at which the host looked; keep the four in order.
      stamps_[Started] = std::max(ran->start, stamps_[Submitted]);
      stamps_[Ended] = std::max(ran->end, stamps_[Started]);
      runCycles_ = ran->cycles;
    }
    status_ = status;
    for (auto next = callbacks_.begin(); next != callbacks_.end();)
      if (const auto callback = next++; callback->at >= status)
        due.splice(due.end(), callbacks_, callback);
    if (status <= CL_COMPLETE)
      continuations.swap(continuations_);
  }
  if (status <= CL_COMPLETE)
    changed_.notify_all();
  call(std::move(due), status);
  for (const auto &continuation : continuations)
    continuation(status);
}

void Event::call(std::list<EventCallback> due, cl_int status) noexcept {
  if (due.empty())
    return;
  for (EventCallback &callback : due) {
    callback.handle = handle();
    callback.event = this;
    callback.status = status < 0 ? status : callback.at;
  }
  if (status <= CL_COMPLETE)
    notifySoon(std::move(due));
  else
    notify(std::move(due));  // the thread goes on with the command
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

void Event::addCallback(cl_int atStatus, EventCallback::Function callback, void *data) {
  startNotifier();
  std::list<EventCallback> made;
  made.push_back({atStatus, callback, data, nullptr, nullptr});
  cl_int now;
  {
    std::lock_guard lock(mutex_);
    now = status_;
    if (now > atStatus)
      return callbacks_.splice(callbacks_.end(), made);
  }
  call(std::move(made), now);
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
