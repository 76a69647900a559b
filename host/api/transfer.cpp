// SPDX-License-Identifier: Apache-2.0
// Commands that move buffer contents: read, write, copy, fill, migrate.
#include <bit>

#include "host/api/handles.h"
#include "host/api/rect.h"
#include "host/core/transfer.h"

namespace weft::entry {

namespace {

/// From the device to the host, and the reverse: what differs between reads and writes.
struct Read {
  using Pointer = void *;
  using Byte = uint8_t;
  static constexpr cl_mem_flags kForbidden = CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_WRITE_ONLY;
  static constexpr cl_command_type kLinear = CL_COMMAND_READ_BUFFER, kRect = CL_COMMAND_READ_BUFFER_RECT;
  static constexpr auto kBody = readBuffer;
  static const Box &source(const Box &buffer, const Box &) { return buffer; }
  static const Box &destination(const Box &, const Box &host) { return host; }
};
struct Write {
  using Pointer = const void *;
  using Byte = const uint8_t;
  static constexpr cl_mem_flags kForbidden = CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_READ_ONLY;
  static constexpr cl_command_type kLinear = CL_COMMAND_WRITE_BUFFER, kRect = CL_COMMAND_WRITE_BUFFER_RECT;
  static constexpr auto kBody = writeBuffer;
  static const Box &source(const Box &, const Box &host) { return host; }
  static const Box &destination(const Box &buffer, const Box &) { return buffer; }
};

template <class Direction> void requireHostMay(const Buffer &buffer) {
  require(!(buffer.flags() & Direction::kForbidden), CL_INVALID_OPERATION,
          "the buffer's flags forbid this access by the host");
}

void requireWithin(const Buffer &buffer, size_t offset, size_t size) {
  require(offset <= buffer.bytes() && size <= buffer.bytes() - offset, CL_INVALID_VALUE,
          "{} bytes at offset {} exceed the buffer of {} bytes", size, offset, buffer.bytes());
}

board::Region boxRegion(const Triple &region, const Box &source, const Box &destination) {
  require(region[1] <= UINT32_MAX && region[2] <= UINT32_MAX, CL_INVALID_VALUE,
          "the region has too many rows or slices");
  return {region[0],         uint32_t(region[1]),  uint32_t(region[2]),   source.rowPitch,
          source.slicePitch, destination.rowPitch, destination.slicePitch};
}

Triple triple(const size_t *values) {
  require(values != nullptr, CL_INVALID_VALUE, "an origin or the region is NULL");
  return {values[0], values[1], values[2]};
}

template <class Direction>
void linearTransfer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                    typename Direction::Pointer ptr, cl_uint waitCount, const cl_event *waits, cl_event *event) {
  Queue &queue = fromHandle<Queue>(command_queue);
  Buffer &memory = bufferFor(queue, buffer);
  const Queue::WaitList list = waitList(queue.context(), waitCount, waits);
  requireWithin(memory, offset, size);
  require(ptr != nullptr, CL_INVALID_VALUE, "ptr is NULL");
  requireHostMay<Direction>(memory);
  CommandBody body;
  if (size)
    body = Direction::kBody(queue.device(), memory, offset, ptr, board::Region::linear(size));
  enqueue(queue, Direction::kLinear, list, std::move(body), blocking, event);
}

struct RectArguments {
  const size_t *bufferOrigin, *hostOrigin, *region;
  size_t bufferRowPitch, bufferSlicePitch, hostRowPitch, hostSlicePitch;
};

template <class Direction>
void rectTransfer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking, const RectArguments &rect,
                  typename Direction::Pointer ptr, cl_uint waitCount, const cl_event *waits, cl_event *event) {
  Queue &queue = fromHandle<Queue>(command_queue);
  Buffer &memory = bufferFor(queue, buffer);
  const Queue::WaitList list = waitList(queue.context(), waitCount, waits);
  require(ptr != nullptr, CL_INVALID_VALUE, "ptr is NULL");
  requireHostMay<Direction>(memory);
  const Triple region = triple(rect.region);
  triple(rect.bufferOrigin);
  triple(rect.hostOrigin);
  require(region[0] && region[1] && region[2], CL_INVALID_VALUE, "an element of the region is 0");
  const Box inBuffer(rect.bufferOrigin, region, rect.bufferRowPitch, rect.bufferSlicePitch);
  const Box inHost(rect.hostOrigin, region, rect.hostRowPitch, rect.hostSlicePitch);
  inBuffer.requireWithin(region, memory.bytes());
  const board::Region boxes =
      boxRegion(region, Direction::source(inBuffer, inHost), Direction::destination(inBuffer, inHost));
  auto *const first = static_cast<typename Direction::Byte *>(ptr) + inHost.start();
  CommandBody body = Direction::kBody(queue.device(), memory, inBuffer.start(), first, boxes);
  enqueue(queue, Direction::kRect, list, std::move(body), blocking, event);
}

}  // namespace

extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer,
                                                    cl_bool blocking_read, size_t offset, size_t size, void *ptr,
                                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                    cl_event *event) {
  return api([&] {
    linearTransfer<Read>(command_queue, buffer, blocking_read, offset, size, ptr, num_events_in_wait_list,
                         event_wait_list, event);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer,
                                                     cl_bool blocking_write, size_t offset, size_t size,
                                                     const void *ptr, cl_uint num_events_in_wait_list,
                                                     const cl_event *event_wait_list, cl_event *event) {
  return api([&] {
    linearTransfer<Write>(command_queue, buffer, blocking_write, offset, size, ptr, num_events_in_wait_list,
                          event_wait_list, event);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                                        cl_bool blocking_read, const size_t *buffer_origin,
                                                        const size_t *host_origin, const size_t *region,
                                                        size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                                        size_t host_row_pitch, size_t host_slice_pitch, void *ptr,
                                                        cl_uint num_events_in_wait_list,
                                                        const cl_event *event_wait_list, cl_event *event) {
  return api([&] {
    rectTransfer<Read>(
        command_queue, buffer, blocking_read,
        {buffer_origin, host_origin, region, buffer_row_pitch, buffer_slice_pitch, host_row_pitch, host_slice_pitch},
        ptr, num_events_in_wait_list, event_wait_list, event);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                                         cl_bool blocking_write, const size_t *buffer_origin,
                                                         const size_t *host_origin, const size_t *region,
                                                         size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                                         size_t host_row_pitch, size_t host_slice_pitch,
                                                         const void *ptr, cl_uint num_events_in_wait_list,
                                                         const cl_event *event_wait_list, cl_event *event) {
  return api([&] {
    rectTransfer<Write>(
        command_queue, buffer, blocking_write,
        {buffer_origin, host_origin, region, buffer_row_pitch, buffer_slice_pitch, host_row_pitch, host_slice_pitch},
        ptr, num_events_in_wait_list, event_wait_list, event);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer,
                                                    cl_mem dst_buffer, size_t src_offset, size_t dst_offset,
                                                    size_t size, cl_uint num_events_in_wait_list,
                                                    const cl_event *event_wait_list, cl_event *event) {
  return api([&] {
    Queue &queue = fromHandle<Queue>(command_queue);
    Buffer &source = bufferFor(queue, src_buffer);
    Buffer &destination = bufferFor(queue, dst_buffer);
    const Queue::WaitList list = waitList(queue.context(), num_events_in_wait_list, event_wait_list);
    requireWithin(source, src_offset, size);
    requireWithin(destination, dst_offset, size);
    if (source.sharesStorage(destination)) {
      const size_t from = source.origin() + src_offset, to = destination.origin() + dst_offset;
      require(from + size <= to || to + size <= from, CL_MEM_COPY_OVERLAP, "source and destination overlap");
    }
    CommandBody body;
    if (size)
      body = copyBuffer(queue.device(), source, src_offset, destination, dst_offset, board::Region::linear(size));
    enqueue(queue, CL_COMMAND_COPY_BUFFER, list, std::move(body), event);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferRect(
    cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, const size_t *src_origin,
    const size_t *dst_origin, const size_t *region, size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
    size_t dst_slice_pitch, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return api([&] {
    Queue &queue = fromHandle<Queue>(command_queue);
    Buffer &source = bufferFor(queue, src_buffer);
    Buffer &destination = bufferFor(queue, dst_buffer);
    const Queue::WaitList list = waitList(queue.context(), num_events_in_wait_list, event_wait_list);
    const Triple size = triple(region);
    triple(src_origin);
    triple(dst_origin);
    require(size[0] && size[1] && size[2], CL_INVALID_VALUE, "an element of the region is 0");
    Box from(src_origin, size, src_row_pitch, src_slice_pitch);
    Box to(dst_origin, size, dst_row_pitch, dst_slice_pitch);
    from.requireWithin(size, source.bytes());
    to.requireWithin(size, destination.bytes());
    if (&source == &destination)
      require(from.rowPitch == to.rowPitch && from.slicePitch == to.slicePitch, CL_INVALID_VALUE,
              "a copy within one buffer needs equal row pitches and equal slice pitches");
    const board::Region boxes = boxRegion(size, from, to);
    const size_t fromStart = from.start(), toStart = to.start();
    if (source.sharesStorage(destination)) {
      // Siblings are compared in the parent's coordinates.
      from.origin[0] += source.origin();
      to.origin[0] += destination.origin();
      require(!boxesOverlap(from, to, size), CL_MEM_COPY_OVERLAP, "source and destination overlap");
    }
    enqueue(queue, CL_COMMAND_COPY_BUFFER_RECT, list,
            copyBuffer(queue.device(), source, fromStart, destination, toStart, boxes), event);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern,
                                                    size_t pattern_size, size_t offset, size_t size,
                                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                    cl_event *event) {
  return api([&] {
    Queue &queue = fromHandle<Queue>(command_queue);
    Buffer &memory = bufferFor(queue, buffer);
    const Queue::WaitList list = waitList(queue.context(), num_events_in_wait_list, event_wait_list);
    requireWithin(memory, offset, size);
    require(pattern && std::has_single_bit(pattern_size) && pattern_size <= 128, CL_INVALID_VALUE,
            "the pattern is NULL or its size not 1, 2, 4 … 128");
    require(offset % pattern_size == 0 && size % pattern_size == 0, CL_INVALID_VALUE,
            "offset and size are not multiples of the pattern's size");
    CommandBody body;
    if (size) {
      const auto *bytes = static_cast<const uint8_t *>(pattern);
      body = fillBuffer(queue.device(), memory, offset, size, {bytes, bytes + pattern_size});
    }
    enqueue(queue, CL_COMMAND_FILL_BUFFER, list, std::move(body), event);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects,
                                                           const cl_mem *mem_objects, cl_mem_migration_flags flags,
                                                           cl_uint num_events_in_wait_list,
                                                           const cl_event *event_wait_list, cl_event *event) {
  return api([&] {
    Queue &queue = fromHandle<Queue>(command_queue);
    require(num_mem_objects && mem_objects, CL_INVALID_VALUE, "no memory objects given");
    require(!(flags & ~(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED)), CL_INVALID_VALUE,
            "unknown migration flag");
    std::vector<Ref<Buffer>> buffers;
    for (cl_uint i = 0; i < num_mem_objects; ++i) {
      buffers.push_back(&fromHandle<Buffer>(mem_objects[i]));
      require(&buffers.back()->context() == &queue.context(), CL_INVALID_CONTEXT,
              "buffer and queue belong to different contexts");
    }
    const Queue::WaitList list = waitList(queue.context(), num_events_in_wait_list, event_wait_list);
    const Contents contents = flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED ? Contents::Undefined : Contents::Kept;
    CommandBody body = flags & CL_MIGRATE_MEM_OBJECT_HOST
                           ? migrateToHost(std::move(buffers), contents)
                           : migrateToDevice(queue.device(), std::move(buffers), contents);
    enqueue(queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, list, std::move(body), event);
  });
}
}

}  // namespace weft::entry
