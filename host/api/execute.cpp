// SPDX-License-Identifier: Apache-2.0
// Commands that run kernels, and those that only order others.
#include <algorithm>

#include "host/api/handles.h"
#include "host/core/built_in_launch.h"
#include "host/core/kernel.h"
#include "host/core/launch.h"

namespace weft::entry {

namespace {

void requireSameContext(const Queue &queue, const Kernel &kernel) {
  require(&queue.context() == &kernel.context(), CL_INVALID_CONTEXT, "kernel and queue belong to different contexts");
}

/// The local size of the application, checked; or one that the library chooses.
std::array<size_t, 3> localSize(const Kernel &kernel, const NDRange &range, const size_t *given, Device &device) {
  const board::Description &board = device.description();
  const KernelOnDevice &on = kernel.on(device);
  const kernel::Interface &info = on.image().interface;
  std::array<size_t, 3> local{1, 1, 1};
  if (given)
    std::copy_n(given, range.dimensions, local.begin());
  else
    local = chooseLocalSize(kernel, range, device);
  require(local[0] && local[1] && local[2], CL_INVALID_WORK_GROUP_SIZE, "a local size is 0");
  for (unsigned d = 0; d < 3; ++d)
    require(local[d] <= board.maxWorkGroupSize, CL_INVALID_WORK_ITEM_SIZE,
            "the local size {} of dimension {} exceeds CL_DEVICE_MAX_WORK_ITEM_SIZES, {}", local[d], d,
            board.maxWorkGroupSize);
  const size_t limit = on.maxWorkGroupSize();
  require(local[0] <= limit && local[1] <= limit / local[0] && local[2] <= limit / local[0] / local[1],
          CL_INVALID_WORK_GROUP_SIZE,
          "a work-group of {} x {} x {} is larger than CL_KERNEL_WORK_GROUP_SIZE of kernel {}, {}", local[0], local[1],
          local[2], info.name, limit);
  if (info.requiredSize[0])
    for (unsigned d = 0; d < 3; ++d)
      require(local[d] == info.requiredSize[d].value_or(1), CL_INVALID_WORK_GROUP_SIZE,
              "the local size {} of dimension {} is not that of reqd_work_group_size of kernel {}, {}", local[d], d,
              info.name, info.requiredSize[d].value_or(1));
  for (unsigned d = 0; d < 3; ++d)
    require(
        !on.image().uniformGroups || range.global[d] % local[d] == 0, CL_INVALID_WORK_GROUP_SIZE,
        "the global size {} of dimension {} is not a multiple of the local size {}; kernel {} was built for OpenCL C "
        "1.x or with -cl-uniform-work-group-size: take a divisor, or build it with -cl-std=CL3.0",
        range.global[d], d, local[d], info.name);
  return local;
}

NDRange rangeOf(const Kernel &kernel, cl_uint dimensions, const size_t *offset, const size_t *global,
                const size_t *local, Device &device) {
  require(dimensions >= 1 && dimensions <= 3, CL_INVALID_WORK_DIMENSION, "work_dim is {}, not 1, 2 or 3", dimensions);
  NDRange range;
  range.dimensions = dimensions;
  // A size_t of the device holds offset plus size.
  const unsigned bits = device.description().addressBits;
  const uint64_t most = bits == 32 ? UINT32_MAX : UINT64_MAX;
  for (unsigned d = 0; d < dimensions; ++d) {
    range.global[d] = global ? global[d] : 0;
    range.offset[d] = offset ? offset[d] : 0;
    require(range.global[d] <= most, CL_INVALID_GLOBAL_WORK_SIZE, "the global size {} of dimension {} exceeds {} bits",
            range.global[d], d, bits);
    require(range.offset[d] <= most - range.global[d], CL_INVALID_GLOBAL_OFFSET,
            "global offset {} plus size {} of dimension {} exceeds {} bits", range.offset[d], range.global[d], d, bits);
  }
  // The rules for a given local size hold for an empty range too.
  if (!range.empty() || local)
    range.local = localSize(kernel, range, local, device);
  return range;
}

void enqueueKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                   const size_t *global, const size_t *local, cl_uint waitCount, const cl_event *waits, cl_event *event,
                   cl_command_type type) {
  Queue &queue = fromHandle<Queue>(command_queue);
  Kernel &object = fromHandle<Kernel>(kernel);
  requireSameContext(queue, object);
  const Queue::WaitList list = waitList(queue.context(), waitCount, waits);
  const KernelOnDevice &on = object.on(queue.device());
  const NDRange range = rangeOf(object, dimensions, offset, global, local, queue.device());
  if (on.builtIn()) {
    BuiltInLaunch launch(object, on, range);
    CommandBody body;
    if (!range.empty())
      body = [launch = std::move(launch), keep = Ref<Kernel>(&object)](Execution &execution) { launch.run(execution); };
    return enqueue(queue, type, list, Work(std::move(body), CommandKind::Transfer), event);
  }
  CommandBody launch(std::in_place_type<Launch>, object, range, queue.device());
  if (range.empty())  // only waits
    return enqueue(queue, type, list, nullptr, event);
  const std::shared_ptr<const Executable> executable = executableFor(on, range, queue.device());
  enqueue(queue, type, list, Work(std::move(launch), executable->prepared[on.index]), event);
}

/// The local size for a launch that leaves it open.
std::array<size_t, 3> suggestedLocalSize(Queue &queue, Kernel &kernel, cl_uint dimensions, const size_t *offset,
                                         const size_t *global) {
  const KernelOnDevice &on = kernel.on(queue.device());
  const NDRange range = rangeOf(kernel, dimensions, offset, global, nullptr, queue.device());
  require(!range.empty(), CL_INVALID_GLOBAL_WORK_SIZE, "global_work_size is NULL or has a 0");
  if (on.builtIn())  // for the errors of the arguments
    BuiltInLaunch(kernel, on, range);
  else
    Launch(kernel, range, queue.device());
  return range.local;
}

void enqueueOrdering(cl_command_queue command_queue, cl_uint waitCount, const cl_event *waits, cl_event *event,
                     Queue::Order order) {
  Queue &queue = fromHandle<Queue>(command_queue);
  const Queue::WaitList list = waitList(queue.context(), waitCount, waits);
  enqueue(queue, order == Queue::Order::Marker ? CL_COMMAND_MARKER : CL_COMMAND_BARRIER, list, nullptr, event, order);
}

}  // namespace

extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel,
                                                       cl_uint work_dim, const size_t *global_work_offset,
                                                       const size_t *global_work_size, const size_t *local_work_size,
                                                       cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                       cl_event *event) {
  return api([&] {
    enqueueKernel(command_queue, kernel, work_dim, global_work_offset, global_work_size, local_work_size,
                  num_events_in_wait_list, event_wait_list, event, CL_COMMAND_NDRANGE_KERNEL);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue command_queue, cl_kernel kernel,
                                                                     cl_uint work_dim, const size_t *global_work_offset,
                                                                     const size_t *global_work_size,
                                                                     size_t *suggested_local_work_size) {
  return api([&] {
    Queue &queue = fromHandle<Queue>(command_queue);
    Kernel &object = fromHandle<Kernel>(kernel);
    requireSameContext(queue, object);
    require(suggested_local_work_size != nullptr, CL_INVALID_VALUE, "suggested_local_work_size is NULL");
    const std::array<size_t, 3> local =
        suggestedLocalSize(queue, object, work_dim, global_work_offset, global_work_size);
    std::copy_n(local.begin(), work_dim, suggested_local_work_size);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event) {
  return api([&] {
    const size_t one = 1;
    enqueueKernel(command_queue, kernel, 1, nullptr, &one, &one, num_events_in_wait_list, event_wait_list, event,
                  CL_COMMAND_TASK);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue command_queue,
                                                      void(CL_CALLBACK *user_func)(void *), void *args, size_t cb_args,
                                                      cl_uint num_mem_objects, const cl_mem *mem_list,
                                                      const void **args_mem_loc, cl_uint num_events_in_wait_list,
                                                      const cl_event *event_wait_list, cl_event *) {
  return api([&] {
    Queue &queue = fromHandle<Queue>(command_queue);
    require(user_func != nullptr, CL_INVALID_VALUE, "user_func is NULL");
    require(args ? cb_args > 0 : cb_args == 0 && num_mem_objects == 0, CL_INVALID_VALUE,
            "args is NULL and arguments are given, or the reverse");
    require((num_mem_objects == 0) == (mem_list == nullptr) && (num_mem_objects == 0) == (args_mem_loc == nullptr),
            CL_INVALID_VALUE, "num_mem_objects does not fit mem_list and args_mem_loc");
    for (cl_uint i = 0; i < num_mem_objects; ++i)
      fromHandle<MemObject>(mem_list[i]);
    waitList(queue.context(), num_events_in_wait_list, event_wait_list);
    throw Error(CL_INVALID_OPERATION, "the device cannot run native kernels");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue command_queue,
                                                            cl_uint num_events_in_wait_list,
                                                            const cl_event *event_wait_list, cl_event *event) {
  return api(
      [&] { enqueueOrdering(command_queue, num_events_in_wait_list, event_wait_list, event, Queue::Order::Marker); });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue command_queue,
                                                             cl_uint num_events_in_wait_list,
                                                             const cl_event *event_wait_list, cl_event *event) {
  return api(
      [&] { enqueueOrdering(command_queue, num_events_in_wait_list, event_wait_list, event, Queue::Order::Barrier); });
}

// The 1.0 forms.
CL_API_ENTRY cl_int CL_API_CALL clEnqueueMarker(cl_command_queue command_queue, cl_event *event) {
  return api([&] {
    require(event != nullptr, CL_INVALID_VALUE, "event is NULL");
    enqueueOrdering(command_queue, 0, nullptr, event, Queue::Order::Marker);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue command_queue) {
  return api([&] { enqueueOrdering(command_queue, 0, nullptr, nullptr, Queue::Order::Barrier); });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
                                                       const cl_event *event_list) {
  return api([&] {
    require(num_events && event_list, CL_INVALID_VALUE, "no events given");
    for (cl_uint i = 0; i < num_events; ++i)
      fromHandle<Event>(event_list[i]);  // CL_INVALID_EVENT: there is no wait list
    enqueueOrdering(command_queue, num_events, event_list, nullptr, Queue::Order::Barrier);
  });
}
}

}  // namespace weft::entry
