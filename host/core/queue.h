// SPDX-License-Identifier: Apache-2.0
// A command queue: turns order and wait lists into dependencies between commands of one device.
#pragma once
#include <list>
#include <mutex>
#include <vector>

#include "host/core/command.h"
#include "host/core/context.h"

namespace weft::core {

class Queue : public Object<Queue, cl_command_queue, Kind::Queue> {
public:
  static constexpr cl_int kInvalid = CL_INVALID_COMMAND_QUEUE;

  /// `list`: the property list as given to clCreateCommandQueueWithProperties, terminator included; empty if none was.
  Queue(Context &context, Device &device, cl_command_queue_properties properties,
        std::vector<cl_queue_properties> list = {});
  ~Queue() override;

  Context &context() const { return *context_; }
  Device &device() const { return device_; }
  cl_command_queue_properties properties() const { return properties_; }
  const std::vector<cl_queue_properties> &propertyList() const { return list_; }
  bool profiling() const { return properties_ & CL_QUEUE_PROFILING_ENABLE; }
  /// The time for stamps of its events: 0 if nobody can ask for them.
  uint64_t now() const;

  using WaitList = std::vector<Ref<Event>>;
  enum class Order {
    Normal,
    Marker,  // with an empty wait list it waits for everything enqueued before
    Barrier  // and everything enqueued later waits for it
  };
  /// Enqueues and submits a command. Once it is enqueued, only its body can fail; if this throws, it was not enqueued.
  Ref<Event> enqueue(cl_command_type type, const WaitList &waits, Work work, Order order = Order::Normal);

  /// Blocks until the command is done. Throws its error, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST for a failed wait
  /// list, or the error of an earlier command whose event the application did not take.
  void await(Event &event);
  /// Blocks until everything enqueued is done. Throws the error of a command whose event the application did not take.
  void finish();

  /// Called by a command that failed: the next blocking call on the queue reports it, unless its event was taken.
  void noteFailure(const Event &event, cl_int code) noexcept;
  /// Called for an event that is done.
  void retire(Event &event);

private:
  void reportFailure();
  /// With mutex_ held: makes room for the failure of everything pending and of one command more.
  void reserveFailures();
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
  struct Failure {
    std::shared_ptr<const std::atomic<bool>> taken;
    cl_int code;
  };
  std::vector<Failure> failures_;  // not reported yet
};

}  // namespace weft::core
