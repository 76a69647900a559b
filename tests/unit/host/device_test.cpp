// SPDX-License-Identifier: Apache-2.0
#include <CL/cl_ext_weft.h>

#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clGetDeviceIDs") {
  cl_uint count = 0;
  cl_device_id found = nullptr;
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &found, &count) == CL_SUCCESS);
  CHECK(count == 1);
  CHECK(found == device);
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &found, nullptr) == CL_SUCCESS);
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &found, &count) == CL_DEVICE_NOT_FOUND);
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CUSTOM, 1, &found, &count) == CL_DEVICE_NOT_FOUND);
  CHECK(clGetDeviceIDs(platform, 0, 1, &found, &count) == CL_INVALID_DEVICE_TYPE);
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &found, &count) == CL_INVALID_VALUE);
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: limits meet the minima of the full profile") {
  const auto number = [&](cl_device_info name) { return info<cl_uint>(clGetDeviceInfo, device, name); };
  const auto wide = [&](cl_device_info name) { return info<cl_ulong>(clGetDeviceInfo, device, name); };
  const auto size = [&](cl_device_info name) { return info<size_t>(clGetDeviceInfo, device, name); };
  CHECK(info<cl_device_type>(clGetDeviceInfo, device, CL_DEVICE_TYPE) == CL_DEVICE_TYPE_ACCELERATOR);
  CHECK(number(CL_DEVICE_MAX_COMPUTE_UNITS) >= 1);
  CHECK(number(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS) == 3);
  const size_t group = size(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  CHECK(group >= 1);
  size_t sizes[3];
  REQUIRE(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(sizes), sizes, nullptr) == CL_SUCCESS);
  CHECK(sizes[0] == group);
  CHECK(wide(CL_DEVICE_MAX_MEM_ALLOC_SIZE) >= std::max<cl_ulong>(wide(CL_DEVICE_GLOBAL_MEM_SIZE) / 4, 128 << 20));
  CHECK(size(CL_DEVICE_MAX_PARAMETER_SIZE) >= 1024);
  CHECK(number(CL_DEVICE_MEM_BASE_ADDR_ALIGN) >= 1024);
  CHECK(wide(CL_DEVICE_LOCAL_MEM_SIZE) >= 32 * 1024);
  CHECK(wide(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE) >= 64 * 1024);
  CHECK(number(CL_DEVICE_MAX_CONSTANT_ARGS) >= 8);
  CHECK(size(CL_DEVICE_PROFILING_TIMER_RESOLUTION) == 5);
  CHECK(number(CL_DEVICE_MAX_CLOCK_FREQUENCY) == 200);
  CHECK(number(CL_DEVICE_MEMORY_PORT_BYTES_WEFT) == 64);
  const auto fp = info<cl_device_fp_config>(clGetDeviceInfo, device, CL_DEVICE_SINGLE_FP_CONFIG);
  CHECK((fp & (CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN)) == (CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN));
  CHECK((fp & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0);
  CHECK(info<cl_device_fp_config>(clGetDeviceInfo, device, CL_DEVICE_DOUBLE_FP_CONFIG) == 0);
  CHECK(info<cl_device_exec_capabilities>(clGetDeviceInfo, device, CL_DEVICE_EXECUTION_CAPABILITIES) == CL_EXEC_KERNEL);
  CHECK((info<cl_command_queue_properties>(clGetDeviceInfo, device, CL_DEVICE_QUEUE_PROPERTIES) &
         CL_QUEUE_PROFILING_ENABLE) != 0);
  for (const cl_device_info name :
       {CL_DEVICE_AVAILABLE, CL_DEVICE_COMPILER_AVAILABLE, CL_DEVICE_LINKER_AVAILABLE, CL_DEVICE_ENDIAN_LITTLE})
    CHECK(info<cl_bool>(clGetDeviceInfo, device, name) == CL_TRUE);
  CHECK(info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_IMAGE_SUPPORT) == CL_FALSE);
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: every query of OpenCL 1.2 answers") {
  for (cl_device_info name = CL_DEVICE_TYPE; name <= CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT; ++name) {
    if (name == 0x1033 + 0 /* CL_DEVICE_HALF_FP_CONFIG: cl_khr_fp16 */)
      continue;
    INFO("query " << std::hex << name);
    size_t bytes = 0;
    REQUIRE(clGetDeviceInfo(device, name, 0, nullptr, &bytes) == CL_SUCCESS);
    std::vector<char> value(bytes);
    CHECK(clGetDeviceInfo(device, name, bytes, value.data(), nullptr) == CL_SUCCESS);
    if (bytes)
      CHECK(clGetDeviceInfo(device, name, bytes - 1, value.data(), nullptr) == CL_INVALID_VALUE);
  }
  CHECK(clGetDeviceInfo(device, 0x1033, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clGetDeviceInfo(device, 0x1, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(deviceText(device, CL_DEVICE_VERSION).rfind("OpenCL 1.2 Weft ", 0) == 0);
  CHECK(deviceText(device, CL_DEVICE_OPENCL_C_VERSION).rfind("OpenCL C 1.2 ", 0) == 0);
  CHECK(deviceText(device, CL_DEVICE_PROFILE) == "FULL_PROFILE");
  const std::string extensions = deviceText(device, CL_DEVICE_EXTENSIONS);
  for (const char *obligatory :
       {"cl_khr_global_int32_base_atomics", "cl_khr_global_int32_extended_atomics", "cl_khr_local_int32_base_atomics",
        "cl_khr_local_int32_extended_atomics", "cl_khr_byte_addressable_store"})
    CHECK(extensions.find(obligatory) != std::string::npos);
}

TEST_CASE_METHOD(Weft, "root devices are not counted and cannot be partitioned") {
  CHECK(clRetainDevice(device) == CL_SUCCESS);
  CHECK(clReleaseDevice(device) == CL_SUCCESS);
  CHECK(clReleaseDevice(device) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_REFERENCE_COUNT) == 1);
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_uint count = 0;
  CHECK(clCreateSubDevices(device, equally, 0, nullptr, &count) == CL_INVALID_VALUE);
}
