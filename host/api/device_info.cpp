// SPDX-License-Identifier: Apache-2.0
#include "host/api/device_info.h"

#include <CL/cl_ext_weft.h>
#include <algorithm>
#include <cmath>

#include "host/api/boundary.h"
#include "host/api/versions.h"
#include "host/core/built_in.h"
#include "host/core/device.h"
#include "host/core/partition.h"
#include "host/core/platform.h"
#include "host/core/storage.h"

namespace weft::entry {
namespace {

/// Queries about images: all zero, since no device supports them. True if it was one.
bool imageInfo(cl_device_info name, InfoWriter &info) {
  switch (name) {
  case CL_DEVICE_IMAGE_SUPPORT:
    info.scalar<cl_bool>(CL_FALSE);
    return true;
  case CL_DEVICE_MAX_READ_IMAGE_ARGS:
  case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
  case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
  case CL_DEVICE_MAX_SAMPLERS:
  case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
  case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
    info.scalar<cl_uint>(0);
    return true;
  case CL_DEVICE_IMAGE2D_MAX_WIDTH:
  case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
  case CL_DEVICE_IMAGE3D_MAX_WIDTH:
  case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
  case CL_DEVICE_IMAGE3D_MAX_DEPTH:
  case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
  case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
    info.scalar<size_t>(0);
    return true;
  }
  return false;
}

/// Queries about optional features of 2.x and 3.0, none of which there is. True if it was one.
bool optionalFeatureInfo(cl_device_info name, InfoWriter &info) {
  switch (name) {
  case CL_DEVICE_SVM_CAPABILITIES:
    info.scalar<cl_device_svm_capabilities>(0);
    return true;
  case CL_DEVICE_MAX_PIPE_ARGS:
  case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
  case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
  case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
  case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
  case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
  case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
  case CL_DEVICE_MAX_NUM_SUB_GROUPS:
  case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT:
    info.scalar<cl_uint>(0);
    return true;
  case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
    info.scalar<cl_command_queue_properties>(0);
    return true;
  case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
  case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
  case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
    info.scalar<size_t>(name == CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE ? 1 : 0);
    return true;
  case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
  case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
  case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
  case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
  case CL_DEVICE_PIPE_SUPPORT:
    info.scalar<cl_bool>(CL_FALSE);
    return true;
  case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
    info.scalar<cl_device_device_enqueue_capabilities>(0);
    return true;
  case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
    info.scalar<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP);
    return true;
  case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
    info.scalar<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                                               CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP);
    return true;
  case CL_DEVICE_IL_VERSION:
    info.string("");
    return true;
  // None was submitted; the text has the form of a version all the same, before all that exist.
  case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
    info.string("v0000-01-01-00");
    return true;
  case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
    info.array(builtInKernelVersions());
    return true;
  case CL_DEVICE_ILS_WITH_VERSION:
    info.bytes(nullptr, 0);
    return true;
  }
  return false;
}

/// Names and versions. True if it was one.
bool textInfo(const Device &device, cl_device_info name, InfoWriter &info) {
  switch (name) {
  case CL_DEVICE_NAME:
    info.string(device.description().name);
    return true;
  case CL_DEVICE_VENDOR:
    info.string(device.description().vendor);
    return true;
  case CL_DRIVER_VERSION:
    info.string(WEFT_VERSION);
    return true;
  case CL_DEVICE_PROFILE:
    info.string(device.description().profile);
    return true;
  case CL_DEVICE_VERSION:
    info.string(versionText());
    return true;
  case CL_DEVICE_OPENCL_C_VERSION:
    info.string(languageVersionText());
    return true;
  case CL_DEVICE_EXTENSIONS:
    info.string(namesText(extensions(device.description())));
    return true;
  case CL_DEVICE_BUILT_IN_KERNELS:
    info.string(builtInKernelNames());
    return true;
  case CL_DEVICE_NUMERIC_VERSION:
    info.scalar<cl_version>(kOpenclVersion);
    return true;
  case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR:
    info.scalar<cl_version>(kBackwardCompatibleC);
    return true;
  case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
    info.array(languageVersions());
    return true;
  case CL_DEVICE_OPENCL_C_FEATURES:
    info.array(languageFeatures());
    return true;
  case CL_DEVICE_EXTENSIONS_WITH_VERSION:
    info.array(extensions(device.description()));
    return true;
  }
  return false;
}

/// Sizes and limits. True if it was one.
bool limitInfo(Device &device, cl_device_info name, InfoWriter &info) {
  const board::Description &board = device.description();
  switch (name) {
  case CL_DEVICE_MAX_COMPUTE_UNITS:
    info.scalar<cl_uint>(cl_uint(device.regions().size()));
    return true;
  case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
    info.scalar<cl_uint>(3);
    return true;
  case CL_DEVICE_MAX_WORK_ITEM_SIZES:
    info.array(std::vector<size_t>(3, board.maxWorkGroupSize));
    return true;
  case CL_DEVICE_MAX_WORK_GROUP_SIZE:
    info.scalar<size_t>(board.maxWorkGroupSize);
    return true;
  case CL_DEVICE_MAX_CLOCK_FREQUENCY:
    info.scalar<cl_uint>(cl_uint(std::lround(board.clockMhz)));
    return true;
  case CL_DEVICE_ADDRESS_BITS:
    info.scalar<cl_uint>(board.addressBits);
    return true;
  case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    info.scalar<cl_ulong>(largestBuffer(device));
    return true;
  case CL_DEVICE_GLOBAL_MEM_SIZE:
    info.scalar<cl_ulong>(device.memory().capacity());
    return true;
  case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
    info.scalar<cl_ulong>(0);
    return true;
  case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
    info.scalar<cl_uint>(board.lineBytes());  // one request's worth; there is no cache
    return true;
  case CL_DEVICE_MAX_PARAMETER_SIZE:
    info.scalar<size_t>(1024);
    return true;
  case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
    info.scalar<cl_uint>(Device::kBaseAlignment * 8);
    return true;
  case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
    info.scalar<cl_uint>(Device::kBaseAlignment);
    return true;
  case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
    info.scalar<cl_ulong>(board.constantBufferBytes);
    return true;
  case CL_DEVICE_MAX_CONSTANT_ARGS:
    info.scalar<cl_uint>(8);
    return true;
  case CL_DEVICE_LOCAL_MEM_SIZE:
    info.scalar<cl_ulong>(board.localMemoryBytes);
    return true;
  case CL_DEVICE_PRINTF_BUFFER_SIZE:
    info.scalar<size_t>(0);  // printf is not supported
    return true;
  case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
    info.scalar<size_t>(size_t(std::ceil(device.timerResolution())));
    return true;
  case CL_DEVICE_MEMORY_PORT_BYTES_WEFT:
    info.scalar<cl_uint>(board.lineBytes() * board.ports);
    return true;
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    info.scalar<cl_uint>(1);
    return true;
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
    info.scalar<cl_uint>(0);
    return true;
  }
  return false;
}

/// The list, or a single 0 for none.
std::vector<cl_device_partition_property> orZero(std::vector<cl_device_partition_property> list) {
  if (list.empty())
    list.push_back(0);
  return list;
}

/// Partitioning and sub-devices. True if it was one.
bool partitionInfo(Device &device, cl_device_info name, InfoWriter &info) {
  switch (name) {
  case CL_DEVICE_PARENT_DEVICE:
    info.scalar<cl_device_id>(device.parent() ? device.parent()->handle() : nullptr);
    return true;
  case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
    info.scalar<cl_uint>(maxSubDevices(device));
    return true;
  case CL_DEVICE_PARTITION_PROPERTIES:
    info.array(orZero(partitionSchemes(device)));
    return true;
  case CL_DEVICE_PARTITION_TYPE:
    info.array(orZero(device.partition()));
    return true;
  case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
    info.scalar<cl_device_affinity_domain>(0);
    return true;
  case CL_DEVICE_REFERENCE_COUNT:
    info.scalar<cl_uint>(device.parent() ? device.retained() : 1);
    return true;
  }
  return false;
}

}  // namespace

void deviceInfo(Device &device, cl_device_info name, InfoWriter &info) {
  if (limitInfo(device, name, info) || textInfo(device, name, info) || partitionInfo(device, name, info) ||
      imageInfo(name, info) || optionalFeatureInfo(name, info))
    return;
  switch (name) {
  case CL_DEVICE_TYPE:
    return info.scalar<cl_device_type>(kDeviceType);
  case CL_DEVICE_VENDOR_ID:
    return info.scalar<cl_uint>(0x57454654);  // 'WEFT'; the PCI numbers have 16 bits
  case CL_DEVICE_PLATFORM:
    return info.scalar<cl_platform_id>(device.platform().handle());
  case CL_DEVICE_SINGLE_FP_CONFIG:
    return info.scalar<cl_device_fp_config>(CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA |
                                            CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
  case CL_DEVICE_DOUBLE_FP_CONFIG:
    return info.scalar<cl_device_fp_config>(0);
  case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
    return info.scalar<cl_device_mem_cache_type>(CL_NONE);
  case CL_DEVICE_LOCAL_MEM_TYPE:
    return info.scalar<cl_device_local_mem_type>(CL_LOCAL);
  case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
    return info.scalar<cl_bool>(CL_FALSE);
  case CL_DEVICE_HOST_UNIFIED_MEMORY:
    return info.scalar<cl_bool>(device.description().sharedMemory);
  case CL_DEVICE_ENDIAN_LITTLE:
  case CL_DEVICE_AVAILABLE:
  case CL_DEVICE_COMPILER_AVAILABLE:
  case CL_DEVICE_LINKER_AVAILABLE:
  case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
    return info.scalar<cl_bool>(CL_TRUE);
  case CL_DEVICE_EXECUTION_CAPABILITIES:
    return info.scalar<cl_device_exec_capabilities>(CL_EXEC_KERNEL);
  case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
    return info.scalar<cl_command_queue_properties>(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  }
  throw Error(CL_INVALID_VALUE, "unknown device query, or one of an extension that the device does not have");
}

}  // namespace weft::entry
