// SPDX-License-Identifier: Apache-2.0
#include "boards.h"
#include "handles.h"

using namespace test;

namespace {

std::vector<cl_context_properties> echo(cl_context context) {
  size_t bytes = 0;
  REQUIRE(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, 0, nullptr, &bytes) == CL_SUCCESS);
  std::vector<cl_context_properties> list(bytes / sizeof(cl_context_properties));
  REQUIRE(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, bytes, list.data(), nullptr) == CL_SUCCESS);
  return list;
}

}  // namespace

TEST_CASE_METHOD(Weft, "clGetContextInfo: reference count and devices") {
  CHECK(info<cl_uint>(clGetContextInfo, (cl_context)context, CL_CONTEXT_REFERENCE_COUNT) == 1);
  CHECK(info<cl_uint>(clGetContextInfo, (cl_context)context, CL_CONTEXT_NUM_DEVICES) == 1);
  CHECK(info<cl_device_id>(clGetContextInfo, (cl_context)context, CL_CONTEXT_DEVICES) == device);
}

TEST_CASE_METHOD(Weft, "clGetContextInfo: properties as they were given") {
  CHECK(echo(context).empty());
  const std::vector<cl_context_properties> lists[] = {
      {0},
      {CL_CONTEXT_PLATFORM, cl_context_properties(platform), 0},
      {CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, CL_CONTEXT_PLATFORM, cl_context_properties(platform), 0}};
  for (const auto &list : lists) {
    cl_int error = 1;
    const OwnContext made(clCreateContext(list.data(), 1, &device, nullptr, nullptr, &error));
    REQUIRE(error == CL_SUCCESS);
    CHECK(echo(made) == list);
    if (list.size() == 1)
      continue;  // the loader wants a platform here
    const OwnContext byType(clCreateContextFromType(list.data(), CL_DEVICE_TYPE_DEFAULT, nullptr, nullptr, &error));
    REQUIRE(error == CL_SUCCESS);
    CHECK(echo(byType) == list);
  }
}

TEST_CASE_METHOD(Weft, "clGetContextInfo: CL_INVALID_CONTEXT, context is not a valid context") {
  for (cl_context wrong : invalidHandles<cl_context>(*this))
    CHECK(clGetContextInfo(wrong, CL_CONTEXT_NUM_DEVICES, 0, nullptr, nullptr) == CL_INVALID_CONTEXT);
}

TEST_CASE_METHOD(Weft, "clGetContextInfo: CL_INVALID_VALUE, param_name is not one of the supported values") {
  CHECK(clGetContextInfo(context, 0x1, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Weft, "clGetContextInfo: CL_INVALID_VALUE, param_value_size is too small and param_value not NULL") {
  cl_uint value = 77;
  CHECK(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof(value) - 1, &value, nullptr) == CL_INVALID_VALUE);
  CHECK(value == 77);
  cl_device_id found = nullptr;
  CHECK(clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof(found) - 1, &found, nullptr) == CL_INVALID_VALUE);
}
