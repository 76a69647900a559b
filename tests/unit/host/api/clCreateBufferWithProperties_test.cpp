// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clCreateBufferWithProperties: no properties, and the query gives back what was given") {
  cl_int error = 1;
  const cl_mem_properties none[] = {0};
  const OwnMem empty(clCreateBufferWithProperties(context, none, CL_MEM_READ_ONLY, 16, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  CHECK(info<cl_mem_properties>(clGetMemObjectInfo, (cl_mem)empty, CL_MEM_PROPERTIES) == 0);
  CHECK(info<cl_mem_flags>(clGetMemObjectInfo, (cl_mem)empty, CL_MEM_FLAGS) == CL_MEM_READ_ONLY);
  const OwnMem null(clCreateBufferWithProperties(context, nullptr, 0, 16, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  size_t size = 1;
  CHECK(clGetMemObjectInfo(null, CL_MEM_PROPERTIES, 0, nullptr, &size) == CL_SUCCESS);
  CHECK(size == 0);
}

TEST_CASE_METHOD(Weft, "clCreateBufferWithProperties: errors") {
  cl_int error = 1;
  uint8_t bytes[16] = {};
  const cl_mem_properties unknown[] = {0x7777, 1, 0};
  const auto fails = [&](const cl_mem_properties *properties, cl_mem_flags flags, size_t size, void *hostPtr) {
    CHECK(clCreateBufferWithProperties(context, properties, flags, size, hostPtr, &error) == nullptr);
    return error;
  };
  SECTION("CL_INVALID_CONTEXT") {
    CHECK(clCreateBufferWithProperties(nullptr, nullptr, 0, 16, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_PROPERTY: a name that is not supported") {
    CHECK(fails(unknown, 0, 16, nullptr) == CL_INVALID_PROPERTY);
  }
  SECTION("CL_INVALID_VALUE: flags") {
    CHECK(fails(nullptr, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16, nullptr) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_BUFFER_SIZE") { CHECK(fails(nullptr, 0, 0, nullptr) == CL_INVALID_BUFFER_SIZE); }
  SECTION("CL_INVALID_HOST_PTR") { CHECK(fails(nullptr, 0, 16, bytes) == CL_INVALID_HOST_PTR); }
}
