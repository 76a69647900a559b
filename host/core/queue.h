// SPDX-License-Identifier: Apache-2.0
// A command queue: turns order and wait lists into dependencies between commands of one device.
#pragma once
#include <list>
#include <mutex>
#include <vector>

#include "host/core/command.h"
#include "host/core/context.h"

namespace weft::core {

class Queue : public Object<Queue, cl_command_queue, Kind::Queue, QueueInterface> {
public:
  static constexpr cl_int kInvalid = CL_INVALID_COMMAND_QUEUE;

  /// `list`: the property list as given to clCreateCommandQueueWithProperties, terminator included; empty if none was.
  Queue(Context &context, Device &device, cl_command_queue_properties properties,
        std::vector<cl_queue_properties> list = {});
  ~Queue() override;

  Context &context() const { return *context_; }
  Queue &queue() override { return *this; }
  Device &device() const override { return device_; }
  cl_command_queue_properties properties() const { return properties_; }
  const std::vector<cl_queue_properties> &propertyList() const { return list_; }
  bool profiling() const override { return properties_ & CL_QUEUE_PROFILING_ENABLE; }
  uint64_t now() const override;

  using WaitList = std::vector<Ref<Event>>;
  enum class Order {
    Normal,
    Marker,  // with an empty wait list it waits for everything enqueued before
    Barrier  // and everything enqueued later waits for it
  };
  enum class ReportedBy {
    Queue,  // the next blocking call on the queue fails with its error
    Event   // the event has it, which the application gets or the call itself waits for
  };
  /// Enqueues and submits a command. Once it is enqueued, only its body can fail; if this throws, it was not enqueued.
  Ref<Event> enqueue(cl_command_type type, const WaitList &waits, Work work, ReportedBy reportedBy = ReportedBy::Queue,
                     Order order = Order::Normal);

  /// Blocks until the command, whose event has its error, is done. Throws its error,
  /// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST for a failed wait list, or the error of an earlier command that the
  /// queue reports.
  void await(Event &event);
  /// Blocks until everything enqueued is done. Throws the error of a command that the queue reports.
  void finish();

  void noteFailure(const Event &event, cl_int code) noexcept override;
  void retire(Event &event) override;

private:
  void reportFailure();
  /// Gives the command its place in the order and registers what it follows; if this throws, it has none.
  void append(const Ref<Command> &command, Order order, bool waitsForNothing);
  /// Registers what the command waits for.
  static void depend(const Ref<Command> &command, Event &blocker, bool fromWaitList);
  /// Nothing blocks the command any more.
  static void start(Command &command) noexcept;

  const Ref<Context> context_;
  Device &device_;
  const cl_command_queue_properties properties_;
  const std::vector<cl_queue_properties> list_;
  std::mutex mutex_;
  std::list<Ref<Event>> pending_;  // not retired, in the order of enqueue
  Ref<Event> barrier_;             // out-of-order queues: the last barrier that is not done
  cl_int failure_ = CL_SUCCESS;    // the first that the queue has yet to report
};

}  // namespace weft::core
