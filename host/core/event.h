// SPDX-License-Identifier: Apache-2.0
// An event: the status of a command or of a user event, what waits for it, and its times.
#pragma once
#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

#include "host/core/context.h"
#include "host/core/execution/notifier.h"
#include "host/core/object.h"
#include "host/core/queue_interface.h"

namespace weft::core {

class Event : public Object<Event, cl_event, Kind::Event> {
public:
  static constexpr cl_int kInvalid = CL_INVALID_EVENT;

  /// Of a command.
  Event(Context &context, QueueInterface &queue, cl_command_type type);
  /// A user event: it starts as CL_SUBMITTED.
  explicit Event(Context &context);
  ~Event() override;

  Context &context() const { return *context_; }
  /// Null for user events.
  QueueInterface *queue() const { return queue_.get(); }
  cl_command_type type() const { return type_; }
  /// The queue's own: the node of its list that is the event's, while it is not there; and where it is.
  std::list<Ref<Event>> place;
  std::list<Ref<Event>>::iterator position;
  /// The queue's own: it reports the failure of the command.
  bool queueReports = true;
  cl_int status() const { return status_; }
  bool done() const { return status_ <= CL_COMPLETE; }

  void submitted();
  void running();
  /// `status`: CL_COMPLETE or an error; times in nanoseconds of the device; a kernel's own clock cycles.
  void complete(cl_int status, uint64_t start, uint64_t end, uint64_t runCycles);
  /// clSetUserEventStatus. Throws CL_INVALID_OPERATION the second time.
  void setUserStatus(cl_int status);

  /// Blocks until the event is done; returns its status.
  cl_int wait();
  /// Calls `continuation(status)` when the event is done, at once if it is.
  void then(std::function<void(cl_int)> continuation);
  void addCallback(cl_int atStatus, EventCallback::Function callback, void *data);

  enum Stamp { Queued, Submitted, Started, Ended, kStamps };
  /// Nanoseconds of the device. Throws CL_PROFILING_INFO_NOT_AVAILABLE.
  uint64_t stamp(Stamp which) const;
  /// Clock cycles of a kernel between start and done. Throws as `stamp`, and CL_INVALID_VALUE for other commands.
  uint64_t runCycles() const;

private:
  void requireProfile() const;
  struct Ran {
    uint64_t start, end, cycles;
  };
  void change(cl_int status, const Ran *ran = nullptr) noexcept;
  void call(std::list<EventCallback> due, cl_int status) noexcept;

  const Ref<Context> context_;
  const Ref<QueueInterface> queue_;
  const cl_command_type type_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<cl_int> status_;
  bool userStatusSet_ = false;
  uint64_t stamps_[kStamps] = {};
  uint64_t runCycles_ = 0;
  std::vector<std::function<void(cl_int)>> continuations_;
  std::list<EventCallback> callbacks_;
};

}  // namespace weft::core
