// SPDX-License-Identifier: Apache-2.0
#include "images.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueWriteImage: errors without images") {
  checkNotAnImage(*this, [](cl_command_queue on, cl_mem image, cl_mem, cl_event *event) {
    const uint8_t pixel[16] = {};
    return clEnqueueWriteImage(on, image, CL_TRUE, kImageOrigin, kImageRegion, 0, 0, pixel, 0, nullptr, event);
  });
}
