// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clSVMFree: NULL, which is all that clSVMAlloc gives, is no error") {
  clSVMFree(context, clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));
  CHECK(clFinish(WeftQueue().queue) == CL_SUCCESS);
}
