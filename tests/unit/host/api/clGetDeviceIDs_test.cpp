// SPDX-License-Identifier: Apache-2.0
#include "boards.h"
#include "handles.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clGetDeviceIDs: all boards in the order of WEFT_DEVICE, the first is the default") {
  const std::vector<cl_device_id> all = allDevices(platform);
  REQUIRE(all.size() == 4);
  CHECK(deviceText(all[0], CL_DEVICE_NAME) == "sim-card");
  CHECK(deviceText(all[1], CL_DEVICE_NAME) == "four-regions");
  CHECK(deviceText(all[2], CL_DEVICE_NAME) == "one-region");
  CHECK(deviceText(all[3], CL_DEVICE_NAME) == "sim-soc");
  CHECK(allDevices(platform, CL_DEVICE_TYPE_ACCELERATOR) == all);
  CHECK(allDevices(platform, CL_DEVICE_TYPE_DEFAULT) == std::vector{all[0]});
  CHECK(allDevices(platform, CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_ACCELERATOR) == all);
  CHECK(allDevices(platform, CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_ACCELERATOR) == all);
  CHECK(allDevices(platform, CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT) == std::vector{all[0]});
}

TEST_CASE_METHOD(Weft, "clGetDeviceIDs: the array takes as many as fit, the count is that of all") {
  const std::vector<cl_device_id> all = allDevices(platform);
  cl_device_id found[5] = {};
  cl_uint count = 0;
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 2, found, &count) == CL_SUCCESS);
  CHECK(count == 4);
  CHECK(found[1] == all[1]);
  CHECK(found[2] == nullptr);
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 5, found, nullptr) == CL_SUCCESS);
  CHECK(found[3] == all[3]);
  CHECK(found[4] == nullptr);
}

TEST_CASE_METHOD(Weft, "clGetDeviceIDs: CL_INVALID_PLATFORM, platform is not a valid platform") {
  cl_uint count = 0;
  CHECK(clGetDeviceIDs(reinterpret_cast<cl_platform_id>(device), CL_DEVICE_TYPE_ALL, 0, nullptr, &count) ==
        CL_INVALID_PLATFORM);
}

TEST_CASE_METHOD(Weft, "clGetDeviceIDs: CL_INVALID_DEVICE_TYPE, device_type is not a valid value") {
  cl_uint count = 0;
  CHECK(clGetDeviceIDs(platform, 0, 0, nullptr, &count) == CL_INVALID_DEVICE_TYPE);
  CHECK(clGetDeviceIDs(platform, cl_device_type(1) << 40, 0, nullptr, &count) == CL_INVALID_DEVICE_TYPE);
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU | 1 << 10, 0, nullptr, &count) == CL_INVALID_DEVICE_TYPE);
}

TEST_CASE_METHOD(Weft, "clGetDeviceIDs: CL_INVALID_VALUE, num_entries is 0 and devices is not NULL") {
  cl_device_id found = nullptr;
  cl_uint count = 0;
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &found, &count) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Weft, "clGetDeviceIDs: CL_INVALID_VALUE, both num_devices and devices are NULL") {
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Weft, "clGetDeviceIDs: CL_DEVICE_NOT_FOUND, no device of that type") {
  cl_uint count = 0;
  for (const cl_device_type type : {CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_CUSTOM})
    CHECK(clGetDeviceIDs(platform, type, 0, nullptr, &count) == CL_DEVICE_NOT_FOUND);
}
