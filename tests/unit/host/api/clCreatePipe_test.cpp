// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clCreatePipe: errors without pipes") {
  cl_int error = 1;
  REQUIRE(info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_PIPE_SUPPORT) == CL_FALSE);
  CHECK(clCreatePipe(nullptr, 0, 4, 4, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_CONTEXT);
  CHECK(clCreatePipe(context, 0, 4, 4, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_OPERATION);
}
