// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueMapImage: errors without images") {
  const size_t origin[3] = {}, region[3] = {1, 1, 1};
  const OwnMem buffer = makeBuffer(64);
  size_t rowPitch = 0;
  cl_int error = 1;
  const auto fails = [&](cl_command_queue on, cl_mem of) {
    CHECK(clEnqueueMapImage(on, of, CL_TRUE, CL_MAP_READ, origin, region, &rowPitch, nullptr, 0, nullptr, nullptr,
                            &error) == nullptr);
    return error;
  };
  SECTION("CL_INVALID_COMMAND_QUEUE") { CHECK(fails(nullptr, buffer) == CL_INVALID_COMMAND_QUEUE); }
  SECTION("CL_INVALID_MEM_OBJECT: not an image") {
    CHECK(fails(queue, nullptr) == CL_INVALID_MEM_OBJECT);
    CHECK(fails(queue, buffer) == CL_INVALID_MEM_OBJECT);
  }
}
