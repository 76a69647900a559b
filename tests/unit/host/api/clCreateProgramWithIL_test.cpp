// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Programs, "clCreateProgramWithIL: errors") {
  const cl_uint spirv[] = {0x07230203, 0x00010000, 0, 1, 0};
  SECTION("CL_INVALID_CONTEXT: context is not a valid context") {
    CHECK(clCreateProgramWithIL(wrongContext(), spirv, sizeof(spirv), &error) == nullptr);
    CHECK(error == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_OPERATION: no device of the context supports intermediate languages") {
    CHECK(deviceText(device, CL_DEVICE_IL_VERSION).empty());
    CHECK(clCreateProgramWithIL(context, spirv, sizeof(spirv), &error) == nullptr);
    CHECK(error == CL_INVALID_OPERATION);
  }
}
