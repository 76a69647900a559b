// SPDX-License-Identifier: Apache-2.0
#include "images.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueCopyImage: errors without images") {
  checkNotAnImage(*this, [](cl_command_queue on, cl_mem image, cl_mem, cl_event *event) {
    return clEnqueueCopyImage(on, image, image, kImageOrigin, kImageOrigin, kImageRegion, 0, nullptr, event);
  });
}
