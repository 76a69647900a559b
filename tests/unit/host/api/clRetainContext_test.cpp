// SPDX-License-Identifier: Apache-2.0
#include "handles.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clRetainContext counts one more") {
  REQUIRE(clRetainContext(context) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetContextInfo, (cl_context)context, CL_CONTEXT_REFERENCE_COUNT) == 2);
  CHECK(clReleaseContext(context) == CL_SUCCESS);
}

TEST_CASE_METHOD(Weft, "clRetainContext: CL_INVALID_CONTEXT, context is not a valid context") {
  for (cl_context wrong : invalidHandles<cl_context>(*this))
    CHECK(clRetainContext(wrong) == CL_INVALID_CONTEXT);
}
