// SPDX-License-Identifier: Apache-2.0
#include "host/core/event.h"

#include <CL/cl_ext_weft.h>

#include "host/api/handles.h"
#include "host/util/info_writer.h"

namespace weft::entry {

extern "C" {

CL_API_ENTRY cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] { return give(makeRef<Event>(fromHandle<Context>(context))); });
}

CL_API_ENTRY cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int execution_status) {
  return api([&] {
    const Ref<Event> object = &fromHandle<Event>(event);  // its waiters may run, and release it, meanwhile
    require(object->type() == CL_COMMAND_USER, CL_INVALID_EVENT, "not a user event");
    require(execution_status <= CL_COMPLETE, CL_INVALID_VALUE, "the status is neither CL_COMPLETE nor an error");
    object->setUserStatus(execution_status);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clWaitForEvents(cl_uint num_events, const cl_event *event_list) {
  return api([&] {
    require(num_events && event_list, CL_INVALID_VALUE, "no events given");
    std::vector<Ref<Event>> events;
    for (cl_uint i = 0; i < num_events; ++i) {
      events.push_back(&fromHandle<Event>(event_list[i]));
      require(&events[i]->context() == &events[0]->context(), CL_INVALID_CONTEXT,
              "the events belong to different contexts");
    }
    bool failed = false;
    for (const Ref<Event> &event : events)
      failed |= event->wait() < 0;
    if (failed)
      throw CommandError(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "an event ended with an error");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
                                               void *param_value, size_t *param_value_size_ret) {
  return api([&] {
    Event &object = fromHandle<Event>(event);
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_EVENT_COMMAND_QUEUE:
      return info.scalar<cl_command_queue>(object.queue() ? object.queue()->queue().handle() : nullptr);
    case CL_EVENT_CONTEXT:
      return info.scalar<cl_context>(object.context().handle());
    case CL_EVENT_COMMAND_TYPE:
      return info.scalar<cl_command_type>(object.type());
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
      return info.scalar<cl_int>(object.status());
    case CL_EVENT_REFERENCE_COUNT:
      return info.scalar<cl_uint>(object.retained());
    }
    throw Error(CL_INVALID_VALUE, "unknown event query");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainEvent(cl_event event) {
  return api([&] { fromHandle<Event>(event).retain(); });
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseEvent(cl_event event) {
  return api([&] { fromHandle<Event>(event).release(); });
}

CL_API_ENTRY cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                                                   void(CL_CALLBACK *pfn_notify)(cl_event, cl_int, void *),
                                                   void *user_data) {
  return api([&] {
    Event &object = fromHandle<Event>(event);
    require(pfn_notify != nullptr, CL_INVALID_VALUE, "pfn_event_notify is NULL");
    require(command_exec_callback_type == CL_SUBMITTED || command_exec_callback_type == CL_RUNNING ||
                command_exec_callback_type == CL_COMPLETE,
            CL_INVALID_VALUE, "callbacks are for CL_SUBMITTED, CL_RUNNING or CL_COMPLETE");
    object.addCallback(command_exec_callback_type, pfn_notify, user_data);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                                                        size_t param_value_size, void *param_value,
                                                        size_t *param_value_size_ret) {
  return api([&] {
    Event &object = fromHandle<Event>(event);
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_PROFILING_COMMAND_QUEUED:
      return info.scalar<cl_ulong>(object.stamp(Event::Queued));
    case CL_PROFILING_COMMAND_SUBMIT:
      return info.scalar<cl_ulong>(object.stamp(Event::Submitted));
    case CL_PROFILING_COMMAND_START:
      return info.scalar<cl_ulong>(object.stamp(Event::Started));
    case CL_PROFILING_COMMAND_END:
    case CL_PROFILING_COMMAND_COMPLETE:  // kernels enqueue no others
      return info.scalar<cl_ulong>(object.stamp(Event::Ended));
    case CL_PROFILING_COMMAND_CYCLES_WEFT:
      return info.scalar<cl_ulong>(object.runCycles());
    }
    throw Error(CL_INVALID_VALUE, "unknown profiling query");
  });
}
}

}  // namespace weft::entry
