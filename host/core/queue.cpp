// SPDX-License-Identifier: Apache-2.0
#include "host/core/queue.h"

#include <deque>

#include "host/core/device.h"
#include "host/core/preparation.h"

namespace weft::core {

Queue::Queue(Context &context, Device &device, cl_command_queue_properties properties,
             std::vector<cl_queue_properties> list)
    : context_(&context), device_(device), properties_(properties), list_(std::move(list)) {}

Queue::~Queue() = default;

Ref<Event> Queue::enqueue(cl_command_type type, const WaitList &waits, Work work, Order order) {
  const Ref<Event> event = makeRef<Event>(*this, type);
  const std::shared_ptr<board::PreparedKernel> kernel = work.kernel;
  const Ref<Command> command = makeRef<Command>(event, std::move(work));

  // Order within the queue. A failed predecessor does not fail its successors; a failed event of the wait list does.
  WaitList predecessors;
  {
    std::lock_guard lock(mutex_);
    if (!(properties_ & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)) {
      if (!pending_.empty())
        predecessors.push_back(pending_.rbegin()->second);
    } else {
      if (order != Order::Normal && waits.empty())
        for (const auto &[number, predecessor] : pending_)
          predecessors.push_back(predecessor);
      if (barrier_)
        predecessors.push_back(barrier_);
      if (order == Order::Barrier)
        barrier_ = event;
    }
    event->number = enqueued_++;
    pending_.emplace_hint(pending_.end(), event->number, event);
  }
  event->submitted();

  const auto depend = [&](Event &blocker, bool fromWaitList) {
    if (blocker.status() == CL_COMPLETE)
      return;
    command->block();
    blocker.then([command, fromWaitList](cl_int status) {
      if (command->unblock(fromWaitList && status < 0))
        start(command);
    });
  };
  for (const Ref<Event> &wait : waits)
    depend(*wait, true);
  for (const Ref<Event> &predecessor : predecessors)
    depend(*predecessor, false);
  if (kernel && !kernel->ready()) {
    command->block();
    whenReady(kernel, [command] {
      if (command->unblock(false))
        start(command);
    });
  }
  if (command->unblock(false))
    start(command);
  return event;
}

void Queue::start(const Ref<Command> &command) {
  Device &device = command->event().queue()->device().root();
  if (command->needsDevice())
    return device.worker().submit(command);
  // It completes here. Each may unblock the next: a loop, for a long chain must not nest.
  static thread_local std::deque<Ref<Command>> *chain = nullptr;
  if (chain)
    return chain->push_back(command);
  std::deque<Ref<Command>> own{command};
  chain = &own;
  for (; !own.empty(); own.pop_front())
    own.front()->run(device, 0);
  chain = nullptr;
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
    for (const auto &[number, event] : pending_)
      pending.push_back(event);
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
  if (const auto entry = pending_.find(event.number); entry != pending_.end()) {
    dropped[0] = std::move(entry->second);
    pending_.erase(entry);
  }
  if (barrier_ == &event)
    std::swap(barrier_, dropped[1]);
}

}  // namespace weft::core
