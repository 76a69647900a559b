// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory: no device supports it. Commands refuse once queue and wait list are known to be right.
#include "host/api/handles.h"

namespace {

cl_int refuse(cl_command_queue command_queue, cl_uint waitCount, const cl_event *waits) {
  return api([&] {
    Queue &queue = fromHandle<Queue>(command_queue);
    waitList(queue.context(), waitCount, waits);
    throw Error(CL_INVALID_OPERATION, "the device does not support shared virtual memory");
  });
}

}  // namespace

extern "C" {

CL_API_ENTRY void *CL_API_CALL clSVMAlloc(cl_context, cl_svm_mem_flags, size_t, cl_uint) { return nullptr; }

CL_API_ENTRY void CL_API_CALL clSVMFree(cl_context, void *) {}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue command_queue, cl_uint, void *[],
                                                 void(CL_CALLBACK *)(cl_command_queue, cl_uint, void *[], void *),
                                                 void *, cl_uint num_events_in_wait_list,
                                                 const cl_event *event_wait_list, cl_event *) {
  return refuse(command_queue, num_events_in_wait_list, event_wait_list);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool, void *, const void *,
                                                   size_t, cl_uint num_events_in_wait_list,
                                                   const cl_event *event_wait_list, cl_event *) {
  return refuse(command_queue, num_events_in_wait_list, event_wait_list);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue command_queue, void *, const void *, size_t,
                                                    size_t, cl_uint num_events_in_wait_list,
                                                    const cl_event *event_wait_list, cl_event *) {
  return refuse(command_queue, num_events_in_wait_list, event_wait_list);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue command_queue, cl_bool, cl_map_flags, void *, size_t,
                                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                cl_event *) {
  return refuse(command_queue, num_events_in_wait_list, event_wait_list);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue command_queue, void *,
                                                  cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                  cl_event *) {
  return refuse(command_queue, num_events_in_wait_list, event_wait_list);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint, const void **,
                                                       const size_t *, cl_mem_migration_flags,
                                                       cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                       cl_event *) {
  return refuse(command_queue, num_events_in_wait_list, event_wait_list);
}
}
