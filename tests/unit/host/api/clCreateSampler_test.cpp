// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clCreateSampler: errors without images") {
  cl_int error = 1;
  const auto fails = [&](cl_context of, cl_bool normalised, cl_addressing_mode addressing, cl_filter_mode filter) {
    CHECK(clCreateSampler(of, normalised, addressing, filter, &error) == nullptr);
    return error;
  };
  SECTION("CL_INVALID_CONTEXT") {
    CHECK(fails(nullptr, CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_NEAREST) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_VALUE") {
    CHECK(fails(context, 2, CL_ADDRESS_NONE, CL_FILTER_NEAREST) == CL_INVALID_VALUE);
    CHECK(fails(context, CL_TRUE, CL_FILTER_NEAREST, CL_FILTER_NEAREST) == CL_INVALID_VALUE);
    CHECK(fails(context, CL_TRUE, CL_ADDRESS_NONE, CL_ADDRESS_NONE) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_OPERATION: no device of the context supports images") {
    for (cl_addressing_mode mode = CL_ADDRESS_NONE; mode <= CL_ADDRESS_MIRRORED_REPEAT; ++mode)
      CHECK(fails(context, CL_FALSE, mode, CL_FILTER_LINEAR) == CL_INVALID_OPERATION);
  }
}
