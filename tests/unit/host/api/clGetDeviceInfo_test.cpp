// SPDX-License-Identifier: Apache-2.0
#include "device_info.h"

using namespace test;

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

// The tables of clause 4.2 and of the embedded profile. Where images, pipes, device queues and the like are absent
// their limits are 0.
TEST_CASE_METHOD(Weft, "clGetDeviceInfo: every limit meets the minimum of the device's profile") {
  constexpr struct {
    cl_device_info name;
    uint64_t full, embedded;
  } minima[] = {{CL_DEVICE_MAX_COMPUTE_UNITS, 1, 1},
                {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 3, 3},
                {CL_DEVICE_MAX_WORK_GROUP_SIZE, 1, 1},
                {CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, 1, 1},
                {CL_DEVICE_MAX_PARAMETER_SIZE, 1024, 256},
                {CL_DEVICE_MEM_BASE_ADDR_ALIGN, 8 * sizeof(cl_long16), 8 * sizeof(cl_long16)},
                {CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, sizeof(cl_long16), sizeof(cl_long16)},
                {CL_DEVICE_MAX_MEM_ALLOC_SIZE, 128 << 20, 1 << 20},
                {CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, 64 << 10, 1 << 10},
                {CL_DEVICE_MAX_CONSTANT_ARGS, 8, 4},
                {CL_DEVICE_LOCAL_MEM_SIZE, 32 << 10, 1 << 10},
                {CL_DEVICE_PROFILING_TIMER_RESOLUTION, 1, 1},
                {CL_DEVICE_AVAILABLE, CL_TRUE, CL_TRUE},
                {CL_DEVICE_COMPILER_AVAILABLE, CL_TRUE, 0},
                {CL_DEVICE_LINKER_AVAILABLE, CL_TRUE, 0},
                {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, 1, 1},
                {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, 1, 1},
                {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, 1, 1},
                {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, 1, 1},
                {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, 1, 1},
                {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, 1, 1},
                {CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, 1, 1},
                {CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, 1, 1},
                {CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, 1, 1},
                {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, 1, 1}};
  std::set<std::string> profiles;
  for (cl_device_id each : allDevices(platform)) {
    const std::string profile = deviceText(each, CL_DEVICE_PROFILE);
    INFO(deviceText(each, CL_DEVICE_NAME) << ", " << profile);
    profiles.insert(profile);
    const bool full = profile == "FULL_PROFILE";
    CHECK((full || profile == "EMBEDDED_PROFILE"));
    for (const auto &minimum : minima) {
      INFO("query " << std::hex << minimum.name);
      CHECK(number(each, minimum.name) >= (full ? minimum.full : minimum.embedded));
    }
    CHECK(number(each, CL_DEVICE_MAX_MEM_ALLOC_SIZE) >= number(each, CL_DEVICE_GLOBAL_MEM_SIZE) / 4);
    for (const size_t size : deviceList<size_t>(each, CL_DEVICE_MAX_WORK_ITEM_SIZES))
      CHECK(size >= 1);
    const auto fp = number(each, CL_DEVICE_SINGLE_FP_CONFIG);
    if (full)
      CHECK((fp & (CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN)) == (CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN));
    else
      CHECK((fp & (CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO)) != 0);
    CHECK((number(each, CL_DEVICE_EXECUTION_CAPABILITIES) & CL_EXEC_KERNEL) != 0);
    CHECK((number(each, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES) & CL_QUEUE_PROFILING_ENABLE) != 0);
    constexpr cl_device_atomic_capabilities atomics =
        CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
    constexpr cl_device_atomic_capabilities fences = atomics | CL_DEVICE_ATOMIC_ORDER_ACQ_REL;
    CHECK((number(each, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES) & atomics) == atomics);
    CHECK((number(each, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES) & fences) == fences);
    // Its buffer has a minimum where there is printf.
    const bool printf = builds(each, "kernel void k() { printf(\"%d\", 1); }", nullptr);
    CHECK(printf == (number(each, CL_DEVICE_PRINTF_BUFFER_SIZE) >= (full ? 1 << 20 : 1 << 10)));
  }
  CHECK(profiles.size() == 2);
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: the limits and capabilities of a feature that is absent are 0") {
  const struct {
    cl_device_info feature;
    std::vector<cl_device_info> others;
  } features[] = {
      {CL_DEVICE_IMAGE_SUPPORT,
       {CL_DEVICE_MAX_READ_IMAGE_ARGS, CL_DEVICE_MAX_WRITE_IMAGE_ARGS, CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS,
        CL_DEVICE_IMAGE2D_MAX_WIDTH, CL_DEVICE_IMAGE2D_MAX_HEIGHT, CL_DEVICE_IMAGE3D_MAX_WIDTH,
        CL_DEVICE_IMAGE3D_MAX_HEIGHT, CL_DEVICE_IMAGE3D_MAX_DEPTH, CL_DEVICE_IMAGE_MAX_BUFFER_SIZE,
        CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, CL_DEVICE_MAX_SAMPLERS, CL_DEVICE_IMAGE_PITCH_ALIGNMENT,
        CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT}},
      {CL_DEVICE_PIPE_SUPPORT,
       {CL_DEVICE_MAX_PIPE_ARGS, CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, CL_DEVICE_PIPE_MAX_PACKET_SIZE}},
      {CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES,
       {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE,
        CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, CL_DEVICE_MAX_ON_DEVICE_QUEUES, CL_DEVICE_MAX_ON_DEVICE_EVENTS}},
      {CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, {CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE}},
      {CL_DEVICE_MAX_NUM_SUB_GROUPS, {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS}},
      {CL_DEVICE_DOUBLE_FP_CONFIG, {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE}}};
  for (cl_device_id each : allDevices(platform)) {
    for (const auto &[feature, others] : features)
      for (const cl_device_info other : others) {
        INFO("feature " << std::hex << feature << ", query " << other);
        CHECK((number(each, feature) == 0) == (number(each, other) == 0));
      }
    const std::set<std::string> extensions = words(deviceText(each, CL_DEVICE_EXTENSIONS));
    CHECK((extensions.count("cl_khr_fp64") == 1) == (number(each, CL_DEVICE_DOUBLE_FP_CONFIG) != 0));
    CHECK((extensions.count("cl_khr_fp16") == 1) == (number(each, CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF) != 0));
    CHECK((extensions.count("cl_khr_fp16") == 1) == (number(each, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF) != 0));
    CHECK(deviceText(each, CL_DEVICE_IL_VERSION).empty() ==
          deviceList<cl_name_version>(each, CL_DEVICE_ILS_WITH_VERSION).empty());
    CHECK((number(each, CL_DEVICE_GLOBAL_MEM_CACHE_TYPE) == CL_NONE) ==
          (number(each, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE) == 0));
  }
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: queries that tell of the same agree") {
  const auto names = [](cl_device_id of, cl_device_info query) {
    std::set<std::string> result;
    for (const auto &[name, version] : versions(of, query))
      result.insert(name);
    return result;
  };
  const auto platformVersion = info<cl_version>(clGetPlatformInfo, platform, CL_PLATFORM_NUMERIC_VERSION);
  for (cl_device_id each : allDevices(platform)) {
    INFO(deviceText(each, CL_DEVICE_NAME));
    CHECK(info<cl_platform_id>(clGetDeviceInfo, each, CL_DEVICE_PLATFORM) == platform);
    CHECK(names(each, CL_DEVICE_EXTENSIONS_WITH_VERSION) == words(deviceText(each, CL_DEVICE_EXTENSIONS)));
    std::string builtIns = deviceText(each, CL_DEVICE_BUILT_IN_KERNELS);
    std::replace(builtIns.begin(), builtIns.end(), ';', ' ');
    CHECK(names(each, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION) == words(builtIns));
    // "OpenCL <major>.<minor> …"
    const auto version = cl_version(number(each, CL_DEVICE_NUMERIC_VERSION));
    const std::string text =
        std::to_string(CL_VERSION_MAJOR(version)) + "." + std::to_string(CL_VERSION_MINOR(version));
    CHECK(deviceText(each, CL_DEVICE_VERSION).rfind("OpenCL " + text + " ", 0) == 0);
    CHECK(version <= platformVersion);
    std::set<cl_version> languages;
    for (const cl_name_version &entry : deviceList<cl_name_version>(each, CL_DEVICE_OPENCL_C_ALL_VERSIONS))
      languages.insert(entry.version);
    const auto language = info<cl_version>(clGetDeviceInfo, each, CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR);
    CHECK(deviceText(each, CL_DEVICE_OPENCL_C_VERSION)
              .rfind("OpenCL C " + std::to_string(CL_VERSION_MAJOR(language)) + "." +
                         std::to_string(CL_VERSION_MINOR(language)) + " ",
                     0) == 0);
    CHECK(languages.count(language) == 1);
    CHECK(languages.count(CL_MAKE_VERSION(1, 2, 0)) == 1);  // a device of 3.0 has both
    CHECK(languages.count(CL_MAKE_VERSION(3, 0, 0)) == 1);
    const bool full = deviceText(each, CL_DEVICE_PROFILE) == "FULL_PROFILE";
    const bool int64 = versions(each, CL_DEVICE_OPENCL_C_FEATURES).count("__opencl_c_int64") == 1;
    CHECK((full ? int64 : int64 == (words(deviceText(each, CL_DEVICE_EXTENSIONS)).count("cles_khr_int64") == 1)));
    CHECK((number(each, CL_DEVICE_COMPILER_AVAILABLE) == CL_FALSE ||
           number(each, CL_DEVICE_LINKER_AVAILABLE) == CL_TRUE));
    CHECK(number(each, CL_DEVICE_MAX_MEM_ALLOC_SIZE) <= number(each, CL_DEVICE_GLOBAL_MEM_SIZE));
    CHECK(number(each, CL_DEVICE_PARTITION_MAX_SUB_DEVICES) <= number(each, CL_DEVICE_MAX_COMPUTE_UNITS));
    CHECK(info<cl_device_id>(clGetDeviceInfo, each, CL_DEVICE_PARENT_DEVICE) == nullptr);
    CHECK(deviceList<cl_device_partition_property>(each, CL_DEVICE_PARTITION_TYPE) ==
          std::vector<cl_device_partition_property>{0});
    CHECK(number(each, CL_DEVICE_REFERENCE_COUNT) == 1);
    const auto bits = number(each, CL_DEVICE_ADDRESS_BITS);
    CHECK((bits == 64 || (bits == 32 && number(each, CL_DEVICE_GLOBAL_MEM_SIZE) < uint64_t(1) << 32)));
    for (const size_t size : deviceList<size_t>(each, CL_DEVICE_MAX_WORK_ITEM_SIZES))
      CHECK(size <= number(each, CL_DEVICE_MAX_WORK_GROUP_SIZE));
  }
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: kernels may ask for all that the limits give") {
  std::string arguments = "global long *p", sum;
  for (int i = 1; i < 128; ++i) {
    arguments += ", long a" + std::to_string(i);
    sum += " + a" + std::to_string(i);
  }
  const std::string many = "kernel void k(" + arguments + ") { p[0] = 0" + sum + "; }";
  const std::string large = "kernel void k(global int *p, int n, long16 a, long16 b, long16 c, long16 d, long16 e, "
                            "long16 f, long16 g, long8 h, long4 i, long2 j) { p[n] = (int)(a.s0 + b.s1 + c.s2 + d.s3 + "
                            "e.s4 + f.s5 + g.sf + h.s7 + i.s3 + j.s1); }";
  for (cl_device_id each : {device, deviceNamed(platform, "sim-soc")}) {
    INFO(deviceText(each, CL_DEVICE_NAME));
    REQUIRE(number(each, CL_DEVICE_MAX_PARAMETER_SIZE) ==
            1024);  // the same for both, though the profiles' minima differ
    CHECK(builds(each, many, nullptr));
    CHECK(builds(each, large, nullptr));
    std::string constants = "global int *p", total;
    for (unsigned i = 0; i < number(each, CL_DEVICE_MAX_CONSTANT_ARGS); ++i) {
      constants += ", constant int *c" + std::to_string(i);
      total += " + c" + std::to_string(i) + "[p[0]]";
    }
    CHECK(builds(each, "kernel void k(" + constants + ") { p[1] = 0" + total + "; }", nullptr));
    const std::string bytes = std::to_string(number(each, CL_DEVICE_LOCAL_MEM_SIZE));
    CHECK(builds(each,
                 "kernel void k(global char *p) { local char l[" + bytes +
                     "]; l[p[0]] = p[1]; barrier(CLK_LOCAL_MEM_FENCE); p[2] = l[p[3]]; }",
                 nullptr));
    const std::string group = std::to_string(number(each, CL_DEVICE_MAX_WORK_GROUP_SIZE));
    CHECK(builds(
        each, "kernel __attribute__((reqd_work_group_size(" + group + ", 1, 1))) void k(global int *p) { p[0] = 1; }",
        nullptr));
  }
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: the virtual card") {
  CHECK(number(device, CL_DEVICE_TYPE) == CL_DEVICE_TYPE_ACCELERATOR);
  CHECK(number(device, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS) == 3);
  CHECK(deviceList<size_t>(device, CL_DEVICE_MAX_WORK_ITEM_SIZES)[0] == number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
  CHECK(number(device, CL_DEVICE_PROFILING_TIMER_RESOLUTION) == 5);
  CHECK(number(device, CL_DEVICE_MAX_CLOCK_FREQUENCY) == 200);
  CHECK(number(device, CL_DEVICE_ADDRESS_BITS) == 64);
  CHECK(info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MEMORY_PORT_BYTES_WEFT) == 64);
  CHECK((number(device, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0);
  // Operators and built-in functions: golden/accuracy measures those with subnormal operands and results.
  CHECK((number(device, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_DENORM) != 0);
  CHECK(number(device, CL_DEVICE_DOUBLE_FP_CONFIG) ==
        (CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_INF_NAN |
         CL_FP_DENORM));  // what 1.2 asks for; 3.0 asks for less
  CHECK(number(device, CL_DEVICE_HALF_FP_CONFIG) ==
        (CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN | CL_FP_DENORM));
  CHECK(number(device, CL_DEVICE_EXECUTION_CAPABILITIES) == CL_EXEC_KERNEL);
  CHECK(number(device, CL_DEVICE_ENDIAN_LITTLE) == CL_TRUE);
  CHECK(number(device, CL_DEVICE_HOST_UNIFIED_MEMORY) == CL_FALSE);
  CHECK(number(device, CL_DEVICE_IMAGE_SUPPORT) == CL_FALSE);
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: the virtual SoC") {
  const cl_device_id soc = deviceNamed(platform, "sim-soc");
  CHECK(deviceText(soc, CL_DEVICE_PROFILE) == "EMBEDDED_PROFILE");
  CHECK(number(soc, CL_DEVICE_ADDRESS_BITS) == 32);
  CHECK(number(soc, CL_DEVICE_HOST_UNIFIED_MEMORY) == CL_TRUE);
  CHECK(words(deviceText(soc, CL_DEVICE_EXTENSIONS)).count("cles_khr_int64") == 1);
  CHECK(words(deviceText(device, CL_DEVICE_EXTENSIONS)).count("cles_khr_int64") == 0);
  CHECK(words(platformText(platform, CL_PLATFORM_EXTENSIONS)).count("cles_khr_int64") == 0);
}

// Run by name, on such a board.
TEST_CASE("clGetDeviceInfo: a board that is too small for printf says so", "[.small-board]") {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  REQUIRE(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS);
  REQUIRE(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CUSTOM, 1, &device, nullptr) == CL_SUCCESS);
  CHECK(number(device, CL_DEVICE_GLOBAL_MEM_SIZE) < 1 << 20);
  CHECK(number(device, CL_DEVICE_PRINTF_BUFFER_SIZE) == 0);
  CHECK(builds(device, "kernel void k(global int *a) { a[0] = 1; }", nullptr));
  CHECK_FALSE(builds(device, "kernel void k() { printf(\"%d\", 1); }", nullptr));
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: CL_INVALID_DEVICE, device is not valid") {
  for (cl_device_id wrong : invalidHandles<cl_device_id>(*this))
    CHECK(clGetDeviceInfo(wrong, CL_DEVICE_TYPE, 0, nullptr, nullptr) == CL_INVALID_DEVICE);
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: CL_INVALID_VALUE, param_name is not one of the supported values") {
  CHECK(clGetDeviceInfo(device, 0x1, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  // Of an extension that the device does not have: CL_DEVICE_PCI_BUS_INFO_KHR.
  CHECK(clGetDeviceInfo(device, 0x410F, 0, nullptr, nullptr) == CL_INVALID_VALUE);
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
