// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Programs, "clUnloadCompiler is a hint: builds go on working") {
  CHECK(clUnloadCompiler() == CL_SUCCESS);
  CHECK(build(makeProgram(kTwoKernels)) == CL_SUCCESS);
}
