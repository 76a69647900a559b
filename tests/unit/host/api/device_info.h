// SPDX-License-Identifier: Apache-2.0
// What the tests of clGetDeviceInfo share: all queries, and ways to read answers and to try what they promise.
#pragma once
#include <CL/cl_ext.h>
#include <CL/cl_ext_weft.h>
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "boards.h"
#include "handles.h"

namespace test {

/// Every query of OpenCL 1.0 to 3.0 and the size of its answer; 0: a string or a list.
inline constexpr struct {
  cl_device_info name;
  size_t bytes;
} kQueries[] = {{CL_DEVICE_TYPE, 8},
                {CL_DEVICE_VENDOR_ID, 4},
                {CL_DEVICE_MAX_COMPUTE_UNITS, 4},
                {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 4},
                {CL_DEVICE_MAX_WORK_ITEM_SIZES, 24},
                {CL_DEVICE_MAX_WORK_GROUP_SIZE, 8},
                {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, 4},
                {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, 4},
                {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, 4},
                {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, 4},
                {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, 4},
                {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, 4},
                {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, 4},
                {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, 4},
                {CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, 4},
                {CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, 4},
                {CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, 4},
                {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, 4},
                {CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, 4},
                {CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, 4},
                {CL_DEVICE_MAX_CLOCK_FREQUENCY, 4},
                {CL_DEVICE_ADDRESS_BITS, 4},
                {CL_DEVICE_MAX_MEM_ALLOC_SIZE, 8},
                {CL_DEVICE_IMAGE_SUPPORT, 4},
                {CL_DEVICE_MAX_READ_IMAGE_ARGS, 4},
                {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, 4},
                {CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, 4},
                {CL_DEVICE_IL_VERSION, 0},
                {CL_DEVICE_IMAGE2D_MAX_WIDTH, 8},
                {CL_DEVICE_IMAGE2D_MAX_HEIGHT, 8},
                {CL_DEVICE_IMAGE3D_MAX_WIDTH, 8},
                {CL_DEVICE_IMAGE3D_MAX_HEIGHT, 8},
                {CL_DEVICE_IMAGE3D_MAX_DEPTH, 8},
                {CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, 8},
                {CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, 8},
                {CL_DEVICE_MAX_SAMPLERS, 4},
                {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, 4},
                {CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, 4},
                {CL_DEVICE_MAX_PIPE_ARGS, 4},
                {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, 4},
                {CL_DEVICE_PIPE_MAX_PACKET_SIZE, 4},
                {CL_DEVICE_MAX_PARAMETER_SIZE, 8},
                {CL_DEVICE_MEM_BASE_ADDR_ALIGN, 4},
                {CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, 4},
                {CL_DEVICE_SINGLE_FP_CONFIG, 8},
                {CL_DEVICE_DOUBLE_FP_CONFIG, 8},
                {CL_DEVICE_HALF_FP_CONFIG, 8},
                {CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, 4},
                {CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, 4},
                {CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, 8},
                {CL_DEVICE_GLOBAL_MEM_SIZE, 8},
                {CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, 8},
                {CL_DEVICE_MAX_CONSTANT_ARGS, 4},
                {CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, 8},
                {CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, 8},
                {CL_DEVICE_LOCAL_MEM_TYPE, 4},
                {CL_DEVICE_LOCAL_MEM_SIZE, 8},
                {CL_DEVICE_ERROR_CORRECTION_SUPPORT, 4},
                {CL_DEVICE_HOST_UNIFIED_MEMORY, 4},
                {CL_DEVICE_PROFILING_TIMER_RESOLUTION, 8},
                {CL_DEVICE_ENDIAN_LITTLE, 4},
                {CL_DEVICE_AVAILABLE, 4},
                {CL_DEVICE_COMPILER_AVAILABLE, 4},
                {CL_DEVICE_LINKER_AVAILABLE, 4},
                {CL_DEVICE_EXECUTION_CAPABILITIES, 8},
                {CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, 8},
                {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, 8},
                {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, 4},
                {CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, 4},
                {CL_DEVICE_MAX_ON_DEVICE_QUEUES, 4},
                {CL_DEVICE_MAX_ON_DEVICE_EVENTS, 4},
                {CL_DEVICE_BUILT_IN_KERNELS, 0},
                {CL_DEVICE_PLATFORM, 8},
                {CL_DEVICE_NAME, 0},
                {CL_DEVICE_VENDOR, 0},
                {CL_DEVICE_PROFILE, 0},
                {CL_DEVICE_VERSION, 0},
                {CL_DEVICE_OPENCL_C_VERSION, 0},
                {CL_DEVICE_EXTENSIONS, 0},
                {CL_DEVICE_PRINTF_BUFFER_SIZE, 8},
                {CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, 4},
                {CL_DEVICE_PARENT_DEVICE, 8},
                {CL_DEVICE_PARTITION_MAX_SUB_DEVICES, 4},
                {CL_DEVICE_PARTITION_PROPERTIES, 0},
                {CL_DEVICE_PARTITION_AFFINITY_DOMAIN, 8},
                {CL_DEVICE_PARTITION_TYPE, 0},
                {CL_DEVICE_REFERENCE_COUNT, 4},
                {CL_DEVICE_SVM_CAPABILITIES, 8},
                {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, 4},
                {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, 4},
                {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, 4},
                {CL_DEVICE_MAX_NUM_SUB_GROUPS, 4},
                {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, 4},
                {CL_DEVICE_NUMERIC_VERSION, 4},
                {CL_DEVICE_EXTENSIONS_WITH_VERSION, 0},
                {CL_DEVICE_ILS_WITH_VERSION, 0},
                {CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, 0},
                {CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, 8},
                {CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, 8},
                {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, 4},
                {CL_DEVICE_OPENCL_C_ALL_VERSIONS, 0},
                {CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, 8},
                {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, 4},
                {CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, 4},
                {CL_DEVICE_OPENCL_C_FEATURES, 0},
                {CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, 8},
                {CL_DEVICE_PIPE_SUPPORT, 4},
                {CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, 0},
                {CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR, 8},
                {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR, 0},
                {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR, 0},
                {CL_DRIVER_VERSION, 0}};

/// A query of 4 or 8 bytes.
inline uint64_t number(cl_device_id device, cl_device_info name) {
  const auto *const query =
      std::find_if(std::begin(kQueries), std::end(kQueries), [&](const auto &each) { return each.name == name; });
  REQUIRE(query != std::end(kQueries));
  return query->bytes == 4 ? info<cl_uint>(clGetDeviceInfo, device, name)
                           : info<cl_ulong>(clGetDeviceInfo, device, name);
}

inline std::map<std::string, cl_version> versions(cl_device_id device, cl_device_info name) {
  std::map<std::string, cl_version> result;
  for (const cl_name_version &entry : deviceList<cl_name_version>(device, name))
    CHECK(result.emplace(entry.name, entry.version).second);
  return result;
}

inline std::set<std::string> words(const std::string &text) {
  std::istringstream stream(text);
  return std::set<std::string>(std::istream_iterator<std::string>(stream), {});
}

/// Whether a kernel with this text builds for the device.
inline bool builds(cl_device_id device, const std::string &source, const char *options) {
  cl_int error = 1;
  OwnContext context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  const char *text = source.c_str();
  OwnProgram program(clCreateProgramWithSource(context, 1, &text, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  return clBuildProgram(program, 1, &device, options, nullptr, nullptr) == CL_SUCCESS;
}

}  // namespace test
