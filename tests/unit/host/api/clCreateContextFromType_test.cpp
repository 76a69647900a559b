// SPDX-License-Identifier: Apache-2.0
#include "boards.h"

using namespace test;

namespace {

struct ByType : Weft {
  const cl_context_properties properties[3] = {CL_CONTEXT_PLATFORM, cl_context_properties(platform), 0};

  cl_int failure(const cl_context_properties *list, cl_device_type type, void *data = nullptr) const {
    cl_int error = 1;
    CHECK(clCreateContextFromType(list, type, nullptr, data, &error) == nullptr);
    return error;
  }
};

}  // namespace

TEST_CASE_METHOD(ByType, "clCreateContextFromType: all root devices of the type") {
  const auto parts = partitioned(fourUnits(platform), {CL_DEVICE_PARTITION_EQUALLY, 2});
  for (const cl_device_type type : {cl_device_type(CL_DEVICE_TYPE_ALL), cl_device_type(CL_DEVICE_TYPE_ACCELERATOR),
                                    cl_device_type(CL_DEVICE_TYPE_DEFAULT)}) {
    const std::vector<cl_device_id> expected = allDevices(platform, type);
    cl_int error = 1;
    OwnContext made(clCreateContextFromType(properties, type, nullptr, nullptr, &error));
    REQUIRE(error == CL_SUCCESS);
    REQUIRE(info<cl_uint>(clGetContextInfo, (cl_context)made, CL_CONTEXT_NUM_DEVICES) == expected.size());
    std::vector<cl_device_id> held(expected.size());
    REQUIRE(clGetContextInfo(made, CL_CONTEXT_DEVICES, held.size() * sizeof(cl_device_id), held.data(), nullptr) ==
            CL_SUCCESS);
    CHECK(held == expected);
  }
}

TEST_CASE_METHOD(ByType, "clCreateContextFromType: CL_INVALID_PLATFORM, not a platform in the properties") {
  const cl_context_properties wrong[] = {CL_CONTEXT_PLATFORM, cl_context_properties(device), 0};
  CHECK(failure(wrong, CL_DEVICE_TYPE_ALL) == CL_INVALID_PLATFORM);
}

TEST_CASE_METHOD(ByType, "clCreateContextFromType: CL_INVALID_PROPERTY") {
  const cl_context_properties pf = cl_context_properties(platform);
  SECTION("the name of a property is not supported") {
    const cl_context_properties unknown[] = {CL_CONTEXT_PLATFORM, pf, 0x7777, 0, 0};
    CHECK(failure(unknown, CL_DEVICE_TYPE_ALL) == CL_INVALID_PROPERTY);
  }
  SECTION("the value of a property is not valid") {
    const cl_context_properties wrong[] = {CL_CONTEXT_PLATFORM, pf, CL_CONTEXT_INTEROP_USER_SYNC, -1, 0};
    CHECK(failure(wrong, CL_DEVICE_TYPE_ALL) == CL_INVALID_PROPERTY);
  }
  SECTION("a property is given more than once") {
    const cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, pf, CL_CONTEXT_PLATFORM, pf, 0};
    CHECK(failure(twice, CL_DEVICE_TYPE_ALL) == CL_INVALID_PROPERTY);
  }
}

TEST_CASE_METHOD(ByType, "clCreateContextFromType: CL_INVALID_VALUE, pfn_notify is NULL but user_data is not") {
  int data = 0;
  CHECK(failure(properties, CL_DEVICE_TYPE_ALL, &data) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(ByType, "clCreateContextFromType: CL_INVALID_DEVICE_TYPE, not a valid value") {
  CHECK(failure(properties, 0) == CL_INVALID_DEVICE_TYPE);
  CHECK(failure(properties, cl_device_type(1) << 40) == CL_INVALID_DEVICE_TYPE);
}

TEST_CASE_METHOD(ByType, "clCreateContextFromType: CL_DEVICE_NOT_FOUND, no device of that type") {
  for (const cl_device_type type : {CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_CUSTOM})
    CHECK(failure(properties, type) == CL_DEVICE_NOT_FOUND);
}
