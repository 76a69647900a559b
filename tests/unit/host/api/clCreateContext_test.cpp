// SPDX-License-Identifier: Apache-2.0
#include "boards.h"
#include "handles.h"

using namespace test;

namespace {

cl_int failure(const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
               void *data = nullptr) {
  cl_int error = 1;
  CHECK(clCreateContext(properties, count, devices, nullptr, data, &error) == nullptr);
  return error;
}

}  // namespace

TEST_CASE_METHOD(Weft, "clCreateContext: duplicates in the device list are ignored") {
  const auto parts = partitioned(fourUnits(platform), {CL_DEVICE_PARTITION_EQUALLY, 2});
  const cl_device_id list[] = {device, parts[1], device, parts[0], parts[1]};
  cl_int error = 1;
  OwnContext made(clCreateContext(nullptr, 5, list, nullptr, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetContextInfo, (cl_context)made, CL_CONTEXT_NUM_DEVICES) == 3);
  cl_device_id devices[3];
  REQUIRE(clGetContextInfo(made, CL_CONTEXT_DEVICES, sizeof(devices), devices, nullptr) == CL_SUCCESS);
  CHECK(devices[0] == device);
  CHECK(devices[1] == parts[1]);
  CHECK(devices[2] == parts[0]);
}

TEST_CASE_METHOD(Weft, "clCreateContext: several boards in one context, a queue on each") {
  const std::vector<cl_device_id> all = allDevices(platform);
  cl_int error = 1;
  OwnContext made(clCreateContext(nullptr, cl_uint(all.size()), all.data(), nullptr, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  for (cl_device_id each : all) {
    OwnQueue queue(clCreateCommandQueue(made, each, 0, &error));
    REQUIRE(error == CL_SUCCESS);
    CHECK(clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr) == CL_SUCCESS);
    CHECK(clFinish(queue) == CL_SUCCESS);
  }
}

TEST_CASE_METHOD(Weft, "clCreateContext: errcode_ret may be NULL") {
  CHECK(OwnContext(clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr)) != nullptr);
  CHECK(clCreateContext(nullptr, 0, &device, nullptr, nullptr, nullptr) == nullptr);
}

TEST_CASE_METHOD(Weft, "clCreateContext: the callback is told of errors that no call returns") {
  struct Report {
    unsigned count = 0;
    std::string text;
    static void CL_CALLBACK note(const char *message, const void *, size_t, void *self) {
      ++static_cast<Report *>(self)->count;
      static_cast<Report *>(self)->text = message;
    }
  } report;
  cl_int error = 1;
  {
    OwnContext made(clCreateContext(nullptr, 1, &device, Report::note, &report, &error));
    REQUIRE(error == CL_SUCCESS);
    OwnQueue queue(clCreateCommandQueue(made, device, 0, &error));
    REQUIRE(clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr) == CL_SUCCESS);
    REQUIRE(clFinish(queue) == CL_SUCCESS);
  }
  CHECK(report.count == 0);  // failing commands: failure_test.cpp, through the same callback
}

TEST_CASE_METHOD(Weft, "clCreateContext: CL_INVALID_PLATFORM, the value of CL_CONTEXT_PLATFORM is not a platform") {
  const cl_context_properties none[] = {CL_CONTEXT_PLATFORM, 0, 0};
  CHECK(failure(none, 1, &device) == CL_INVALID_PLATFORM);
  const cl_context_properties other[] = {CL_CONTEXT_PLATFORM, cl_context_properties(device), 0};
  CHECK(failure(other, 1, &device) == CL_INVALID_PLATFORM);
}

TEST_CASE_METHOD(Weft, "clCreateContext: CL_INVALID_PROPERTY") {
  SECTION("the name of a property is not supported") {
    const cl_context_properties unknown[] = {0x7777, 1, 0};
    CHECK(failure(unknown, 1, &device) == CL_INVALID_PROPERTY);
    const cl_context_properties second[] = {CL_CONTEXT_PLATFORM, cl_context_properties(platform), 0x2008, 1, 0};
    CHECK(failure(second, 1, &device) == CL_INVALID_PROPERTY);  // CL_GL_CONTEXT_KHR
  }
  SECTION("the value of a property is not valid") {
    const cl_context_properties wrong[] = {CL_CONTEXT_INTEROP_USER_SYNC, 5, 0};
    CHECK(failure(wrong, 1, &device) == CL_INVALID_PROPERTY);
  }
  SECTION("a property is given more than once") {
    const cl_context_properties twice[] = {CL_CONTEXT_INTEROP_USER_SYNC, CL_FALSE, CL_CONTEXT_INTEROP_USER_SYNC,
                                           CL_FALSE, 0};
    CHECK(failure(twice, 1, &device) == CL_INVALID_PROPERTY);
  }
}

TEST_CASE_METHOD(Weft, "clCreateContext: CL_INVALID_VALUE") {
  SECTION("devices is NULL") { CHECK(failure(nullptr, 1, nullptr) == CL_INVALID_VALUE); }
  SECTION("num_devices is zero") { CHECK(failure(nullptr, 0, &device) == CL_INVALID_VALUE); }
  SECTION("pfn_notify is NULL but user_data is not") {
    int data = 0;
    CHECK(failure(nullptr, 1, &device, &data) == CL_INVALID_VALUE);
  }
}

TEST_CASE_METHOD(Weft, "clCreateContext: CL_INVALID_DEVICE, devices holds an invalid device") {
  const cl_device_id second[] = {device, nullptr};
  CHECK(failure(nullptr, 2, second) == CL_INVALID_DEVICE);
  const cl_device_id other[] = {device, reinterpret_cast<cl_device_id>(platform)};
  CHECK(failure(nullptr, 2, other) == CL_INVALID_DEVICE);
}
