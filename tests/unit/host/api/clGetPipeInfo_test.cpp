// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clGetPipeInfo: CL_INVALID_MEM_OBJECT, as nothing is a pipe") {
  cl_uint size = 0;
  CHECK(clGetPipeInfo(nullptr, CL_PIPE_PACKET_SIZE, 4, &size, nullptr) == CL_INVALID_MEM_OBJECT);
  CHECK(clGetPipeInfo(makeBuffer(64), CL_PIPE_PACKET_SIZE, 4, &size, nullptr) == CL_INVALID_MEM_OBJECT);
}
