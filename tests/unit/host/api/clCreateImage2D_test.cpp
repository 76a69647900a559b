// SPDX-License-Identifier: Apache-2.0
#include "images.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clCreateImage2D: no device has images") {
  checkNoImages(*this, [](cl_context of, const cl_image_format *format, const cl_image_desc *, cl_int *error) {
    return clCreateImage2D(of, 0, format, 4, 4, 0, nullptr, error);
  });
}
