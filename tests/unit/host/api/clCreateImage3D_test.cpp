// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clCreateImage3D: no device has images") {
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  cl_int error = 1;
  REQUIRE(info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_IMAGE_SUPPORT) == CL_FALSE);
  const auto create = [&](cl_context of) { return clCreateImage3D(of, 0, &format, 4, 4, 4, 0, 0, nullptr, &error); };
  SECTION("CL_INVALID_CONTEXT") {
    CHECK(create(nullptr) == nullptr);
    CHECK(error == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_OPERATION: no device of the context supports images") {
    CHECK(create(context) == nullptr);
    CHECK(error == CL_INVALID_OPERATION);
  }
}
