// SPDX-License-Identifier: Apache-2.0
#include "host/core/queue.h"

#include <utility>

#include "host/core/device.h"
#include "host/core/execution/preparation.h"

namespace weft::core {

Queue::Queue(Context &context, Device &device, cl_command_queue_properties properties,
             std::vector<cl_queue_properties> list)
    : context_(&context), device_(device), properties_(properties), list_(std::move(list)) {
  device.worker().prepare();
}

Queue::~Queue() = default;

uint64_t Queue::now() const { return profiling() ? device_.now() : 0; }

Ref<Event> Queue::enqueue(cl_command_type type, const WaitList &waits, Work work, ReportedBy reportedBy, Order order) {
  Backlog &backlog = device_.worker().backlog();
  backlog.admit();
  const Ref<Event> event = makeRef<Event>(*context_, *this, type);
  event->queueReports = reportedBy == ReportedBy::Queue;
  const Ref<Command> command = makeRef<Command>(event, std::move(work));
  const std::shared_ptr<board::PreparedKernel> &kernel = command->kernel();

  // Everything that can fail comes before the command is appended: until then no other command depends on it. If the
  // enqueue fails, the initial blocker is never removed, so the events it was to wait for cannot start the command.
  for (const Ref<Event> &wait : waits)
    depend(command, *wait, true);
  if (kernel && !kernel->ready()) {
    command->block();
    whenReady(kernel, [command, preparing = std::make_shared<Backlog::Moving>(backlog)] {
      if (command->unblock(false))
        start(*command);
    });
  }
  append(command, order, waits.empty());
  event->submitted();
  if (command->unblock(false))
    start(*command);
  return event;
}

void Queue::append(const Ref<Command> &command, Order order, bool waitsForNothing) {
  Ref<Event> replaced;  // released outside the lock
  Event &event = command->event();
  event.place.emplace_back();
  std::lock_guard lock(mutex_);
  const bool inOrder = !(properties_ & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  // A failed predecessor does not fail its successors; a failed event of the wait list does.
  if (inOrder) {
    if (!pending_.empty())
      depend(command, *pending_.back(), false);
  } else {
    if (order != Order::Normal && waitsForNothing)
      for (const Ref<Event> &predecessor : pending_)
        depend(command, *predecessor, false);
    if (barrier_)
      depend(command, *barrier_, false);
  }
  // Nothing fails from here on.
  event.position = event.place.begin();
  *event.position = &event;
  pending_.splice(pending_.end(), event.place);
  if (order == Order::Barrier && !inOrder)
    replaced = std::exchange(barrier_, &event);
}

void Queue::depend(const Ref<Command> &command, Event &blocker, bool fromWaitList) {
  if (blocker.status() == CL_COMPLETE)
    return;
  command->block();
  blocker.then([command, fromWaitList](cl_int status) {
    if (command->unblock(fromWaitList && status < 0))
      start(*command);
  });
}

void Queue::start(Command &command) noexcept {
  if (command.needsDevice())
    return command.event().queue()->device().worker().submit(command);
  // It completes here. Each may unblock the next: a loop, for a long chain must not nest.
  static thread_local JobList *chain = nullptr;
  if (chain)
    return chain->splice(chain->end(), command.list());
  JobList own = command.list();
  chain = &own;
  for (; !own.empty(); own.pop_front()) {
    own.front()->run(0);
    own.front()->retire();
  }
  chain = nullptr;
}

void Queue::await(Event &event) {
  const cl_int status = event.wait();
  if (status < 0)
    throw CommandError(status, "the command failed");
  reportFailure();
}

void Queue::finish() {
  std::vector<Ref<Event>> pending;
  {
    std::lock_guard lock(mutex_);
    pending.assign(pending_.begin(), pending_.end());
  }
  for (const Ref<Event> &event : pending)
    event->wait();
  reportFailure();
}

void Queue::noteFailure(const Event &event, cl_int code) noexcept {
  if (!event.queueReports)
    return;
  std::lock_guard lock(mutex_);
  if (failure_ == CL_SUCCESS)
    failure_ = code;
}

void Queue::reportFailure() {
  cl_int first;
  {
    std::lock_guard lock(mutex_);
    first = std::exchange(failure_, CL_SUCCESS);
  }
  if (first != CL_SUCCESS)
    throw CommandError(first, "an earlier command of the queue failed");
}

void Queue::retire(Event &event) {
  Ref<Event> dropped[2];  // released outside the lock
  std::lock_guard lock(mutex_);
  dropped[0] = std::move(*event.position);
  event.place.splice(event.place.end(), pending_, event.position);
  if (barrier_ == &event)
    std::swap(barrier_, dropped[1]);
}

}  // namespace weft::core
