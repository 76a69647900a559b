// SPDX-License-Identifier: Apache-2.0
#include "images.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueMapImage: errors without images") {
  checkNotAnImage(*this, [](cl_command_queue on, cl_mem image, cl_mem, cl_event *event) {
    size_t rowPitch = 0;
    cl_int error = 1;
    CHECK(clEnqueueMapImage(on, image, CL_TRUE, CL_MAP_READ, kImageOrigin, kImageRegion, &rowPitch, nullptr, 0, nullptr,
                            event, &error) == nullptr);
    return error;
  });
}
