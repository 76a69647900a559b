// SPDX-License-Identifier: Apache-2.0
#include "images.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueCopyBufferToImage: errors without images") {
  checkNotAnImage(*this, [](cl_command_queue on, cl_mem image, cl_mem buffer, cl_event *event) {
    return clEnqueueCopyBufferToImage(on, buffer, image, 0, kImageOrigin, kImageRegion, 0, nullptr, event);
  });
}
