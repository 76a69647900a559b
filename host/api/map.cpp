// SPDX-License-Identifier: Apache-2.0
#include "host/api/handles.h"
#include "host/core/transfer.h"

namespace weft::entry {

extern "C" {

CL_API_ENTRY void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map,
                                                  cl_map_flags map_flags, size_t offset, size_t size,
                                                  cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                  cl_event *event, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&]() -> void * {
    Queue &queue = fromHandle<Queue>(command_queue);
    Buffer &memory = bufferFor(queue, buffer);
    const Queue::WaitList list = waitList(queue.context(), num_events_in_wait_list, event_wait_list);
    require(size && offset <= memory.bytes() && size <= memory.bytes() - offset, CL_INVALID_VALUE,
            "the range is empty or exceeds the buffer");
    constexpr cl_map_flags kKnown = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    require(!(map_flags & ~kKnown), CL_INVALID_VALUE, "unknown map flag");
    require(!(map_flags & CL_MAP_WRITE_INVALIDATE_REGION) || !(map_flags & (CL_MAP_READ | CL_MAP_WRITE)),
            CL_INVALID_VALUE, "CL_MAP_WRITE_INVALIDATE_REGION excludes CL_MAP_READ and CL_MAP_WRITE");
    const cl_mem_flags readers = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
    const cl_mem_flags writers = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
    require(!(map_flags & CL_MAP_READ) || !(memory.flags() & readers), CL_INVALID_OPERATION,
            "the buffer's flags forbid reading by the host");
    require(!(map_flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) || !(memory.flags() & writers),
            CL_INVALID_OPERATION, "the buffer's flags forbid writing by the host");

    const Mapping mapping = memory.map(offset, size, map_flags);
    try {
      enqueue(queue, CL_COMMAND_MAP_BUFFER, list, showMapped(memory, mapping), blocking_map, event);
    } catch (...) {
      memory.forget(mapping);
      throw;
    }
    return mapping.pointer;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void *mapped_ptr,
                                                        cl_uint num_events_in_wait_list,
                                                        const cl_event *event_wait_list, cl_event *event) {
  return api([&] {
    Queue &queue = fromHandle<Queue>(command_queue);
    Buffer &memory = fromHandle<Buffer>(memobj);
    require(&memory.context() == &queue.context(), CL_INVALID_CONTEXT, "buffer and queue belong to different contexts");
    const Queue::WaitList list = waitList(queue.context(), num_events_in_wait_list, event_wait_list);
    std::list<Mapping> mapping = memory.unmap(mapped_ptr);
    try {
      enqueue(queue, CL_COMMAND_UNMAP_MEM_OBJECT, list, takeMapped(memory, mapping.front()), event);
    } catch (...) {
      memory.restore(std::move(mapping));
      throw;
    }
  });
}
}

}  // namespace weft::entry
