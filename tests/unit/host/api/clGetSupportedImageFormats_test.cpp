// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clGetSupportedImageFormats: none, for every image type") {
  for (cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D; type <= CL_MEM_OBJECT_IMAGE1D_BUFFER; ++type)
    for (const cl_mem_flags flags :
         {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_KERNEL_READ_AND_WRITE}) {
      cl_uint count = 1;
      CHECK(clGetSupportedImageFormats(context, flags, type, 0, nullptr, &count) == CL_SUCCESS);
      CHECK(count == 0);
    }
}

TEST_CASE_METHOD(Weft, "clGetSupportedImageFormats: errors") {
  cl_uint count = 1;
  cl_image_format format{};
  SECTION("CL_INVALID_CONTEXT") {
    CHECK(clGetSupportedImageFormats(nullptr, 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_VALUE: flags or image_type") {
    CHECK(clGetSupportedImageFormats(context, cl_mem_flags(1) << 40, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count) ==
          CL_INVALID_VALUE);
    CHECK(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count) == CL_INVALID_VALUE);
    CHECK(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_PIPE, 0, nullptr, &count) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: num_entries is 0 and image_formats is not NULL") {
    CHECK(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, &format, &count) == CL_INVALID_VALUE);
  }
}
