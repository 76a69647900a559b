// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clGetSamplerInfo: CL_INVALID_SAMPLER, as nothing is a sampler") {
  cl_uint count = 0;
  CHECK(clGetSamplerInfo(nullptr, CL_SAMPLER_REFERENCE_COUNT, 4, &count, nullptr) == CL_INVALID_SAMPLER);
  const auto wrong = reinterpret_cast<cl_sampler>(cl_context(context));
  CHECK(clGetSamplerInfo(wrong, CL_SAMPLER_REFERENCE_COUNT, 4, &count, nullptr) == CL_INVALID_SAMPLER);
}
