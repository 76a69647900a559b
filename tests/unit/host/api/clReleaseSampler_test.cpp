// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clReleaseSampler: CL_INVALID_SAMPLER, as nothing is a sampler") {
  CHECK(clReleaseSampler(nullptr) == CL_INVALID_SAMPLER);
  CHECK(clReleaseSampler(reinterpret_cast<cl_sampler>(cl_context(context))) == CL_INVALID_SAMPLER);
}
