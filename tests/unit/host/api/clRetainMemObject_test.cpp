// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clRetainMemObject: counts; a creation counts one") {
  const OwnMem own = makeBuffer(64);
  const cl_mem buffer = own;
  const auto count = [&] { return info<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_REFERENCE_COUNT); };
  CHECK(count() == 1);
  REQUIRE(clRetainMemObject(buffer) == CL_SUCCESS);
  CHECK(count() == 2);
  REQUIRE(clReleaseMemObject(buffer) == CL_SUCCESS);
  CHECK(count() == 1);
}

TEST_CASE_METHOD(Weft, "clRetainMemObject: CL_INVALID_MEM_OBJECT") {
  CHECK(clRetainMemObject(nullptr) == CL_INVALID_MEM_OBJECT);
  CHECK(clRetainMemObject(reinterpret_cast<cl_mem>(cl_context(context))) == CL_INVALID_MEM_OBJECT);
}
