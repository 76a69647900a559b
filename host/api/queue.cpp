// SPDX-License-Identifier: Apache-2.0
#include "host/core/queue.h"

#include <set>

#include "host/api/handles.h"
#include "host/util/info_writer.h"

namespace weft::entry {

namespace {

constexpr cl_command_queue_properties kSupported = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
constexpr cl_command_queue_properties kKnown = kSupported | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

void checkProperties(cl_command_queue_properties properties) {
  require(!(properties & ~kKnown), CL_INVALID_VALUE, "unknown queue property");
  require(!(properties & ~kSupported), CL_INVALID_QUEUE_PROPERTIES, "the device does not support queues on the device");
}

cl_command_queue createQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties,
                             std::vector<cl_queue_properties> list) {
  Context &owner = fromHandle<Context>(context);
  Device &target = fromHandle<Device>(device);
  require(owner.contains(target), CL_INVALID_DEVICE, "the device is not one of the context's");
  checkProperties(properties);
  return give(makeRef<Queue>(owner, target, properties, std::move(list)));
}

}  // namespace

extern "C" {

CL_API_ENTRY cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                               cl_command_queue_properties properties,
                                                               cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] { return createQueue(context, device, properties, {}); });
}

CL_API_ENTRY cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                                             const cl_queue_properties *properties,
                                                                             cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    cl_command_queue_properties flags = 0;
    std::vector<cl_queue_properties> list;
    std::set<cl_queue_properties> seen;
    if (properties) {
      for (; *properties; properties += 2) {
        require(seen.insert(properties[0]).second, CL_INVALID_VALUE, "a queue property is given twice");
        require(properties[0] == CL_QUEUE_PROPERTIES || properties[0] == CL_QUEUE_SIZE, CL_INVALID_VALUE,
                "unknown queue property");
        require(properties[0] != CL_QUEUE_SIZE, CL_INVALID_QUEUE_PROPERTIES,
                "CL_QUEUE_SIZE is for queues on the device, which are not supported");
        flags = properties[1];
        list.insert(list.end(), {properties[0], properties[1]});
      }
      list.push_back(0);
    }
    return createQueue(context, device, flags, std::move(list));
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue command_queue) {
  return api([&] { fromHandle<Queue>(command_queue).retain(); });
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue command_queue) {
  // Commands are submitted as they are enqueued, so the implicit flush has nothing to do.
  return api([&] { fromHandle<Queue>(command_queue).release(); });
}

CL_API_ENTRY cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name,
                                                      size_t param_value_size, void *param_value,
                                                      size_t *param_value_size_ret) {
  return api([&] {
    Queue &queue = fromHandle<Queue>(command_queue);
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_QUEUE_CONTEXT:
      return info.scalar<cl_context>(queue.context().handle());
    case CL_QUEUE_DEVICE:
      return info.scalar<cl_device_id>(queue.device().handle());
    case CL_QUEUE_REFERENCE_COUNT:
      return info.scalar<cl_uint>(queue.retained());
    case CL_QUEUE_PROPERTIES:
      return info.scalar<cl_command_queue_properties>(queue.properties());
    case CL_QUEUE_PROPERTIES_ARRAY:
      return info.array(queue.propertyList());
    case CL_QUEUE_DEVICE_DEFAULT:
      return info.scalar<cl_command_queue>(nullptr);
    case CL_QUEUE_SIZE:
      throw Error(CL_INVALID_COMMAND_QUEUE, "CL_QUEUE_SIZE is for queues on the device");
    }
    throw Error(CL_INVALID_VALUE, "unknown queue query");
  });
}

// Deprecated since 1.1: queues keep the properties that they were made with, which 3.0 allows.
CL_API_ENTRY cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue command_queue,
                                                          cl_command_queue_properties properties, cl_bool,
                                                          cl_command_queue_properties *) {
  return api([&] {
    fromHandle<Queue>(command_queue);
    checkProperties(properties);
    throw Error(CL_INVALID_OPERATION, "the device does not support changing properties of a queue");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                                               cl_command_queue) {
  return api([&] {
    Context &owner = fromHandle<Context>(context);
    Device &target = fromHandle<Device>(device);
    require(owner.contains(target), CL_INVALID_DEVICE, "the device is not one of the context's");
    // Whatever the queue is: a device without device queues has none that it could be.
    throw Error(CL_INVALID_OPERATION, "the device has no default queue");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clFlush(cl_command_queue command_queue) {
  return api([&] { fromHandle<Queue>(command_queue); });  // commands are submitted as they are enqueued
}

CL_API_ENTRY cl_int CL_API_CALL clFinish(cl_command_queue command_queue) {
  return api([&] { fromHandle<Queue>(command_queue).finish(); });
}
}

}  // namespace weft::entry
