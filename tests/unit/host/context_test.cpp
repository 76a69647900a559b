// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clCreateContext: properties are echoed, duplicates of a device ignored") {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, cl_context_properties(platform), 0};
  const cl_device_id twice[] = {device, device};
  cl_int error = 1;
  OwnContext made(clCreateContext(properties, 2, twice, nullptr, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetContextInfo, (cl_context)made, CL_CONTEXT_NUM_DEVICES) == 1);
  CHECK(info<cl_device_id>(clGetContextInfo, (cl_context)made, CL_CONTEXT_DEVICES) == device);
  CHECK(info<cl_uint>(clGetContextInfo, (cl_context)made, CL_CONTEXT_REFERENCE_COUNT) == 1);
  cl_context_properties echo[3] = {};
  size_t size = 0;
  REQUIRE(clGetContextInfo(made, CL_CONTEXT_PROPERTIES, sizeof(echo), echo, &size) == CL_SUCCESS);
  CHECK(size == sizeof(echo));
  CHECK(std::equal(std::begin(echo), std::end(echo), properties));
  REQUIRE(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, 0, nullptr, &size) == CL_SUCCESS);
  CHECK(size == 0);
}

TEST_CASE_METHOD(Weft, "clCreateContext: errors") {
  cl_int error = 1;
  const auto fails = [&](const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
                         void *data = nullptr) {
    CHECK(clCreateContext(properties, count, devices, nullptr, data, &error) == nullptr);
    return error;
  };
  CHECK(fails(nullptr, 0, &device) == CL_INVALID_VALUE);
  CHECK(fails(nullptr, 1, nullptr) == CL_INVALID_VALUE);
  CHECK(fails(nullptr, 1, &device, &error) == CL_INVALID_VALUE);
  const cl_context_properties unknown[] = {0x7777, 1, 0};
  CHECK(fails(unknown, 1, &device) == CL_INVALID_PROPERTY);
  const cl_context_properties repeated[] = {CL_CONTEXT_INTEROP_USER_SYNC, CL_FALSE, CL_CONTEXT_INTEROP_USER_SYNC,
                                            CL_FALSE, 0};
  CHECK(fails(repeated, 1, &device) == CL_INVALID_PROPERTY);
  const cl_context_properties badSync[] = {CL_CONTEXT_INTEROP_USER_SYNC, 5, 0};
  CHECK(fails(badSync, 1, &device) == CL_INVALID_PROPERTY);
}

TEST_CASE_METHOD(Weft, "clCreateContextFromType") {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, cl_context_properties(platform), 0};
  cl_int error = 1;
  OwnContext made(clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, nullptr, nullptr, &error));
  CHECK(error == CL_SUCCESS);
  CHECK(clCreateContextFromType(properties, CL_DEVICE_TYPE_CPU, nullptr, nullptr, &error) == nullptr);
  CHECK(error == CL_DEVICE_NOT_FOUND);
  CHECK(clCreateContextFromType(properties, cl_device_type(1) << 40, nullptr, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_DEVICE_TYPE);
}

TEST_CASE_METHOD(Weft, "a context lives as long as its objects") {
  OwnContext own = makeContext();
  cl_context raw = own;
  cl_int error = 1;
  OwnQueue queue(clCreateCommandQueue(raw, device, 0, &error));
  REQUIRE(error == CL_SUCCESS);
  REQUIRE(clRetainContext(raw) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetContextInfo, raw, CL_CONTEXT_REFERENCE_COUNT) == 2);
  REQUIRE(clReleaseContext(raw) == CL_SUCCESS);
  own.reset();
  CHECK(info<cl_context>(clGetCommandQueueInfo, (cl_command_queue)queue, CL_QUEUE_CONTEXT) == raw);
  CHECK(info<cl_uint>(clGetContextInfo, raw, CL_CONTEXT_NUM_DEVICES) == 1);
  CHECK(clReleaseContext(raw) == CL_INVALID_CONTEXT);  // the application holds none
}

TEST_CASE_METHOD(Weft, "clSetContextDestructorCallback: last registered, first called") {
  static std::string order;
  order.clear();
  OwnContext own = makeContext();
  const auto note = [](cl_context, void *letter) { order += *static_cast<char *>(letter); };
  char a = 'a', b = 'b';
  CHECK(clSetContextDestructorCallback(own, nullptr, nullptr) == CL_INVALID_VALUE);
  REQUIRE(clSetContextDestructorCallback(own, note, &a) == CL_SUCCESS);
  REQUIRE(clSetContextDestructorCallback(own, note, &b) == CL_SUCCESS);
  own.reset();
  CHECK(order == "ba");
}
