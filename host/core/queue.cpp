// SPDX-License-Identifier: Apache-2.0
#include "host/core/queue.h"

#include <algorithm>
#include <thread>

#include "host/core/device.h"

namespace weft::core {

Queue::Queue(Context &context, Device &device, cl_command_queue_properties properties,
             std::vector<cl_queue_properties> list)
    : context_(&context), device_(device), properties_(properties), list_(std::move(list)) {}

Queue::~Queue() = default;

Ref<Event> Queue::enqueue(cl_command_type type, const WaitList &waits, CommandBody body, Order order,
                          std::shared_ptr<board::PreparedKernel> needs) {
  const Ref<Event> event = makeRef<Event>(*this, type);
  const Ref<Command> command = makeRef<Command>(event, std::move(body));

  // Order within the queue. A failed predecessor does not fail its successors; a failed event of the wait list does.
  WaitList predecessors;
  {
    std::lock_guard lock(mutex_);
    if (!(properties_ & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)) {
      if (!pending_.empty())
        predecessors.push_back(pending_.back());
    } else {
      if (order != Order::Normal && waits.empty())
        predecessors = pending_;
      if (barrier_)
        predecessors.push_back(barrier_);
      if (order == Order::Barrier)
        barrier_ = event;
    }
    pending_.push_back(event);
  }
  event->submitted();

  const auto depend = [&](Event &blocker, bool fromWaitList) {
    command->block();
    blocker.then([this, command, fromWaitList](cl_int status) {
      if (command->unblock(fromWaitList && status < 0))
        device_.worker().submit(command);
    });
  };
  for (const Ref<Event> &wait : waits)
    depend(*wait, true);
  for (const Ref<Event> &predecessor : predecessors)
    depend(*predecessor, false);
  if (needs && !needs->ready()) {
    command->block();
    std::thread([this, command, needs = std::move(needs)] {
      try {
        needs->wait();
      } catch (...) {  // the launch meets the same error and reports it
      }
      if (command->unblock(false))
        device_.worker().submit(command);
    }).detach();
  }
  if (command->unblock(false))
    device_.worker().submit(command);
  return event;
}

void Queue::await(Event &event) {
  const cl_int status = event.wait();
  if (status < 0) {
    event.take();  // told by the return value
    throw Error(status, "the command failed");
  }
  reportFailure();
}

void Queue::finish() {
  std::vector<Ref<Event>> pending;
  {
    std::lock_guard lock(mutex_);
    pending = pending_;
  }
  for (const Ref<Event> &event : pending)
    event->wait();
  reportFailure();
}

void Queue::noteFailure(const Event &event, cl_int code) {
  std::lock_guard lock(mutex_);
  failures_.push_back({event.taken(), code});
}

void Queue::reportFailure() {
  std::vector<Failure> failures;
  {
    std::lock_guard lock(mutex_);
    failures.swap(failures_);
  }
  for (const Failure &failure : failures)
    require(*failure.taken, failure.code, "an earlier command of the queue failed");
}

void Queue::retire(Event &event) {
  Ref<Event> dropped[2];  // released outside the lock
  std::lock_guard lock(mutex_);
  const auto entry = std::find(pending_.begin(), pending_.end(), &event);
  if (entry != pending_.end()) {
    dropped[0] = std::move(*entry);
    pending_.erase(entry);
  }
  if (barrier_ == &event)
    std::swap(barrier_, dropped[1]);
}

}  // namespace weft::core
