// SPDX-License-Identifier: Apache-2.0
#include "host/core/context.h"

#include <CL/cl_ext.h>
#include <algorithm>
#include <set>

#include "host/api/boundary.h"
#include "host/api/device_list.h"
#include "host/core/device.h"
#include "host/core/platform.h"
#include "host/core/print_buffer.h"
#include "host/util/info_writer.h"

namespace weft::entry {

namespace {

/// The zero-terminated list, terminator included; empty for NULL. Throws CL_INVALID_PROPERTY or CL_INVALID_PLATFORM.
std::vector<cl_context_properties> contextProperties(const cl_context_properties *list) {
  std::vector<cl_context_properties> result;
  if (!list)
    return result;
  std::set<cl_context_properties> seen;
  for (; *list; list += 2) {
    require(seen.insert(list[0]).second, CL_INVALID_PROPERTY, "a context property is given twice");
    switch (list[0]) {
    case CL_CONTEXT_PLATFORM:
      fromHandle<Platform>(reinterpret_cast<cl_platform_id>(list[1]));
      break;
    case CL_CONTEXT_INTEROP_USER_SYNC:
      require(list[1] == CL_FALSE || list[1] == CL_TRUE, CL_INVALID_PROPERTY,
              "CL_CONTEXT_INTEROP_USER_SYNC is neither true nor false");
      break;
    case CL_PRINTF_CALLBACK_ARM:
      require(list[1] != 0, CL_INVALID_PROPERTY, "CL_PRINTF_CALLBACK_ARM names no function");
      break;
    case CL_PRINTF_BUFFERSIZE_ARM:
      require(list[1] > 0 && uint64_t(list[1]) <= PrintBuffer::kBytes, CL_INVALID_PROPERTY,
              "CL_PRINTF_BUFFERSIZE_ARM asks for {} bytes; the buffer has {}", list[1], PrintBuffer::kBytes);
      break;
    default:
      throw Error(CL_INVALID_PROPERTY, "unknown context property");
    }
    result.push_back(list[0]);
    result.push_back(list[1]);
  }
  result.push_back(0);
  return result;
}

using ContextCallback = ErrorCallback::Function;

/// The callback of printf gets the same user data.
void requireUser(const std::vector<cl_context_properties> &list, ContextCallback callback, const void *userData) {
  bool prints = false;
  for (size_t i = 0; i + 1 < list.size(); i += 2)
    prints |= list[i] == CL_PRINTF_CALLBACK_ARM;
  require(callback || prints || !userData, CL_INVALID_VALUE, "user_data without a callback");
}

}  // namespace

extern "C" {

CL_API_ENTRY cl_context CL_API_CALL clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
                                                    const cl_device_id *devices, ContextCallback pfn_notify,
                                                    void *user_data, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    ErrorScope::concerns({pfn_notify, user_data});
    std::vector<cl_context_properties> list = contextProperties(properties);
    require(devices && num_devices, CL_INVALID_VALUE, "no devices given");
    requireUser(list, pfn_notify, user_data);
    std::vector<Device *> unique;
    for (cl_uint i = 0; i < num_devices; ++i) {
      Device &device = fromHandle<Device>(devices[i]);
      if (std::find(unique.begin(), unique.end(), &device) == unique.end())
        unique.push_back(&device);
    }
    return give(makeRef<Context>(std::move(unique), std::move(list), pfn_notify, user_data));
  });
}

CL_API_ENTRY cl_context CL_API_CALL clCreateContextFromType(const cl_context_properties *properties,
                                                            cl_device_type device_type, ContextCallback pfn_notify,
                                                            void *user_data, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    ErrorScope::concerns({pfn_notify, user_data});
    std::vector<cl_context_properties> list = contextProperties(properties);
    requireUser(list, pfn_notify, user_data);
    requireDeviceType(device_type);
    return give(
        makeRef<Context>(devicesOfType(Platform::instance(), device_type), std::move(list), pfn_notify, user_data));
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainContext(cl_context context) {
  return api([&] { fromHandle<Context>(context).retain(); });
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseContext(cl_context context) {
  return api([&] { fromHandle<Context>(context).release(); });
}

CL_API_ENTRY cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info param_name,
                                                 size_t param_value_size, void *param_value,
                                                 size_t *param_value_size_ret) {
  return api([&] {
    Context &object = fromHandle<Context>(context);
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_CONTEXT_REFERENCE_COUNT:
      return info.scalar<cl_uint>(object.retained());
    case CL_CONTEXT_NUM_DEVICES:
      return info.scalar<cl_uint>(cl_uint(object.devices().size()));
    case CL_CONTEXT_DEVICES: {
      std::vector<cl_device_id> handles;
      for (Device *device : object.devices())
        handles.push_back(device->handle());
      return info.array(handles);
    }
    case CL_CONTEXT_PROPERTIES:
      return info.array(object.properties());
    }
    throw Error(CL_INVALID_VALUE, "unknown context query");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetContextDestructorCallback(cl_context context,
                                                               void(CL_CALLBACK *pfn_notify)(cl_context, void *),
                                                               void *user_data) {
  return api([&] {
    Context &object = fromHandle<Context>(context);
    require(pfn_notify != nullptr, CL_INVALID_VALUE, "pfn_notify is NULL");
    object.onDestruction([=](cl_context handle) { pfn_notify(handle, user_data); });
  });
}
}

}  // namespace weft::entry
