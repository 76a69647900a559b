// SPDX-License-Identifier: Apache-2.0
#include "host/core/device.h"

#include <algorithm>

#include "host/api/boundary.h"
#include "host/api/device_info.h"
#include "host/api/device_list.h"
#include "host/core/partition.h"
#include "host/core/platform.h"

namespace weft::entry {

extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                                               cl_device_id *devices, cl_uint *num_devices) {
  return api([&] {
    Platform &owner = platform ? fromHandle<Platform>(platform) : Platform::instance();
    requireDeviceType(device_type);
    require(devices || num_devices, CL_INVALID_VALUE, "both results are NULL");
    require(!devices || num_entries > 0, CL_INVALID_VALUE, "num_entries is 0 and devices is not NULL");
    const std::vector<Device *> found = devicesOfType(owner, device_type);
    for (size_t i = 0; devices && i < std::min<size_t>(num_entries, found.size()); ++i)
      devices[i] = found[i]->handle();
    if (num_devices)
      *num_devices = cl_uint(found.size());
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size,
                                                void *param_value, size_t *param_value_size_ret) {
  return api([&] {
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    deviceInfo(fromHandle<Device>(device), param_name, info);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clCreateSubDevices(cl_device_id in_device,
                                                   const cl_device_partition_property *properties, cl_uint num_devices,
                                                   cl_device_id *out_devices, cl_uint *num_devices_ret) {
  return api([&] {
    Device &parent = fromHandle<Device>(in_device);
    const Partition wanted = partition(parent, properties);
    require(!out_devices || num_devices >= wanted.parts.size(), CL_INVALID_VALUE,
            "num_devices is less than the number of sub-devices");
    if (out_devices) {
      std::vector<Ref<Device>> made;
      for (const std::vector<unsigned> &regions : wanted.parts)
        made.push_back(makeRef<Device>(parent, regions, wanted.properties));
      for (const Ref<Device> &device : made)
        *out_devices++ = give(device);
    }
    if (num_devices_ret)
      *num_devices_ret = cl_uint(wanted.parts.size());
  });
}

// Root devices are not counted.
CL_API_ENTRY cl_int CL_API_CALL clRetainDevice(cl_device_id device) {
  return api([&] {
    if (Device &object = fromHandle<Device>(device); object.parent())
      object.retain();
  });
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseDevice(cl_device_id device) {
  return api([&] {
    if (Device &object = fromHandle<Device>(device); object.parent())
      object.release();
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp,
                                                        cl_ulong *host_timestamp) {
  return api([&] {
    Device &object = fromHandle<Device>(device);
    require(device_timestamp && host_timestamp, CL_INVALID_VALUE, "a result is NULL");
    const DeviceClock::Sample sample = object.clock().sample();
    *device_timestamp = sample.device;
    *host_timestamp = sample.host;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp) {
  return api([&] {
    fromHandle<Device>(device);
    require(host_timestamp != nullptr, CL_INVALID_VALUE, "host_timestamp is NULL");
    *host_timestamp = DeviceClock::hostNow();
  });
}
}

}  // namespace weft::entry
