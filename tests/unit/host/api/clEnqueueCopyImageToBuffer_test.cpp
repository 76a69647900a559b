// SPDX-License-Identifier: Apache-2.0
#include "images.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueCopyImageToBuffer: errors without images") {
  checkNotAnImage(*this, [](cl_command_queue on, cl_mem image, cl_mem buffer, cl_event *event) {
    return clEnqueueCopyImageToBuffer(on, image, buffer, kImageOrigin, kImageRegion, 0, 0, nullptr, event);
  });
}
