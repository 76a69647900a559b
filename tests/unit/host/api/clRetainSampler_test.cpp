// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clRetainSampler: CL_INVALID_SAMPLER, as nothing is a sampler") {
  CHECK(clRetainSampler(nullptr) == CL_INVALID_SAMPLER);
  CHECK(clRetainSampler(reinterpret_cast<cl_sampler>(cl_context(context))) == CL_INVALID_SAMPLER);
}
