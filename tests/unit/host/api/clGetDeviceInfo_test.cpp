// SPDX-License-Identifier: Apache-2.0
#include <CL/cl_ext.h>
#include <CL/cl_ext_weft.h>
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "boards.h"
#include "handles.h"

using namespace test;

namespace {

/// Every query of OpenCL 1.0 to 3.0 and the size of its answer; 0: a string or a list.
constexpr struct {
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
                {CL_DRIVER_VERSION, 0}};

std::map<std::string, cl_version> versions(cl_device_id device, cl_device_info name) {
  std::map<std::string, cl_version> result;
  for (const cl_name_version &entry : deviceList<cl_name_version>(device, name))
    CHECK(result.emplace(entry.name, entry.version).second);
  return result;
}

std::set<std::string> words(const std::string &text) {
  std::istringstream stream(text);
  return std::set<std::string>(std::istream_iterator<std::string>(stream), {});
}

/// Whether a kernel with this text builds for the device.
bool builds(cl_device_id device, const std::string &source, const char *options) {
  cl_int error = 1;
  OwnContext context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  const char *text = source.c_str();
  OwnProgram program(clCreateProgramWithSource(context, 1, &text, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  return clBuildProgram(program, 1, &device, options, nullptr, nullptr) == CL_SUCCESS;
}

}  // namespace

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: every query of OpenCL 1.0 to 3.0, with the size of its type") {
  for (cl_device_id each : allDevices(platform))
    for (const auto &query : kQueries) {
      INFO("query " << std::hex << query.name);
      size_t bytes = 0;
      REQUIRE(clGetDeviceInfo(each, query.name, 0, nullptr, &bytes) == CL_SUCCESS);
      CHECK((query.bytes == 0 || bytes == query.bytes));
      std::vector<char> value(bytes + 1);
      CHECK(clGetDeviceInfo(each, query.name, bytes + 1, value.data(), nullptr) == CL_SUCCESS);
    }
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

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: the embedded profile's board meets its minima") {
  const cl_device_id soc = deviceNamed(platform, "sim-soc");
  const auto number = [&](cl_device_info name) { return info<cl_uint>(clGetDeviceInfo, soc, name); };
  const auto wide = [&](cl_device_info name) { return info<cl_ulong>(clGetDeviceInfo, soc, name); };
  CHECK(deviceText(soc, CL_DEVICE_PROFILE) == "EMBEDDED_PROFILE");
  CHECK(number(CL_DEVICE_ADDRESS_BITS) == 32);
  CHECK(number(CL_DEVICE_HOST_UNIFIED_MEMORY) == CL_TRUE);
  CHECK(number(CL_DEVICE_MAX_CONSTANT_ARGS) >= 4);
  CHECK(info<size_t>(clGetDeviceInfo, soc, CL_DEVICE_MAX_PARAMETER_SIZE) >= 256);
  CHECK(wide(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE) >= 1024);
  CHECK(wide(CL_DEVICE_LOCAL_MEM_SIZE) >= 1024);
  CHECK(wide(CL_DEVICE_MAX_MEM_ALLOC_SIZE) >= std::max<cl_ulong>(wide(CL_DEVICE_GLOBAL_MEM_SIZE) / 4, 1 << 20));
  CHECK(words(deviceText(soc, CL_DEVICE_EXTENSIONS)).count("cles_khr_int64") == 1);
  CHECK(words(deviceText(device, CL_DEVICE_EXTENSIONS)).count("cles_khr_int64") == 0);
  CHECK(words(platformText(platform, CL_PLATFORM_EXTENSIONS)).count("cles_khr_int64") == 0);
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: versions") {
  CHECK(deviceText(device, CL_DEVICE_VERSION).rfind("OpenCL 3.0 Weft ", 0) == 0);
  CHECK(info<cl_version>(clGetDeviceInfo, device, CL_DEVICE_NUMERIC_VERSION) == CL_MAKE_VERSION(3, 0, 0));
  // The highest that is backward compatible; 3.0 is among all.
  CHECK(deviceText(device, CL_DEVICE_OPENCL_C_VERSION).rfind("OpenCL C 1.2 ", 0) == 0);
  CHECK(info<cl_version>(clGetDeviceInfo, device, CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR) == CL_MAKE_VERSION(1, 2, 0));
  CHECK(deviceText(device, CL_DEVICE_PROFILE) == "FULL_PROFILE");
  // vYYYY-MM-DD-XX; the year 0000 says that no version was passed.
  CHECK(deviceText(device, CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED) == "v0000-01-01-00");
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: each reported OpenCL C version builds, and no other") {
  std::set<cl_version> reported;
  for (const cl_name_version &entry : deviceList<cl_name_version>(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS)) {
    CHECK(std::string(entry.name) == "OpenCL C");
    reported.insert(entry.version);
  }
  CHECK(reported.count(CL_MAKE_VERSION(3, 0, 0)) == 1);
  const struct {
    cl_version version;
    const char *option;
    int language;
  } options[] = {{CL_MAKE_VERSION(1, 1, 0), "-cl-std=CL1.1", 110},
                 {CL_MAKE_VERSION(1, 2, 0), "-cl-std=CL1.2", 120},
                 {CL_MAKE_VERSION(2, 0, 0), "-cl-std=CL2.0", 200},
                 {CL_MAKE_VERSION(3, 0, 0), "-cl-std=CL3.0", 300}};
  for (const auto &option : options) {
    INFO(option.option);
    const std::string source = "#if __OPENCL_C_VERSION__ != " + std::to_string(option.language) +
                               " || __OPENCL_VERSION__ != 300\n#error wrong version\n#endif\n"
                               "kernel void k(global int *p) { *p = 1; }";
    CHECK(builds(device, source, option.option) == (reported.count(option.version) == 1));
  }
  // Without the option: the highest version 1.x.
  CHECK(builds(device, "#if __OPENCL_C_VERSION__ != 120\n#error\n#endif\nkernel void k() {}", nullptr));
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: what OpenCL C 3.0 demands of every device builds") {
  CHECK(builds(device, R"(
    kernel void k(global int *p, local int *q, global size_t *s) {
      s[0] = get_enqueued_local_size(0) + get_global_linear_id() + get_local_linear_id();
      q[get_local_id(0)] = ctz((uint)p[1]);
      work_group_barrier(CLK_LOCAL_MEM_FENCE);
      work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
      p[get_global_id(0)] = q[0];
      atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
    }
    kernel void a(volatile global atomic_int *g, volatile local atomic_int *l, global int *p) {
      atomic_fetch_add_explicit(g, 1, memory_order_relaxed, memory_scope_work_group);
      atomic_init(l, 3);
      p[0] = atomic_load_explicit(l, memory_order_relaxed, memory_scope_work_group);
    })",
               "-cl-std=CL3.0"));
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: each optional feature as the compiler has it") {
  const auto features = versions(device, CL_DEVICE_OPENCL_C_FEATURES);
  for (const char *name :
       {"__opencl_c_3d_image_writes", "__opencl_c_atomic_order_acq_rel", "__opencl_c_atomic_order_seq_cst",
        "__opencl_c_atomic_scope_device", "__opencl_c_atomic_scope_all_devices", "__opencl_c_device_enqueue",
        "__opencl_c_generic_address_space", "__opencl_c_fp64", "__opencl_c_images", "__opencl_c_int64",
        "__opencl_c_pipes", "__opencl_c_program_scope_global_variables", "__opencl_c_read_write_images",
        "__opencl_c_subgroups", "__opencl_c_work_group_collective_functions"}) {
    INFO(name);
    const std::string source =
        "#ifndef " + std::string(name) + "\n#error\n#endif\nkernel void k(global int *p) { *p = 1; }";
    CHECK(builds(device, source, "-cl-std=CL3.0") == (features.count(name) == 1));
  }
  CHECK(features.at("__opencl_c_int64") == CL_MAKE_VERSION(3, 0, 0));  // the full profile needs it
  CHECK(builds(device, "kernel void k(global long *p) { *p *= 3; }", "-cl-std=CL3.0"));
  CHECK(info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT) == CL_FALSE);
  CHECK_FALSE(builds(device, "kernel void k(global int *p) { generic int *q = p; *q = 1; }", "-cl-std=CL3.0"));
  CHECK(info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_PIPE_SUPPORT) == CL_FALSE);
  CHECK_FALSE(builds(device, "kernel void k(read_only pipe int p) {}", "-cl-std=CL3.0"));
  CHECK(info<size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE) == 0);
  CHECK_FALSE(builds(device, "global int v; kernel void k() { v = 1; }", "-cl-std=CL3.0"));
  CHECK(info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT) == CL_FALSE);
  CHECK_FALSE(builds(device, "kernel void k(global int *p) { *p = work_group_reduce_add(1); }", "-cl-std=CL3.0"));
  CHECK(info<cl_device_fp_config>(clGetDeviceInfo, device, CL_DEVICE_DOUBLE_FP_CONFIG) == 0);
  CHECK_FALSE(builds(device, "kernel void k(global double *p) { *p *= 3; }", "-cl-std=CL3.0"));
  CHECK(info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_IMAGE_SUPPORT) == CL_FALSE);
  CHECK(builds(device, "#ifdef __IMAGE_SUPPORT__\n#error\n#endif\nkernel void k() {}", ""));
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: extensions, by name and with version, and as macros of the compiler") {
  const std::set<std::string> names = words(deviceText(device, CL_DEVICE_EXTENSIONS));
  for (const char *obligatory :
       {"cl_khr_global_int32_base_atomics", "cl_khr_global_int32_extended_atomics", "cl_khr_local_int32_base_atomics",
        "cl_khr_local_int32_extended_atomics", "cl_khr_byte_addressable_store"}) {
    INFO(obligatory);
    CHECK(names.count(obligatory) == 1);
    CHECK(builds(device, "#ifndef " + std::string(obligatory) + "\n#error\n#endif\nkernel void k() {}", ""));
  }
  std::set<std::string> versioned;
  for (const auto &[name, version] : versions(device, CL_DEVICE_EXTENSIONS_WITH_VERSION)) {
    CHECK(version >= CL_MAKE_VERSION(1, 0, 0));
    versioned.insert(name);
  }
  CHECK(versioned == names);
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: atomics and fences meet the minima of 3.0") {
  const auto memory =
      info<cl_device_atomic_capabilities>(clGetDeviceInfo, device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES);
  const auto fence = info<cl_device_atomic_capabilities>(clGetDeviceInfo, device, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES);
  constexpr cl_device_atomic_capabilities minimum = CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  CHECK((memory & minimum) == minimum);
  CHECK((fence & (minimum | CL_DEVICE_ATOMIC_ORDER_ACQ_REL)) == (minimum | CL_DEVICE_ATOMIC_ORDER_ACQ_REL));
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: CL_INVALID_DEVICE, device is not valid") {
  for (cl_device_id wrong : invalidHandles<cl_device_id>(*this))
    CHECK(clGetDeviceInfo(wrong, CL_DEVICE_TYPE, 0, nullptr, nullptr) == CL_INVALID_DEVICE);
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: CL_INVALID_VALUE, param_name is not one of the supported values") {
  CHECK(clGetDeviceInfo(device, 0x1, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  // Of an extension that the device does not have.
  CHECK(clGetDeviceInfo(device, CL_DEVICE_HALF_FP_CONFIG, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: CL_INVALID_VALUE, param_value_size is too small and param_value not NULL") {
  for (const auto &query : kQueries) {
    INFO("query " << std::hex << query.name);
    size_t bytes = 0;
    REQUIRE(clGetDeviceInfo(device, query.name, 0, nullptr, &bytes) == CL_SUCCESS);
    std::vector<char> value(bytes + 1, 'x');
    if (bytes) {
      CHECK(clGetDeviceInfo(device, query.name, bytes - 1, value.data(), nullptr) == CL_INVALID_VALUE);
      CHECK(value == std::vector<char>(bytes + 1, 'x'));
    }
  }
}
