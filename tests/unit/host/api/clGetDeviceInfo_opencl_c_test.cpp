// SPDX-License-Identifier: Apache-2.0
// What clGetDeviceInfo reports of versions, features and extensions of OpenCL C, and what the compiler takes.
#include "device_info.h"
#include "host/api/float_atomics.h"

using namespace test;

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

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: capabilities of atomics as the features say") {
  for (cl_device_id each : allDevices(platform)) {
    const auto features = versions(each, CL_DEVICE_OPENCL_C_FEATURES);
    const auto all = [&](std::initializer_list<const char *> names) {
      for (const char *name : names)
        if (features.count(name) == 0)
          return false;
      return true;
    };
    for (cl_device_info query : {CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES}) {
      const auto can = info<cl_device_atomic_capabilities>(clGetDeviceInfo, each, query);
      CHECK(all({"__opencl_c_atomic_order_acq_rel"}) == ((can & CL_DEVICE_ATOMIC_ORDER_ACQ_REL) != 0));
      CHECK(all({"__opencl_c_atomic_order_seq_cst"}) == ((can & CL_DEVICE_ATOMIC_ORDER_SEQ_CST) != 0));
      CHECK(all({"__opencl_c_atomic_scope_device"}) == ((can & CL_DEVICE_ATOMIC_SCOPE_DEVICE) != 0));
      CHECK(all({"__opencl_c_atomic_scope_all_devices"}) == ((can & CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES) != 0));
    }
    const auto floats = [&](cl_device_info query) {
      return info<cl_device_fp_atomic_capabilities_ext>(clGetDeviceInfo, each, query);
    };
    constexpr cl_device_fp_atomic_capabilities_ext kAll = 7 | 7 << 16;
    CHECK(floats(CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT) == kAll);
    CHECK(all({"__opencl_c_ext_fp32_global_atomic_add", "__opencl_c_ext_fp32_global_atomic_min_max",
               "__opencl_c_ext_fp32_local_atomic_add", "__opencl_c_ext_fp32_local_atomic_min_max"}));
    const bool wide = deviceText(each, CL_DEVICE_EXTENSIONS).find("cl_khr_int64_base_atomics") != std::string::npos;
    CHECK(floats(CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT) == (wide ? kAll : 0));
    CHECK(wide == all({"__opencl_c_ext_fp64_global_atomic_add", "__opencl_c_ext_fp64_global_atomic_min_max",
                       "__opencl_c_ext_fp64_local_atomic_add", "__opencl_c_ext_fp64_local_atomic_min_max"}));
    CHECK(floats(CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT) == 0);
    CHECK(wide == builds(each,
                         "#ifndef cl_khr_int64_extended_atomics\n#error\n#endif\n"
                         "kernel void k(volatile global long *p) { atom_max(p, 3L); }",
                         nullptr));
  }
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
  CHECK(info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT) == CL_TRUE);
  CHECK(builds(device, "kernel void k(global int *p) { generic int *q = p; *q = 1; }", "-cl-std=CL3.0"));
  CHECK(info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_PIPE_SUPPORT) == CL_FALSE);
  CHECK_FALSE(builds(device, "kernel void k(read_only pipe int p) {}", "-cl-std=CL3.0"));
  CHECK(info<size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE) >= 65536);
  CHECK(builds(device, "global int v; kernel void k() { v = 1; }", "-cl-std=CL3.0"));
  CHECK(info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT) == CL_TRUE);
  CHECK(builds(device, "kernel void k(global int *p) { *p = work_group_reduce_add(1); }", "-cl-std=CL3.0"));
  CHECK(info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_NUM_SUB_GROUPS) != 0);
  CHECK(builds(device, "kernel void k(global int *p) { *p = sub_group_reduce_add(1); }", "-cl-std=CL3.0"));
  CHECK(info<cl_device_fp_config>(clGetDeviceInfo, device, CL_DEVICE_DOUBLE_FP_CONFIG) != 0);
  CHECK(builds(device, "kernel void k(global double *p) { *p *= 3; }", "-cl-std=CL3.0"));
  CHECK(info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_IMAGE_SUPPORT) == CL_FALSE);
  CHECK(builds(device, "#ifdef __IMAGE_SUPPORT__\n#error\n#endif\nkernel void k() {}", ""));
}

TEST_CASE_METHOD(Weft, "clGetDeviceInfo: extensions, by name and with version, and as macros of the compiler") {
  const std::set<std::string> names = words(deviceText(device, CL_DEVICE_EXTENSIONS));
  for (const char *obligatory :
       {"cl_khr_global_int32_base_atomics", "cl_khr_global_int32_extended_atomics", "cl_khr_local_int32_base_atomics",
        "cl_khr_local_int32_extended_atomics", "cl_khr_byte_addressable_store", "cl_khr_fp64", "cl_khr_fp16"}) {
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
  if (names.count("cl_khr_subgroups")) {
    CHECK(info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS) == CL_TRUE);
  }
}
