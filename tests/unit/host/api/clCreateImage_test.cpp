// SPDX-License-Identifier: Apache-2.0
#include "images.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clCreateImage: no device has images") {
  checkNoImages(*this, [](cl_context of, const cl_image_format *format, const cl_image_desc *desc, cl_int *error) {
    return clCreateImage(of, 0, format, desc, nullptr, error);
  });
}
