// SPDX-License-Identifier: Apache-2.0
#include "host/api/device_info.h"

#include <CL/cl_ext_weft.h>
#include <algorithm>
#include <cmath>

#include "host/api/boundary.h"
#include "host/api/float_atomics.h"
#include "host/api/versions.h"
#include "host/core/built_in.h"
#include "host/core/device.h"
#include "host/core/partition.h"
#include "host/core/platform.h"
#include "host/core/storage.h"

namespace weft::entry {
namespace {

// On all that cl_ext_float_atomics knows, where the board's memory has atomic operations.
constexpr cl_device_fp_atomic_capabilities_ext kLocalFloatAtomics = CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT |
                                                                    CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT |
                                                                    CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT;
constexpr cl_device_fp_atomic_capabilities_ext kFloatAtomics =
    kLocalFloatAtomics | CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT | CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT |
    CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT;

/// The list, or a single 0 for none.
std::vector<cl_device_partition_property> orZero(std::vector<cl_device_partition_property> list) {
  if (list.empty())
    list.push_back(0);
  return list;
}

}  // namespace

// A flat table: a line or two for each query.
// NOLINTNEXTLINE(readability-function-size)
void deviceInfo(Device &device, cl_device_info name, InfoWriter &info) {
  const board::Description &board = device.description();
  switch (name) {
  // Kind and abilities.
  case CL_DEVICE_TYPE:
    return info.scalar<cl_device_type>(deviceType(board));
  case CL_DEVICE_VENDOR_ID:
    return info.scalar<cl_uint>(0x57454654);  // 'WEFT'; the PCI numbers have 16 bits
  case CL_DEVICE_PLATFORM:
    return info.scalar<cl_platform_id>(device.platform().handle());
  case CL_DEVICE_SINGLE_FP_CONFIG:
    return info.scalar<cl_device_fp_config>(CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA |
                                            CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
  case CL_DEVICE_DOUBLE_FP_CONFIG:
    // OpenCL 1.2 (table 4.3) asks for every rounding mode: conversions have them, arithmetic rounds to nearest.
    return info.scalar<cl_device_fp_config>(CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                            CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA);
  case CL_DEVICE_HALF_FP_CONFIG:
    return info.scalar<cl_device_fp_config>(CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA);
  case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
    return info.scalar<cl_device_mem_cache_type>(CL_NONE);
  case CL_DEVICE_LOCAL_MEM_TYPE:
    return info.scalar<cl_device_local_mem_type>(CL_LOCAL);
  case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
    return info.scalar<cl_bool>(CL_FALSE);
  case CL_DEVICE_HOST_UNIFIED_MEMORY:
    return info.scalar<cl_bool>(board.sharedMemory);
  case CL_DEVICE_ENDIAN_LITTLE:
  case CL_DEVICE_AVAILABLE:
  case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
    return info.scalar<cl_bool>(CL_TRUE);
  case CL_DEVICE_COMPILER_AVAILABLE:
  case CL_DEVICE_LINKER_AVAILABLE:
    return info.scalar<cl_bool>(device.board().takesNewKernels());
  case CL_DEVICE_EXECUTION_CAPABILITIES:
    return info.scalar<cl_device_exec_capabilities>(CL_EXEC_KERNEL);
  case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
    return info.scalar<cl_command_queue_properties>(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);

  // Sizes and limits.
  case CL_DEVICE_MAX_COMPUTE_UNITS:
    return info.scalar<cl_uint>(cl_uint(device.regions().size()));
  case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
    return info.scalar<cl_uint>(3);
  case CL_DEVICE_MAX_WORK_ITEM_SIZES:
    return info.array(std::vector<size_t>(3, board.maxWorkGroupSize));
  case CL_DEVICE_MAX_WORK_GROUP_SIZE:
    return info.scalar<size_t>(board.maxWorkGroupSize);
  case CL_DEVICE_MAX_NUM_SUB_GROUPS:
    return info.scalar<cl_uint>(board.maxWorkGroupSize / kernel::kSubGroupSize);
  case CL_DEVICE_MAX_CLOCK_FREQUENCY:
    return info.scalar<cl_uint>(cl_uint(std::lround(board.clockMhz)));
  case CL_DEVICE_ADDRESS_BITS:
    return info.scalar<cl_uint>(board.addressBits);
  case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    return info.scalar<cl_ulong>(largestBuffer(device));
  case CL_DEVICE_GLOBAL_MEM_SIZE:
    return info.scalar<cl_ulong>(device.memory().capacity());
  case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
    return info.scalar<cl_ulong>(0);
  case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
    return info.scalar<cl_uint>(board.lineBytes());  // one request's worth; there is no cache
  case CL_DEVICE_MAX_PARAMETER_SIZE:
    return info.scalar<size_t>(1024);
  case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
    return info.scalar<cl_uint>(Device::kBaseAlignment * 8);
  case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
    return info.scalar<cl_uint>(Device::kBaseAlignment);
  case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
    return info.scalar<cl_ulong>(board.constantBufferBytes);
  case CL_DEVICE_MAX_CONSTANT_ARGS:
    return info.scalar<cl_uint>(8);
  case CL_DEVICE_LOCAL_MEM_SIZE:
    return info.scalar<cl_ulong>(board.localMemoryBytes);
  case CL_DEVICE_PRINTF_BUFFER_SIZE:
    return info.scalar<size_t>(board.printBytes());
  case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
    return info.scalar<size_t>(size_t(std::ceil(device.timerResolution())));
  case CL_DEVICE_MEMORY_PORT_BYTES_WEFT:
    return info.scalar<cl_uint>(board.lineBytes() * board.ports);
  case CL_DEVICE_MEMORY_PORTS_WEFT:
    return info.scalar<cl_uint>(board.ports);
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
    return info.scalar<cl_uint>(1);

  // Names and versions.
  case CL_DEVICE_NAME:
    return info.string(board.name);
  case CL_DEVICE_VENDOR:
    return info.string(board.vendor);
  case CL_DRIVER_VERSION:
    return info.string(WEFT_VERSION);
  case CL_DEVICE_PROFILE:
    return info.string(board.profile);
  case CL_DEVICE_VERSION:
    return info.string(versionText());
  case CL_DEVICE_OPENCL_C_VERSION:
    return info.string(languageVersionText());
  case CL_DEVICE_EXTENSIONS:
    return info.string(namesText(extensions(board)));
  case CL_DEVICE_BUILT_IN_KERNELS:
    return info.string(builtInKernelNames());
  case CL_DEVICE_NUMERIC_VERSION:
    return info.scalar<cl_version>(kOpenclVersion);
  case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR:
    return info.scalar<cl_version>(kBackwardCompatibleC);
  case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
    return info.array(languageVersions());
  case CL_DEVICE_OPENCL_C_FEATURES:
    return info.array(languageFeatures(board));
  case CL_DEVICE_EXTENSIONS_WITH_VERSION:
    return info.array(extensions(board));

  // Partitioning and sub-devices.
  case CL_DEVICE_PARENT_DEVICE:
    return info.scalar<cl_device_id>(device.parent() ? device.parent()->handle() : nullptr);
  case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
    return info.scalar<cl_uint>(maxSubDevices(device));
  case CL_DEVICE_PARTITION_PROPERTIES:
    return info.array(orZero(partitionSchemes(device)));
  case CL_DEVICE_PARTITION_TYPE:
    return info.array(orZero(device.partition()));
  case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
    return info.scalar<cl_device_affinity_domain>(0);
  case CL_DEVICE_REFERENCE_COUNT:
    return info.scalar<cl_uint>(device.parent() ? device.retained() : 1);

  // Images: all zero, since no device supports them.
  case CL_DEVICE_IMAGE_SUPPORT:
    return info.scalar<cl_bool>(CL_FALSE);
  case CL_DEVICE_MAX_READ_IMAGE_ARGS:
  case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
  case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
  case CL_DEVICE_MAX_SAMPLERS:
  case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
  case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
    return info.scalar<cl_uint>(0);
  case CL_DEVICE_IMAGE2D_MAX_WIDTH:
  case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
  case CL_DEVICE_IMAGE3D_MAX_WIDTH:
  case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
  case CL_DEVICE_IMAGE3D_MAX_DEPTH:
  case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
  case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
    return info.scalar<size_t>(0);

  // Optional features of 2.x and 3.0, none of which there is.
  case CL_DEVICE_SVM_CAPABILITIES:
    return info.scalar<cl_device_svm_capabilities>(0);
  case CL_DEVICE_MAX_PIPE_ARGS:
  case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
  case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
  case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
  case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
  case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
  case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
  case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT:
    return info.scalar<cl_uint>(0);
  case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
    return info.scalar<cl_command_queue_properties>(0);
  case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
  case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
    return info.scalar<size_t>(kernel::kMaxVariableBytes);
  case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
    return info.scalar<size_t>(1);
  case CL_DEVICE_PIPE_SUPPORT:
    return info.scalar<cl_bool>(CL_FALSE);
  case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
  case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
  case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
  case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
    return info.scalar<cl_bool>(CL_TRUE);
  case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
    return info.scalar<cl_device_device_enqueue_capabilities>(0);
  // No scope wider than the device: there is no shared virtual memory.
  case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
    if (board.atomicBits == 0)  // only in local memory
      return info.scalar<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_ORDER_RELAXED |
                                                        CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP);
    return info.scalar<cl_device_atomic_capabilities>(
        CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST |
        CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE);
  case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
    return info.scalar<cl_device_atomic_capabilities>(
        CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST |
        CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE);
  // cl_ext_float_atomics.
  case CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT:
    return info.scalar<cl_device_fp_atomic_capabilities_ext>(board.atomicBits ? kFloatAtomics : kLocalFloatAtomics);
  case CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT:
    return info.scalar<cl_device_fp_atomic_capabilities_ext>(board.atomicBits == 64 ? kFloatAtomics : 0);
  case CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT:
    return info.scalar<cl_device_fp_atomic_capabilities_ext>(0);
  // cl_khr_integer_dot_product: all of it; a sum of products written in the kernel becomes the same hardware.
  case CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR:
    return info.scalar<cl_device_integer_dot_product_capabilities_khr>(
        CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR | CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR);
  case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR:
  case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR:
    return info.scalar<cl_device_integer_dot_product_acceleration_properties_khr>({});
  case CL_DEVICE_IL_VERSION:
    return info.string("");
  // None was submitted; the text has the form of a version all the same, before all that exist.
  case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
    return info.string("v0000-01-01-00");
  case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
    return info.array(builtInKernelVersions());
  case CL_DEVICE_ILS_WITH_VERSION:
    return info.bytes(nullptr, 0);
  }
  throw Error(CL_INVALID_VALUE, "unknown device query, or one of an extension that the device does not have");
}

}  // namespace weft::entry
