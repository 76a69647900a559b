// SPDX-License-Identifier: Apache-2.0
// Checks and conversions that many entry points share.
#pragma once
#include "host/api/boundary.h"
#include "host/core/buffer.h"
#include "host/core/device.h"
#include "host/core/queue.h"

namespace weft::entry {

/// The events of a wait list. Throws CL_INVALID_EVENT_WAIT_LIST or CL_INVALID_CONTEXT.
inline Queue::WaitList waitList(Context &context, cl_uint count, const cl_event *events) {
  require((count == 0) == (events == nullptr), CL_INVALID_EVENT_WAIT_LIST,
          "event_wait_list is NULL and the count is not 0, or the reverse");
  Queue::WaitList list;
  for (cl_uint i = 0; i < count; ++i) {
    Event *event = nullptr;
    try {
      event = &fromHandle<Event>(events[i]);
    } catch (const Error &error) {
      throw Error(CL_INVALID_EVENT_WAIT_LIST, error.what());
    }
    require(&event->context() == &context, CL_INVALID_CONTEXT, "an event of the wait list belongs to another context");
    list.push_back(event);
  }
  return list;
}

/// A buffer for a command on `queue`. Throws CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT,
/// CL_MISALIGNED_SUB_BUFFER_OFFSET.
inline Buffer &bufferFor(Queue &queue, cl_mem handle) {
  Buffer &buffer = fromHandle<Buffer>(handle);
  require(&buffer.context() == &queue.context(), CL_INVALID_CONTEXT, "buffer and queue belong to different contexts");
  buffer.requireAligned(queue.device());
  return buffer;
}

/// Enqueues a command and gives its event to the application if it wants it.
inline void enqueue(Queue &queue, cl_command_type type, const Queue::WaitList &waits, Work work, cl_event *result,
                    Queue::Order order = Queue::Order::Normal) {
  const auto reportedBy = result ? Queue::ReportedBy::Event : Queue::ReportedBy::Queue;
  const Ref<Event> event = queue.enqueue(type, waits, std::move(work), reportedBy, order);
  if (result)
    *result = give(event);
}

/// The same; a blocking one waits and throws the error of the command. The event goes to the application only on
/// success.
inline void enqueue(Queue &queue, cl_command_type type, const Queue::WaitList &waits, Work work, bool blocking,
                    cl_event *result) {
  if (!blocking)
    return enqueue(queue, type, waits, std::move(work), result);
  const Ref<Event> event = queue.enqueue(type, waits, std::move(work), Queue::ReportedBy::Event);
  queue.await(*event);
  if (result)
    *result = give(event);
}

}  // namespace weft::entry
