// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clCreateSamplerWithProperties: errors without images") {
  cl_int error = 1;
  const auto fails = [&](cl_context of, std::vector<cl_sampler_properties> list) {
    CHECK(clCreateSamplerWithProperties(of, list.empty() ? nullptr : list.data(), &error) == nullptr);
    return error;
  };
  SECTION("CL_INVALID_CONTEXT") { CHECK(fails(nullptr, {}) == CL_INVALID_CONTEXT); }
  SECTION("CL_INVALID_VALUE: unknown names and values, a name twice") {
    CHECK(fails(context, {0x7777, 1, 0}) == CL_INVALID_VALUE);
    CHECK(fails(context, {CL_SAMPLER_FILTER_MODE, CL_ADDRESS_NONE, 0}) == CL_INVALID_VALUE);
    CHECK(fails(context, {CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE, CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE, 0}) ==
          CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_OPERATION: no device of the context supports images") {
    CHECK(fails(context, {}) == CL_INVALID_OPERATION);
    CHECK(fails(context, {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT,
                          0}) == CL_INVALID_OPERATION);
  }
}
