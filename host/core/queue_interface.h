// SPDX-License-Identifier: Apache-2.0
// What events and commands ask of the queue they came from.
#pragma once
#include <CL/cl.h>
#include <cstdint>

#include "host/util/ref.h"

namespace weft::core {

class Device;
class Event;
class Queue;

class QueueInterface : public RefCounted {
public:
  /// For the application, which may ask an event for it.
  virtual Queue &queue() = 0;
  /// May be a sub-device.
  virtual Device &device() const = 0;
  virtual bool profiling() const = 0;
  /// The time for stamps of its events: 0 if nobody can ask for them.
  virtual uint64_t now() const = 0;
  /// Called by a command that failed.
  virtual void noteFailure(const Event &event, cl_int code) noexcept = 0;
  /// Called for an event that is done.
  virtual void retire(Event &event) = 0;
};

}  // namespace weft::core
