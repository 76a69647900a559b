// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clGetImageInfo: CL_INVALID_MEM_OBJECT, as nothing is an image") {
  size_t width = 0;
  CHECK(clGetImageInfo(nullptr, CL_IMAGE_WIDTH, sizeof(width), &width, nullptr) == CL_INVALID_MEM_OBJECT);
  CHECK(clGetImageInfo(makeBuffer(64), CL_IMAGE_WIDTH, sizeof(width), &width, nullptr) == CL_INVALID_MEM_OBJECT);
}
